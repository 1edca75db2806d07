import { Link } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../components/button.tsx';
import { Mark } from '../components/mark.tsx';
import { useMessages } from '../lib/messages/messages.ts';
import { readStored, writeStored } from '../lib/store.ts';
import styles from './rail.module.css';
import { screenGroups } from './screens.tsx';

const storageKey = 'sextant.rail';

export function Rail() {
  const { t } = useMessages();
  const [narrow, setNarrow] = useState(readStored('local', storageKey) === 'narrow');
  const toggle = () => {
    writeStored('local', storageKey, narrow ? null : 'narrow');
    setNarrow(!narrow);
  };
  return (
    <nav className={styles.rail} data-narrow={narrow || undefined} aria-label={t('shell.navigation')}>
      <Link to="/" className={styles.brand} aria-label="Sextant">
        <Mark />
        <span className={styles.word}>Sextant</span>
      </Link>
      {screenGroups.map((group) => (
        <div key={group.title} className={styles.group}>
          <h2 className={styles.word}>{t(group.title)}</h2>
          {group.screens.map((screen) => (
            <Link
              key={screen.path}
              to={screen.path}
              className={styles.link}
              activeOptions={{ exact: screen.path === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              title={`${t(screen.title)}  (${screen.keys})`}
            >
              {screen.icon}
              <span className={styles.word}>{t(screen.title)}</span>
            </Link>
          ))}
        </div>
      ))}
      <IconButton
        label={narrow ? t('shell.widen') : t('shell.narrow')}
        className={styles.toggle}
        aria-expanded={!narrow}
        onClick={toggle}
      >
        <PanelLeft aria-hidden />
      </IconButton>
    </nav>
  );
}
