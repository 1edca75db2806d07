import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toFloat,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { javaFloat } from '../../mapping/java-text.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import { type Explanation, explain, explainFilter, matched, matchedDouble, textOf } from '../explanation.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { BlockScorer, type DocBlock, type Scorer } from '../scorer.ts';
import { TermFilterWeight } from '../term-weight.ts';
import {
  MatchNoneWeight,
  type QueryContext,
  ScaledWeight,
  SegmentWeight,
  type Weight,
  withoutScores,
} from '../weight.ts';
import type { WordSink } from '../word-sink.ts';

interface BoostingNode extends QueryNode {
  readonly kind: 'boosting';
  readonly positive: QueryNode;
  readonly negative: QueryNode;
  readonly negativeBoost: number;
}

export const boosting: QueryType<BoostingNode> = {
  name: 'boosting',
  ofField: false,
  compound: true,
  parse: parseBoosting,
  weight: boostingWeight,
  isNothing: ({ positive, negative }, shard, isNothing) => {
    if (isNothing(positive, shard)) return true;
    isNothing(negative, shard);
    return false;
  },
};

/** `{"boosting":{"positive":{…},"negative":{…},"negative_boost":0.2}}` */
function parseBoosting(body: JsonObject, parse: ParseQuery): BoostingNode {
  let positive: QueryNode | null = null;
  let negative: QueryNode | null = null;
  let negativeBoost = -1;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'positive' && isObject(value)) positive = parse(value);
    else if (name === 'negative' && isObject(value)) negative = parse(value);
    else if (Array.isArray(value)) continue;
    else if (isObject(value)) throw notSupported('boosting', name);
    else if (name === 'negative_boost') negativeBoost = toFloat(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('boosting', name);
  }
  if (positive === null) throw parsingError("[boosting] query requires 'positive' query to be set'");
  if (negative === null) throw parsingError("[boosting] query requires 'negative' query to be set'");
  if (negativeBoost < 0) {
    throw parsingError("[boosting] query requires 'negative_boost' to be set to be a positive value'");
  }
  return Object.freeze({ kind: 'boosting', positive, negative, negativeBoost, boost });
}

function boostingWeight(node: BoostingNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const positive = bind(node.positive, context, 1);
  const negative = bind(node.negative, withoutScores(context), 1);
  if (context.needsScores === false || positive instanceof MatchNoneWeight) return positive;
  const demoted = new DemotedWeight(context, positive, negative, node.negativeBoost);
  return boost === 1 ? demoted : new ScaledWeight(demoted, boost);
}

/** What the positive query matches; what the negative one matches too scores less. */
class DemotedWeight extends SegmentWeight {
  readonly #positive: Weight;
  readonly #negative: Weight;
  readonly #factor: number;

  constructor(context: QueryContext, positive: Weight, negative: Weight, factor: number) {
    super(context);
    this.#positive = positive;
    this.#negative = negative;
    this.#factor = factor;
  }

  words(sink: WordSink): void {
    this.#positive.words?.(sink);
  }

  override scorer(segment: number): Scorer | null {
    const positive = this.#positive.scorer(segment);
    const negative = this.#negative.scorer(segment);
    return positive === null || negative === null
      ? positive
      : new DemotedScorer(positive, negative, this.#factor);
  }

  text(): string {
    const told = `queryboost(${this.#told()})^${javaFloat(this.#factor)}`;
    return `FunctionScoreQuery(${textOf(this.#positive)}, scored by boost(${told}))`;
  }

  #told(): string {
    const text = textOf(this.#negative);
    return `score(${this.#negative instanceof TermFilterWeight ? `ConstantScore(${text})` : text})`;
  }

  explain(segment: number, doc: number): Explanation {
    const inner = explain(this.#positive, segment, doc);
    if (!inner.match) return inner;
    const isDemoted = explainFilter(this.#negative, segment, doc).match;
    const factor = matched(this.#factor, `Matched boosting query ${this.#told()}`);
    const product = matchedDouble(inner.value * this.#factor, 'product of:', [inner, factor]);
    const details = isDemoted ? product : inner;
    const told = details.form === 'double' ? matchedDouble : matched;
    return told(details.value, `weight(${this.text()}), result of:`, [details]);
  }

  override count(segment: number): number {
    return this.#positive.count(segment);
  }
}

class DemotedScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #positive: Scorer;
  readonly #negative: Scorer;
  readonly #factor: number;
  readonly #hits = new Uint8Array(BLOCK_SIZE);

  constructor(positive: Scorer, negative: Scorer, factor: number) {
    super();
    this.#positive = positive;
    this.#negative = negative;
    this.#factor = factor;
    this.cost = positive.cost;
    this.maxScore = Math.fround(positive.maxScore * Math.max(1, factor));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    const least = this.#factor > 1 ? -1 : minScore;
    if (!this.#positive.nextBlock(block, from, least)) return false;
    const { docs, scores, length } = block;
    const hits = this.#hits;
    hits.fill(0, 0, length);
    this.#negative.probe(docs, length, hits, null);
    for (let i = 0; i < length; i++) if (hits[i] === 1) scores[i]! *= this.#factor;
    return true;
  }
}
