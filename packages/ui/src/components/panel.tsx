import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './panel.module.css';
import { Problem } from './problem.tsx';

export interface PanelProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<T, Error>;
  readonly children: (data: T) => ReactNode;
  readonly aside?: ReactNode;
  /** Height kept while nothing is known yet, in pixels, so that the page does not jump. */
  readonly height?: number;
}

/** One question of a screen. It fails alone: the last known answer stays, dimmed, under the error. */
export function Panel<T>({ title, query, children, aside, height = 96 }: PanelProps<T>) {
  const heading = useId();
  const { t } = useMessages();
  const { data, error } = query;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {data !== undefined && (
        <div className={error === null ? undefined : styles.stale}>{children(data)}</div>
      )}
      {data === undefined && error === null && (
        <div className={styles.skeleton} style={{ height }} role="status" aria-label={t('state.loading')} />
      )}
    </section>
  );
}
