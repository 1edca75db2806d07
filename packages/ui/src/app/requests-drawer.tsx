import { CallLines } from '../components/call-lines.tsx';
import { Drawer } from '../components/drawer.tsx';
import { formatDuration, formatExact } from '../lib/format.ts';
import { useMessages } from '../lib/messages/messages.ts';
import { type CallRecord, requestLog } from '../lib/request-log.ts';
import { useStore } from '../lib/store.ts';
import styles from './requests-drawer.module.css';

export interface RequestsDrawerProps {
  /** Path of the page whose calls are listed. */
  readonly screen: string;
  readonly onClose: () => void;
}

/** The calls behind the screen that is open, newest first. */
export function RequestsDrawer({ screen, onClose }: RequestsDrawerProps) {
  const { t } = useMessages();
  const here = useStore(requestLog).filter((call) => pageOf(call.screen) === pageOf(screen));
  return (
    <Drawer title={t('requests.title')} onClose={onClose}>
      <p className={styles.hint}>{t('requests.hint')}</p>
      {here.map((call) => (
        <CallLines
          key={`${call.method} ${call.path} ${call.body ?? ''}`}
          call={call}
          note={<Note call={call} />}
        />
      ))}
    </Drawer>
  );
}

function Note({ call }: { readonly call: CallRecord }) {
  const { t } = useMessages();
  return (
    <span title={formatExact(call.at)}>
      {call.status === 0 ? t('requests.noAnswer') : call.status} · {formatDuration(call.durationMs)}
    </span>
  );
}

function pageOf(path: string): string {
  return path.replace(/^\/_ui/, '').replace(/\/$/, '');
}
