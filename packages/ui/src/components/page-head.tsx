import type { ReactNode } from 'react';
import styles from './page-head.module.css';

export interface PageHeadProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, note, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}
