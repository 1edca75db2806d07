import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Drawer } from '../../components/drawer.tsx';
import { useMessages } from '../../lib/messages/messages.ts';
import { useStore } from '../../lib/store.ts';
import { forgetHistory, type HistoryEntry, history } from './history.ts';
import styles from './history-drawer.module.css';

export interface HistoryDrawerProps {
  readonly onClose: () => void;
  readonly onPick: (entry: HistoryEntry) => void;
}

/** What was sent from this browser, newest first; a click puts it back into the editor. */
export function HistoryDrawer({ onClose, onPick }: HistoryDrawerProps) {
  const { t } = useMessages();
  const entries = useStore(history);
  return (
    <Drawer
      title={t('console.history')}
      onClose={onClose}
      actions={entries.length > 0 && <Button onClick={forgetHistory}>{t('console.forget')}</Button>}
    >
      {entries.length === 0 && <p className={styles.none}>{t('console.noHistory')}</p>}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={`${entry.method} ${entry.path} ${entry.body}`}>
            <button type="button" onClick={() => onPick(entry)}>
              <code>
                {entry.method} {entry.path}
              </code>
              {entry.body !== '' && <code className={styles.body}>{entry.body.replace(/\s+/g, ' ')}</code>}
              <span>
                {entry.status === 0 ? t('requests.noAnswer') : entry.status} · <Ago atMs={entry.at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
