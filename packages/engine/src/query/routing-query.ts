import { hashBytes } from '../codec/bytes.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { ROUTING } from '../mapping/metadata-fields.ts';
import type { OneText } from '../segment/text-order.ts';
import { type FieldStatistics, NO_NORM } from './bm25.ts';
import { inChunks } from './doc-bits.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, scoreAt, unmatched } from './explanation.ts';
import { FeatureScorer } from './feature-scorer.ts';
import { ordinalRangeScorer } from './ordinals-scorer.ts';
import { utf8 } from './query-tokens.ts';
import { normlessScore, similarityOf } from './term-weight.ts';
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
  const test = values === null ? isThere : testOf(values);
  return new SegmentFunctionWeight(
    context,
    (segment) => {
      const { routings, maxDoc } = segment;
      if (routings === null) return null;
      const value = (doc: number): number => (test(routings, doc) ? score : Number.NaN);
      return new FeatureScorer(value, { maxDoc, docCount: maxDoc, maxScore: score, budget });
    },
    undefined,
    () => `ConstantScore(${text})`,
  );
}

/** How many documents have a routing value, and how many this one. */
interface RoutingStatistics {
  readonly docCount: number;
  readonly docFreq: number;
}

/** One value, which scores by how rare it is. `known`: of a value that was found in the column of routings. */
export function scoredRoutingWeight(
  value: string,
  context: QueryContext,
  boost: number,
  known?: RoutingStatistics,
): Weight {
  if (context.needsScores === false) return routingWeight(new Set([value]), context, boost);
  const { docCount, docFreq } = known ?? statisticsOf(value, context);
  // Each has the word once, and nothing else.
  const statistics = { docCount, sumTotalTermFreq: docCount, similarity: similarityOf(context, ROUTING) };
  const score = normlessScore(statistics, docFreq, boost);
  const found =
    known === undefined ? routingWeight(new Set([value]), context, score) : byColumn(value, context, score);
  return new RoutingTermWeight(found, statistics, { value, docFreq, boost });
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

/** As `routingWeight`, where the column is there already: it is gone through faster than the texts. */
function byColumn(value: string, context: QueryContext, score: number): Weight {
  const term = utf8(value);
  const use = { field: ROUTING, indexed: false, score, budget: context.budget };
  return new SegmentFunctionWeight(context, (segment) => {
    const ordinal = segment.terms(ROUTING)?.lookup(term) ?? -1;
    return ordinal < 0 ? null : ordinalRangeScorer(segment, ordinal, ordinal + 1, use);
  });
}

function statisticsOf(value: string, { searcher, budget }: QueryContext): RoutingStatistics {
  const test = testOf(new Set([value]));
  let docCount = 0;
  let docFreq = 0;
  for (const { routings, maxDoc } of searcher.segments) {
    if (routings === null) continue;
    inChunks(maxDoc, budget, (from, to) => {
      for (let doc = from; doc < to; doc++) {
        if (!isThere(routings, doc)) continue;
        docCount++;
        if (test(routings, doc)) docFreq++;
      }
    });
  }
  return { docCount, docFreq };
}

type RoutingTest = (routings: OneText, doc: number) => boolean;

const isThere: RoutingTest = (routings, doc) => routings.starts[doc + 1]! > routings.starts[doc]!;

/** Whether the routing of a document is one of these. */
function testOf(values: ReadonlySet<string>): RoutingTest {
  const wanted = [...values].map(utf8).filter(({ length }) => length > 0);
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1) return (routings, doc) => isText(routings, doc, only);
  const byHash = new Map<number, Uint8Array[]>();
  for (const text of wanted) {
    const hash = hashBytes(text, 0, text.length);
    byHash.set(hash, [...(byHash.get(hash) ?? []), text]);
  }
  return (routings, doc) => {
    const start = routings.starts[doc]!;
    const length = routings.starts[doc + 1]! - start;
    const texts = length === 0 ? undefined : byHash.get(hashBytes(routings.bytes, start, length));
    return texts?.some((text) => isText(routings, doc, text)) === true;
  };
}

function isText(routings: OneText, doc: number, text: Uint8Array): boolean {
  const start = routings.starts[doc]!;
  if (routings.starts[doc + 1]! - start !== text.length) return false;
  const { bytes } = routings;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}
