import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleQuestionMark, ListTree, Search } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import { StatusMark } from '../components/status-mark.tsx';
import { AccountMenu } from '../features/account/account-menu.tsx';
import { healthQuery } from '../lib/cluster-queries.ts';
import { healthSentence } from '../lib/health.ts';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './top-bar.module.css';

export interface TopBarProps {
  readonly onFind: () => void;
  readonly onHelp: () => void;
  readonly onRequests: () => void;
}

export function TopBar({ onFind, onHelp, onRequests }: TopBarProps) {
  const { t } = useMessages();
  const keys = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K';
  return (
    <header className={styles.bar}>
      <ClusterState />
      <button type="button" className={styles.find} onClick={onFind}>
        <Search aria-hidden />
        <span>{t('shell.find')}</span>
        <kbd>{keys}</kbd>
      </button>
      <IconButton label={t('requests.title')} onClick={onRequests}>
        <ListTree aria-hidden />
      </IconButton>
      <IconButton label={t('help.title')} onClick={onHelp} className={styles.help}>
        <CircleQuestionMark aria-hidden />
      </IconButton>
      <AccountMenu />
    </header>
  );
}

/** Name and state of the cluster in one sentence, on every screen. */
function ClusterState() {
  const { t } = useMessages();
  const { data, error } = useQuery(healthQuery);
  if (data === undefined) {
    return <p className={styles.state}>{error !== null && <Unreachable />}</p>;
  }
  const { key, values } = healthSentence(data);
  return (
    <p className={styles.state} role="status">
      <strong>{data.clusterName}</strong>
      {error === null ? (
        <Link to="/" className={styles.sentence}>
          <StatusMark status={data.status} word="none" />
          <span>{t(key, values)}</span>
        </Link>
      ) : (
        <Unreachable />
      )}
    </p>
  );
}

function Unreachable() {
  const { t } = useMessages();
  return (
    <span className={styles.sentence}>
      <StatusMark status="unknown" word="none" />
      <span>{t('shell.unreachable')}</span>
    </span>
  );
}
