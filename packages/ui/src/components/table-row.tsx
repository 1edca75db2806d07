import type { KeyboardEvent } from 'react';
import { cellClass } from './cell-class.ts';
import styles from './table.module.css';
import type { Column } from './table-model.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly place: number;
  readonly selected: boolean;
  readonly selectLabel: string;
  readonly opened: boolean;
  readonly tabStop: boolean;
  readonly onKeyDown: (event: KeyboardEvent, place: number) => void;
  readonly onFocus: (place: number) => void;
  readonly onOpen: (row: Row) => void;
  readonly onToggle: () => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, place, selected } = props;
  return (
    <tr
      data-place={place}
      aria-rowindex={place + 2}
      aria-selected={selected}
      data-opened={props.opened || undefined}
      tabIndex={props.tabStop ? 0 : -1}
      onKeyDown={(event) => props.onKeyDown(event, place)}
      onFocus={() => props.onFocus(place)}
      onClick={() => props.onOpen(row)}
    >
      <td className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={props.selectLabel}
          checked={selected}
          onChange={props.onToggle}
          onClick={(event) => event.stopPropagation()}
        />
      </td>
      {props.columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
