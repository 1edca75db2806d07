import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cellClass } from './cell-class.ts';
import styles from './table.module.css';
import { TableHead } from './table-head.tsx';
import { keyTarget } from './table-keys.ts';
import type { Column, Selection, Sort } from './table-model.ts';

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort: Sort;
  readonly onSort: (by: string) => void;
  readonly onOpen: (row: Row) => void;
  readonly selection: Selection;
  /** Key of the row whose details are open. */
  readonly opened: string | undefined;
}

const rowHeight = 32;

/**
 * A long table of which only the visible rows exist. Arrows, Page Up and Down, Home and End move, Enter opens,
 * Space selects. The head stays, and narrow places leave columns out.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, rowKey, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const tabStop = active >= first && active <= last ? active : first;
  useEffect(() => {
    if (!focusWanted.current) return;
    const row = body.current?.querySelector<HTMLElement>(`tr[data-place="${active}"]`);
    if (!row) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });
  const toggle = (key: string) => {
    const next = new Set(selection.keys);
    if (!next.delete(key)) next.add(key);
    selection.change(next);
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[place]!;
    const target = keyTarget(event.key, place, rows.length);
    if (target !== undefined) {
      focusWanted.current = true;
      setActive(target);
      virtual.scrollToIndex(target);
    } else if (event.key === 'Enter') props.onOpen(row);
    else if (event.key === ' ') toggle(rowKey(row));
    else return;
    event.preventDefault();
  };
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable
        className={styles.table}
      >
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          selection={selection}
          keys={() => rows.map(rowKey)}
        />
        <tbody ref={body}>
          <Spacer height={before} />
          {items.map((item) => {
            const row = rows[item.index]!;
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-place={item.index}
                aria-rowindex={item.index + 2}
                aria-selected={selection.keys.has(key)}
                data-opened={props.opened === key || undefined}
                tabIndex={item.index === tabStop ? 0 : -1}
                onKeyDown={(event) => onKeyDown(event, item.index)}
                onFocus={() => setActive(item.index)}
                onClick={() => props.onOpen(row)}
              >
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    aria-label={selection.labelOf(key)}
                    checked={selection.keys.has(key)}
                    onChange={() => toggle(key)}
                    onClick={(event) => event.stopPropagation()}
                  />
                </td>
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  );
}


/** Stands for the rows that do not exist. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.spacer}>
      <td style={{ height }} />
    </tr>
  );
}
