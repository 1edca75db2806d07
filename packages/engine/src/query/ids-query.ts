import { BitSetScorer } from './constant-scorer.ts';
import { docBits } from './doc-bits.ts';
import { utf8 } from './query-tokens.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** Documents by `_id`, each scored `score`. */
export function idsWeight(ids: readonly string[], context: QueryContext, score: number): Weight {
  if (ids.length === 0) return new MatchNoneWeight();
  const keys = ids.map(utf8);
  return new SegmentFunctionWeight(context, (segment) => {
    const bits = docBits(segment.maxDoc, context.budget);
    let cost = 0;
    for (const key of keys) {
      context.budget.charge(1);
      const doc = segment.docOf(key);
      if (doc < 0) continue;
      cost++;
      bits[doc >>> 5]! |= 1 << (doc & 31);
    }
    return cost === 0 ? null : new BitSetScorer(bits, cost, score, context.budget);
  });
}
