import styles from './table.module.css';

/** The classes of a head or body cell. */
export function cellClass(column: {
  readonly numeric?: boolean;
  readonly hide?: 'narrow' | 'medium';
}): string | undefined {
  const names = [column.numeric && styles.numeric, column.hide && styles[column.hide]].filter(Boolean);
  return names.length === 0 ? undefined : names.join(' ');
}
