import { setBit } from '../codec/bits.ts';
import { compareBytes } from '../codec/bytes.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { docBits } from './doc-bits.ts';
import { idBytes } from './id-bytes.ts';
import { utf8 } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/** Documents by `_id`, each scored `score`. */
export function idsWeight(ids: readonly string[], context: QueryContext, score: number): Weight {
  if (ids.length === 0) return new MatchNoneWeight();
  const keys = ids.map(utf8);
  const scorer = (segment: SegmentReader): Scorer | null => {
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
  };
  return new SegmentFunctionWeight(context, scorer, undefined, () => idsText(ids));
}

function idsText(ids: readonly string[]): string {
  const keys = ids.map((id) => idBytes(id).slice()).sort(compareBytes);
  const shown = keys.map((key) => Array.from(key, (byte) => byte.toString(16)).join(' '));
  return `_id:(${shown.map((hex) => `[${hex}]`).join(' ')})`;
}
