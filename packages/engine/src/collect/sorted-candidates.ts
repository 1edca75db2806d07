import type { NumericColumn, SegmentReader } from '../segment/segment-reader.ts';

/** Above this share of the documents a pass over all of them is cheaper than sorting the candidates. */
const LARGEST_SHARE = 1 / 8;

/**
 * Documents of a segment, ascending, that hold the first `wanted` by a single-valued number field: from the
 * sorted values, without a look at the others. `after`: where `search_after` stands (null = at the
 * beginning); documents with that very value are all among them, for further keys to decide. null where the
 * sorted values cannot tell: too many equal ones, or documents without a value would be needed.
 */
export function sortedCandidates(
  segment: SegmentReader,
  column: NumericColumn,
  wanted: number,
  descending: boolean,
  after: number | null,
): Int32Array | null {
  if (column.sorted === null || column.offsets !== null) return null;
  const { values, docs } = column.sorted;
  const most = segment.maxDoc * LARGEST_SHARE;
  const step = descending ? -1 : 1;
  const limit = after === null ? null : after - column.base;
  const found: number[] = [];
  let counted = 0;
  let last = Number.NaN;
  for (let i = start(values, limit, descending); i >= 0 && i < values.length; i += step) {
    const value = values[i]!;
    // The whole run of the last value is taken: further keys decide among equals.
    if (counted >= wanted && value !== last) return Int32Array.from(found).sort();
    if (found.length > most) return null;
    const doc = docs[i]!;
    if (segment.liveDocs !== null && (segment.liveDocs[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
    found.push(doc);
    last = value;
    if (value !== limit) counted++;
  }
  return counted >= wanted ? Int32Array.from(found).sort() : null;
}

/** Place of the first value that does not come before `limit`. */
function start(values: ArrayLike<number>, limit: number | null, descending: boolean): number {
  if (limit === null) return descending ? values.length - 1 : 0;
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const before = descending ? values[middle]! <= limit : values[middle]! < limit;
    if (before) low = middle + 1;
    else high = middle;
  }
  return descending ? low - 1 : low;
}
