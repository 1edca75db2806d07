import { Dialog } from '../components/dialog.tsx';
import { type MessageKey, useMessages } from '../lib/messages/messages.ts';
import styles from './help-dialog.module.css';

const rows: readonly (readonly [readonly string[], MessageKey])[] = [
  [['Ctrl K', '⌘ K'], 'help.palette'],
  [['/'], 'help.filter'],
  [['g o'], 'help.goOverview'],
  [['g i'], 'help.goIndices'],
  [['g c'], 'help.goConsole'],
  [['r'], 'help.requests'],
  [['↑ ↓', 'Home', 'End'], 'help.move'],
  [['Enter'], 'help.open'],
  [['Space'], 'help.select'],
  [['Ctrl Enter'], 'help.send'],
  [['Ctrl Shift Enter'], 'help.sendAll'],
  [['Esc'], 'help.close'],
  [['?'], 'help.help'],
];

/** Every key that the interface listens to. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
