import type { WorkBudget } from '../budget/work-budget.ts';
import { docBits } from '../query/doc-bits.ts';
import type { Weight } from '../query/weight.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';

/** The live documents of a segment that a query matches; null where there are none. */
export function matchingBits(
  weight: Weight,
  ordinal: number,
  segment: SegmentReader,
  budget: WorkBudget,
): Uint32Array | 'all' | null {
  if (weight.known(ordinal).kind === 'all' && segment.liveDocs === null) return 'all';
  const scorer = weight.scorer(ordinal);
  if (scorer === null) return null;
  const bits = docBits(segment.maxDoc, budget);
  scorer.accumulate(0, segment.maxDoc, bits, null);
  const live = segment.liveDocs;
  if (live !== null) for (let word = 0; word < bits.length; word++) bits[word]! &= live[word]!;
  return bits;
}
