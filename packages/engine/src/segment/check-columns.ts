import { sortedPairs } from '../codec/radix-sort.ts';
import { checkOffsets, type Report } from './check-report.ts';
import type { FieldTerms } from './field-terms.ts';
import type { OpenSegment } from './open-segment.ts';
import type { SegmentField } from './segment-field.ts';
import { COLUMN_BLOCK } from './segment-format.ts';
import type { ColumnArray, NumericColumn, OrdinalColumn } from './segment-reader.ts';

interface Values {
  readonly docs: Uint32Array;
  readonly values: Float64Array;
  readonly rests: Int32Array | null;
}

/** Documents and values of a column in order; null where its layout is broken, which is reported. */
function valuesOf(
  column: OrdinalColumn | NumericColumn,
  maxDoc: number,
  base: number,
  has: (doc: number) => boolean,
  report: Report,
): Values | null {
  const { data, offsets, valueCount } = column;
  const docs = new Uint32Array(valueCount);
  const values = new Float64Array(valueCount);
  const rest = 'rest' in column ? column.rest : null;
  const rests = rest === null ? null : new Int32Array(valueCount);
  const wanted = offsets === null ? maxDoc : valueCount;
  if (data.length !== wanted) {
    report(`the column has ${data.length} values instead of ${wanted}`);
    return null;
  }
  if (rest !== null && rest.length !== wanted) {
    report(`the column has ${rest.length} rests instead of ${wanted}`);
    return null;
  }
  if (offsets !== null) checkOffsets('the column', offsets, maxDoc, valueCount, report);
  let count = 0;
  let docCount = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const start = offsets === null ? doc : offsets[doc]!;
    const end = offsets === null ? doc + Number(has(doc)) : offsets[doc + 1]!;
    if (end > start) docCount++;
    if (end > start !== has(doc)) report(`document ${doc} has values but is not marked, or the reverse`);
    for (let i = start; i < end; i++) {
      docs[count] = doc;
      if (rests !== null) rests[count] = rest![i]!;
      values[count++] = base === 0 ? data[i]! : base + data[i]!;
    }
  }
  if (count !== valueCount) report(`the column has ${count} values, not ${valueCount}`);
  if (docCount !== column.docCount) report(`${docCount} documents have values, not ${column.docCount}`);
  return { docs, values, rests };
}

/** Ordinals in range, ascending per document, and as often as the dictionary says. */
export function checkOrdinals(
  segment: OpenSegment,
  column: OrdinalColumn,
  terms: FieldTerms,
  has: (doc: number) => boolean,
  report: Report,
): void {
  const found = valuesOf(column, segment.maxDoc, 0, has, report);
  if (found === null) return;
  const counts = new Uint32Array(terms.size);
  const { docs, values } = found;
  for (let i = 0; i < values.length; i++) {
    const ordinal = values[i]!;
    if (ordinal >= terms.size) {
      report(`document ${docs[i]} has ordinal ${ordinal} of ${terms.size}`);
      return;
    }
    if (i > 0 && docs[i] === docs[i - 1] && ordinal <= values[i - 1]!)
      report(`ordinals of document ${docs[i]} fall`);
    counts[ordinal] = counts[ordinal]! + 1;
  }
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    if (counts[ordinal] === terms.docFreq(ordinal)) continue;
    report(
      `ordinal ${ordinal} stands in ${counts[ordinal]} documents, the dictionary says ${terms.docFreq(ordinal)}`,
    );
    return;
  }
}

export function checkNumbers(
  segment: OpenSegment,
  field: SegmentField,
  column: NumericColumn,
  has: (doc: number) => boolean,
  report: Report,
): void {
  const found = field.docValues ? valuesOf(column, segment.maxDoc, column.base, has, report) : null;
  if (found !== null) checkExtents(found, column, segment.maxDoc, report);
  if (column.sorted !== null) checkSorted(segment.maxDoc, column, column.sorted, found, report);
}

function checkExtents(found: Values, column: NumericColumn, maxDoc: number, report: Report): void {
  const blocks = Math.ceil(maxDoc / COLUMN_BLOCK);
  const mins = new Float64Array(blocks).fill(Number.NaN);
  const maxs = new Float64Array(blocks).fill(Number.NaN);
  let min = Number.NaN;
  let max = Number.NaN;
  found.values.forEach((value, i) => {
    const block = Math.floor(found.docs[i]! / COLUMN_BLOCK);
    if (!(mins[block]! <= value)) mins[block] = value;
    if (!(maxs[block]! >= value)) maxs[block] = value;
    if (!(min <= value)) min = value;
    if (!(max >= value)) max = value;
    const falls = i > 0 && below(found.values, found.rests, i, i - 1);
    if (falls && found.docs[i] === found.docs[i - 1]) {
      report(`values of document ${found.docs[i]} fall`);
    }
  });
  const same = (a: Float64Array, b: Float64Array): boolean => a.every((value, i) => sameNumber(value, b[i]!));
  if (!sameNumber(min, column.min) || !sameNumber(max, column.max))
    report('the lowest or highest value is wrong');
  if (column.blockMin.length !== blocks || !same(mins, column.blockMin))
    report('the lowest values of blocks are wrong');
  if (column.blockMax.length !== blocks || !same(maxs, column.blockMax))
    report('the highest values of blocks are wrong');
}

/** Whether the value at `a` comes before that at `b`. */
function below(values: ColumnArray, rests: Int32Array | null, a: number, b: number): boolean {
  if (values[a] !== values[b] || rests === null) return values[a]! < values[b]!;
  return rests[a]! < rests[b]!;
}

/** NaN equals itself, 0 equals -0. */
function sameNumber(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function checkSorted(
  maxDoc: number,
  column: NumericColumn,
  sorted: NonNullable<NumericColumn['sorted']>,
  found: Values | null,
  report: Report,
): void {
  const { values, docs, rest } = sorted;
  if (rest !== null && rest.length !== values.length) {
    report('the rests of the sorted values are not as many as those');
    return;
  }
  if (values.length !== column.valueCount || docs.length !== column.valueCount) {
    report('the sorted values are not as many as the values');
    return;
  }
  for (let i = 0; i < values.length; i++) {
    if (docs[i]! >= maxDoc) report(`sorted value ${i} names a document past the end`);
    const falls = i > 0 && docs[i]! < docs[i - 1]! && !below(values, rest, i - 1, i);
    if (falls || (i > 0 && below(values, rest, i, i - 1))) {
      report(`sorted value ${i} is below the one before`);
      return;
    }
  }
  if (found === null) return;
  const order = sortedPairs(found.values, found.rests, found.values.length);
  for (let i = 0; i < order.length; i++) {
    const at = order[i]!;
    const sameRest = (found.rests?.[at] ?? 0) === (rest?.[i] ?? 0);
    if (found.docs[at] === docs[i] && sameRest && sameNumber(found.values[at]!, column.base + values[i]!))
      continue;
    report(`sorted value ${i} is not in the column`);
    return;
  }
}
