import styles from './meter.module.css';

export interface MeterProps {
  /** 0 to 1. */
  readonly share: number;
  readonly label: string;
  /** From here on it deserves a look. */
  readonly warnFrom?: number;
}

/** How full something is. The figure itself stands beside it in words. */
export function Meter({ share, label, warnFrom = 0.85 }: MeterProps) {
  const full = Math.max(0, Math.min(1, share));
  return (
    <span
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(full * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      data-warn={full >= warnFrom || undefined}
    >
      <span style={{ width: `${full * 100}%` }} />
    </span>
  );
}
