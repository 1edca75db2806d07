import { BitSetScorer } from './constant-scorer.ts';
import { utf8 } from './query-tokens.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** Documents by `_id`, each scored `score`. */
export function idsWeight(ids: readonly string[], context: QueryContext, score: number): Weight {
  if (ids.length === 0) return new MatchNoneWeight();
  const keys = ids.map(utf8);
  return new SegmentFunctionWeight(context, (segment) => {
    const bits = new Uint32Array((segment.maxDoc + 31) >>> 5);
    let cost = 0;
    for (const key of keys) {
      const doc = segment.docOf(key);
      if (doc < 0) continue;
      cost++;
      bits[doc >>> 5]! |= 1 << (doc & 31);
    }
    return cost === 0 ? null : new BitSetScorer(bits, cost, score);
  });
}
