import type { HealthStatus } from '../lib/health.ts';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './status-mark.module.css';

/** Each state has its own shape, so that the colour is never the only difference. */
const shapes: Readonly<Record<HealthStatus, string>> = {
  green: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1z',
  yellow: 'M6 .8 11.6 11H.4z',
  red: 'M3.7 .5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z',
  unknown: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 1.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z',
};

export interface StatusMarkProps {
  readonly status: HealthStatus;
  /** `shown` beside the shape, `spoken` to readers of the screen alone, `none` where the text around says it. */
  readonly word?: 'shown' | 'spoken' | 'none';
}

export function StatusMark({ status, word = 'spoken' }: StatusMarkProps) {
  const { t } = useMessages();
  return (
    <span className={`${styles.mark} ${styles[status]}`} title={t(`status.${status}`)}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[status]} fillRule="evenodd" />
      </svg>
      {word !== 'none' && (
        <span className={word === 'shown' ? undefined : styles.hidden}>{t(`status.${status}`)}</span>
      )}
    </span>
  );
}
