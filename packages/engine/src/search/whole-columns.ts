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

function cut(column: NumericColumn, budget: WorkBudget): NumericColumn {
  const { data, base } = column;
  budget.reserve(data.length * Float64Array.BYTES_PER_ELEMENT, '<numbers of a sort>');
  const whole = new Float64Array(data.length);
  inChunks(data.length, budget, (from, to) => {
    for (let i = from; i < to; i++) whole[i] = Math.trunc(base + data[i]!) + 0;
  });
  return { ...column, data: whole, base: 0, rest: null };
}
