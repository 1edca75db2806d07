import { type ColumnNumber, columnNumber } from '../mapping/fine-number.ts';
import type { NumericColumn } from './segment-reader.ts';

/** Whether the column has numbers that a double cannot hold. */
export function hasRests(column: NumericColumn | null): boolean {
  return column !== null && (column.rest !== null || (column.sorted?.rest ?? null) !== null);
}

/** Value `i` of a column with doc values. */
export function columnValue({ base, data, rest }: NumericColumn, i: number): ColumnNumber {
  return columnNumber(base + data[i]!, rest === null ? 0 : rest[i]!);
}
