import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, LogOut } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { chooseLanguage, languages, useMessages } from '../../lib/messages/messages.ts';
import { session } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { chooseTheme, theme, themes } from '../../lib/theme.ts';
import styles from './account-menu.module.css';
import { profileQuery, signOut } from './account-queries.ts';

/** Who is signed in, look and language. A popover: the browser closes it at Esc and at a click elsewhere. */
export function AccountMenu() {
  const { t, language } = useMessages();
  const { token } = useStore(session);
  const profile = useQuery(profileQuery(token));
  const chosen = useStore(theme);
  const id = useId();
  const name = profile.data?.username || t('account.open');
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        popoverTarget={id}
        aria-label={`${t('account.menu')}: ${name}`}
      >
        <CircleUserRound aria-hidden />
        <span className={styles.name}>{name}</span>
      </button>
      <section id={id} popover="auto" className={styles.menu} aria-label={t('account.menu')}>
        <p className={styles.who}>{token === null ? t('account.noSecurity') : name}</p>
        <Choice
          label={t('account.theme')}
          value={chosen}
          onChange={chooseTheme}
          options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <Choice
          label={t('account.language')}
          value={language}
          onChange={chooseLanguage}
          options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        {token !== null && (
          <Button icon={<LogOut aria-hidden />} onClick={() => void signOut()}>
            {t('account.signOut')}
          </Button>
        )}
      </section>
    </>
  );
}
