import { ArrowDown, ArrowUp } from 'lucide-react';
import { cellClass } from './cell-class.ts';
import styles from './table.module.css';
import type { Column, Selection, Sort } from './table-model.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  readonly onSort: (by: string) => void;
  readonly selection: Selection;
  readonly count: number;
  /** The keys of all rows that the filter leaves. */
  readonly keys: () => readonly string[];
}

export function TableHead<Row>({ columns, sort, onSort, selection, count, keys }: TableHeadProps<Row>) {
  const chosen = selection.keys.size > 0;
  const some = chosen && selection.keys.size < count;
  return (
    <>
      <colgroup>
        <col style={{ width: 36 }} />
        {columns.map((column) => (
          <col
            key={column.id}
            className={column.hide ? styles[column.hide] : undefined}
            style={column.width === undefined ? undefined : { width: column.width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <td className={styles.check}>
            <input
              type="checkbox"
              aria-label={selection.allLabel}
              checked={chosen}
              ref={(box) => {
                if (box !== null) box.indeterminate = some;
              }}
              onChange={() => selection.change(new Set(chosen ? [] : keys()))}
            />
          </td>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              aria-sort={sortWord(sort, column.id)}
              className={cellClass(column)}
            >
              <button type="button" className={styles.sort} onClick={() => onSort(column.id)}>
                <span>{column.title}</span>
                {sort.by === column.id &&
                  (sort.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function sortWord(sort: Sort, id: string): 'ascending' | 'descending' | 'none' {
  if (sort.by !== id) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}
