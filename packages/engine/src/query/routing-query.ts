import { getBit } from '../codec/bits.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { ROUTING } from '../mapping/metadata-fields.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { bm25, type FieldStatistics, idf, K1 } from './bm25.ts';
import { inChunks } from './doc-bits.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, scoreAt, unmatched } from './explanation.ts';
import { FeatureScorer } from './feature-scorer.ts';
import { NO_NORM } from './phrase-scorer.ts';
import { type QueryContext, SealedWeight, SegmentFunctionWeight, type Weight } from './weight.ts';

/** Documents that were given a routing value, or one of some. */
export function routingWeight(
  values: ReadonlySet<string> | null,
  context: QueryContext,
  score: number,
): Weight {
  const text =
    values === null ? '_field_names:_routing' : [...values].map((value) => `_routing:${value}`).join(' ');
  const { budget } = context;
  return new SegmentFunctionWeight(
    context,
    (segment) => {
      const routingOf = routingsOf(segment);
      const { maxDoc } = segment;
      const value = (doc: number): number => {
        const routing = routingOf(doc);
        return routing !== null && (values === null || values.has(routing)) ? score : Number.NaN;
      };
      return new FeatureScorer(value, { maxDoc, docCount: maxDoc, maxScore: score, budget });
    },
    undefined,
    () => `ConstantScore(${text})`,
  );
}

/** One value, which scores by how rare it is; `least`: of so many documents at least. */
export function scoredRoutingWeight(value: string, context: QueryContext, boost: number, least = 0): Weight {
  if (context.needsScores === false) return routingWeight(new Set([value]), context, boost);
  let docCount = 0;
  let docFreq = 0;
  for (const segment of context.searcher.segments) {
    const routingOf = routingsOf(segment);
    inChunks(segment.maxDoc, context.budget, (from, to) => {
      for (let doc = from; doc < to; doc++) {
        const routing = routingOf(doc);
        if (routing !== null) docCount++;
        if (routing === value) docFreq++;
      }
    });
  }
  docFreq = Math.max(docFreq, least);
  const weight = Math.fround(boost * idf(docFreq, docCount));
  // Each has the word once, and nothing else.
  const found = routingWeight(new Set([value]), context, bm25(weight, 1, Math.fround(1 / K1)));
  return new RoutingTermWeight(found, { docCount, sumTotalTermFreq: docCount }, { value, docFreq, boost });
}

/** A value that a term query asks for, and why it scores. */
class RoutingTermWeight extends SealedWeight {
  readonly #statistics: FieldStatistics;
  readonly #term: { readonly value: string; readonly docFreq: number; readonly boost: number };

  constructor(
    found: Weight,
    statistics: FieldStatistics,
    term: { readonly value: string; readonly docFreq: number; readonly boost: number },
  ) {
    super(found);
    this.#statistics = statistics;
    this.#term = term;
  }

  override text(): string {
    const { value, boost } = this.#term;
    return boost === 1 ? `${ROUTING}:${value}` : `(${ROUTING}:${value})^${javaFloat(boost)}`;
  }

  override explain(segment: number, doc: number): Explanation {
    if (Number.isNaN(scoreAt(this.scorer(segment), doc))) return unmatched('no matching term');
    const { value, docFreq, boost } = this.#term;
    return explainBm25({
      text: `${ROUTING}:${value}`,
      doc,
      statistics: this.#statistics,
      docFreqs: [docFreq],
      boost,
      freq: 1,
      freqText: 'freq, occurrences of term within document',
      norm: NO_NORM,
    });
  }
}

/** Objects within documents have none of their own. */
function routingsOf(segment: SegmentReader): (doc: number) => string | null {
  const outermost = segment.blocks?.docsOf(null) ?? null;
  return (doc) => (outermost === null || getBit(outermost, doc) ? segment.routingOf(doc) : null);
}
