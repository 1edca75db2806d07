import styles from './meter.module.css';

export interface MeterProps {
  /** 0 to 1. */
  readonly share: number;
  readonly label: string;
  /** From here on it deserves a look. */
  readonly warnFrom?: number;
}

/** How full something is: a bar for the eye, the same in words for everybody else and on hover. */
export function Meter({ share, label, warnFrom = 0.85 }: MeterProps) {
  const full = Math.max(0, Math.min(1, share));
  const words = `${label}: ${Math.round(full * 100)} %`;
  return (
    <span className={styles.meter} title={words} data-warn={full >= warnFrom || undefined}>
      <span className={styles.fill} style={{ width: `${full * 100}%` }} />
      <span className={styles.words}>{words}</span>
    </span>
  );
}
