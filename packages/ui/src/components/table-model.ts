import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Pixels; the one column without a width takes what is left. */
  readonly width?: number;
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  /** Left out where the table itself is narrower than about 560 or 820 pixels. */
  readonly hide?: 'narrow' | 'medium';
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly by: string;
  readonly descending: boolean;
}

export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly change: (keys: ReadonlySet<string>) => void;
  /** Names the checkbox of a row. */
  readonly labelOf: (key: string) => string;
  readonly allLabel: string;
}
