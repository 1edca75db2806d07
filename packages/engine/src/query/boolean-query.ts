import type { MappedField } from '../mapping/mapped-field.ts';
import { sortedSlice } from './column-scan.ts';
import { NumericRangeWeight } from './range-weight.ts';
import { normlessScore } from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

/** A boolean is a term like any other to the peer, so it scores by how rare it is. `value` is 0 or 1. */
export function booleanWeight(
  field: MappedField,
  value: number,
  context: QueryContext,
  boost: number,
): Weight {
  let docFreq = 0;
  let docCount = 0;
  let valueCount = 0;
  for (const segment of context.searcher.segments) {
    const column = segment.numeric(field.name);
    if (column === null) continue;
    docCount += column.docCount;
    valueCount += column.valueCount;
    if (column.sorted === null) continue;
    const { from, to } = sortedSlice(column, value, value);
    docFreq += to - from;
  }
  const statistics = { docCount, sumTotalTermFreq: valueCount };
  const scored = field.indexed && docCount > 0;
  const score = scored ? normlessScore(statistics, Math.min(docFreq, docCount), boost) : boost;
  return new NumericRangeWeight(context, field.name, value, value, score);
}
