import { setBit } from '../codec/bits.ts';
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
      // Objects of nested fields have the id of the document that they lie in.
      const first = context.nestedPath === undefined ? doc : (segment.blocks?.startOf(doc) ?? doc);
      for (let each = first; each <= doc; each++) setBit(bits, each);
      cost += doc - first + 1;
    }
    return cost === 0 ? null : new BitSetScorer(bits, cost, score, context.budget);
  });
}
