import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ConsoleCall, toConsoleLines, toCurl } from '../lib/console-lines.ts';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './call-lines.module.css';
import { CopyButton } from './copy-button.tsx';

export interface CallLinesProps {
  readonly call: ConsoleCall;
  /** Beside the line: status and time of a call that was made. */
  readonly note?: ReactNode;
}

/** A call as the console reads it, to copy, to send by curl, or to open in the console. */
export function CallLines({ call, note }: CallLinesProps) {
  const { t } = useMessages();
  const lines = toConsoleLines(call);
  return (
    <div className={styles.call}>
      <pre className={styles.lines}>{lines}</pre>
      <div className={styles.foot}>
        <span className={styles.note}>{note}</span>
        <CopyButton label={t('copy.copy')} text={() => lines} />
        <CopyButton label="curl" text={() => toCurl(call, location.origin)} />
        <Link to="/console" search={{ request: lines }} className={styles.link}>
          {t('requests.open')}
        </Link>
      </div>
    </div>
  );
}
