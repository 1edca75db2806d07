import type { ReactNode } from 'react';
import styles from './plain-table.module.css';

interface PlainColumn {
  readonly title: string;
  readonly numeric?: boolean;
}

export interface PlainTableProps {
  readonly label: string;
  readonly columns: readonly PlainColumn[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table: all rows are there, nothing to sort. */
export function PlainTable({ label, columns, rows }: PlainTableProps) {
  const cellClass = (place: number) => (columns[place]?.numeric ? styles.numeric : undefined);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th key={column.title} scope="col" className={cellClass(place)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {row.cells.map((cell, place) => (
              <td key={columns[place]!.title} className={cellClass(place)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
