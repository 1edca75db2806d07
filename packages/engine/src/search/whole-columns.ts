import type { WorkBudget } from '../budget/work-budget.ts';
import type { SortColumns } from '../collect/sort-key.ts';
import { inChunks } from '../query/doc-bits.ts';
import type { NumericColumn } from '../segment/segment-reader.ts';

/** The same columns with the whole numbers of their values, as Java casts a double to a long: what follows the point is cut off. */
export function wholeColumns(columns: SortColumns, budget: WorkBudget): SortColumns {
  return {
    numeric: (field) => {
      const column = columns.numeric(field);
      return column === null || !(column.data instanceof Float64Array) ? column : cut(column, budget);
    },
    fielddataOrdinals: (field) => columns.fielddataOrdinals(field),
  };
}

/** The last long is one less, which a double does not hold. */
const LONGS = 2 ** 63;

function cut(column: NumericColumn, budget: WorkBudget): NumericColumn {
  const { data, base } = column;
  budget.reserve(data.length * Float64Array.BYTES_PER_ELEMENT, '<numbers of a sort>');
  const whole = new Float64Array(data.length);
  let rest: Int32Array | null = null;
  inChunks(data.length, budget, (from, to) => {
    for (let i = from; i < to; i++) {
      const value = Math.trunc(base + data[i]!) + 0;
      whole[i] = Math.max(-LONGS, Math.min(LONGS, value));
      if (value < LONGS) continue;
      rest ??= new Int32Array(data.length);
      rest[i] = -1;
    }
  });
  return { ...column, data: whole, base: 0, rest };
}
