import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './table.module.css';
import { TableHead } from './table-head.tsx';
import { keyTarget } from './table-keys.ts';
import type { Column, Selection, Sort } from './table-model.ts';
import { TableRow } from './table-row.tsx';

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

/** A table whose rows are moved through, chosen and opened by key is a grid to assistive technology. */
const grid = { role: 'grid', 'aria-multiselectable': true } as const;

/**
 * A long table of which only the visible rows exist. Arrows, Page Up and Down, Home and End move, Enter opens,
 * Space selects. The head stays, and narrow places leave columns out.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, rowKey, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight,
  });
  const items = virtual.getVirtualItems();
  const { body, active, setActive, moveTo } = useRovingRow((place) => virtual.scrollToIndex(place));
  const first = items[0]?.index ?? 0;
  const tabStop = items.some((item) => item.index === active) ? active : first;
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[place]!;
    const target = keyTarget(event.key, place, rows.length);
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter') props.onOpen(row);
    else if (event.key === ' ') selection.change(toggled(selection.keys, rowKey(row)));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={scroller} className={styles.scroller}>
      <table {...grid} aria-label={props.label} aria-rowcount={rows.length + 1} className={styles.table}>
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          selection={selection}
          count={rows.length}
          keys={() => rows.map(rowKey)}
        />
        <Spacer height={items[0]?.start ?? 0} />
        <tbody ref={body}>
          {items.map((item) => {
            const row = rows[item.index]!;
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                row={row}
                columns={columns}
                place={item.index}
                selected={selection.keys.has(key)}
                selectLabel={selection.labelOf(key)}
                opened={props.opened === key}
                tabStop={item.index === tabStop}
                onKeyDown={onKeyDown}
                onFocus={setActive}
                onOpen={props.onOpen}
                onToggle={() => selection.change(toggled(selection.keys, key))}
              />
            );
          })}
        </tbody>
        <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </div>
  );
}

/** One row at a time can be reached by Tab; a move may go to a row that does not exist yet. */
function useRovingRow(scrollTo: (place: number) => void) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    const row = body.current?.querySelector<HTMLElement>(`tr[data-place="${active}"]`);
    if (!row) return;
    wanted.current = false;
    row.focus({ preventScroll: true });
  });
  const moveTo = (place: number) => {
    wanted.current = true;
    setActive(place);
    scrollTo(place);
  };
  return { body, active, setActive, moveTo };
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Stands for the rows that do not exist. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className={styles.spacer}>
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  );
}
