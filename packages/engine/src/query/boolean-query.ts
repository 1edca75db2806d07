import { countBits } from '../codec/bits.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { NumericColumn } from '../segment/segment-reader.ts';
import { sortedSlice } from './column-scan.ts';
import { docBits, setDocBits } from './doc-bits.ts';
import { NumericRangeWeight } from './range-weight.ts';
import { normlessScore } from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

/** A document that names the value more than once has it once. */
function docsWith(column: NumericColumn, value: number, maxDoc: number, { budget }: QueryContext): number {
  const { from, to } = sortedSlice(column, value, value);
  if (column.valueCount === column.docCount) return to - from;
  const bits = docBits(maxDoc, budget);
  setDocBits(column.sorted!.docs, from, to, bits, budget);
  return countBits(bits);
}

/** A boolean is a term like any other to the peer, so it scores by how rare it is. `value` is 0 or 1. */
export function booleanWeight(
  field: MappedField,
  value: number,
  context: QueryContext,
  boost: number,
): Weight {
  let docFreq = 0;
  let docCount = 0;
  /** Of both terms together, over the documents. */
  let sumDocFreq = 0;
  for (const segment of context.searcher.segments) {
    const column = segment.numeric(field.name);
    if (column === null) continue;
    docCount += column.docCount;
    if (column.sorted === null) continue;
    const own = docsWith(column, value, segment.maxDoc, context);
    docFreq += own;
    sumDocFreq += own + docsWith(column, 1 - value, segment.maxDoc, context);
  }
  const scored = field.indexed && docCount > 0;
  const statistics = { docCount, sumTotalTermFreq: sumDocFreq };
  const score = scored ? normlessScore(statistics, docFreq, boost) : boost;
  return new NumericRangeWeight(context, field.name, value, value, score);
}
