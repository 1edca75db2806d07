import type { QueryNode } from '../dsl/query-node.ts';
import { createWeight } from '../query/create-weight.ts';
import { type Explanation, explain, explanationJson, matched, unmatched } from '../query/explanation.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Weight } from '../query/weight.ts';
import type { DocPlace, HitScores } from './hit-scores.ts';
import { combined } from './rescore.ts';
import type { RescoreRequest } from './rescore-request.ts';
import type { ExplainedHit, ExplainedQuery } from './search-api.ts';
import type { SearchSetup } from './search-setup.ts';
import { shardQuery, withFilter } from './shard-query.ts';
import type { SegmentTarget } from './shard-target.ts';

interface ShardWeights {
  readonly query: Weight;
  /** Of each step of `rescore`. */
  readonly steps: readonly Weight[];
}

/** Says of hits why they have their scores: as the query does it, then each step that scores them anew. */
export class HitExplainer {
  readonly #setup: SearchSetup;
  readonly #targets: readonly SegmentTarget[];
  readonly #scores: HitScores;
  readonly #weights = new Map<number, ShardWeights>();

  constructor(setup: SearchSetup, targets: readonly SegmentTarget[], scores: HitScores) {
    this.#setup = setup;
    this.#targets = targets;
    this.#scores = scores;
  }

  /** `rank`: its place among the hits that are shown. */
  explain({ segment, doc }: DocPlace, rank: number): ExplainedHit {
    const { request, options, budget } = this.#setup;
    const target = this.#targets[segment]!;
    const { query, steps } = this.#weightsOf(target);
    budget.charge(1);
    let told = explain(query, target.ordinal, doc);
    for (const [i, step] of request.rescore.entries()) {
      const isWithin = request.from + rank < step.windowSize;
      const second = isWithin ? explain(steps[i]!, target.ordinal, doc) : unmatched('beyond the window');
      told = rescored(step, told, second);
    }
    return {
      shard: target.shard.searcher.shard,
      node: options.nodeId ?? '',
      matched: told.match,
      explanation: explanationJson(told),
    };
  }

  #weightsOf(target: SegmentTarget): ShardWeights {
    const known = this.#weights.get(target.shardIndex);
    if (known !== undefined) return known;
    const { request, options } = this.#setup;
    const context = this.#scores.contextOf(target, true);
    const asked = options.explained === undefined ? request.query : queryOf(options.explained);
    const boost = options.indexBoosts?.get(target.shard.searcher.index) ?? 1;
    const made = {
      query: createWeight(shardQuery(asked, options, target.shard), context, boost),
      steps: request.rescore.map((step) => createWeight(step.query, context)),
    };
    this.#weights.set(target.shardIndex, made);
    return made;
  }
}

function queryOf({ query, filter }: ExplainedQuery): QueryNode {
  const asked = parseQuery(query);
  return filter === undefined ? asked : withFilter(asked, parseQuery(filter));
}

const words: Readonly<Record<RescoreRequest['mode'], string>> = {
  avg: 'avg',
  max: 'max',
  min: 'min',
  total: 'sum',
  multiply: 'product',
};

function rescored(step: RescoreRequest, first: Explanation, second: Explanation): Explanation {
  const own = Math.fround(first.value * step.queryWeight);
  const primary = first.match
    ? matched(own, 'product of:', [first, matched(step.queryWeight, 'primaryWeight')])
    : unmatched('First pass did not match', [first]);
  if (!second.match) return primary;
  const other = matched(Math.fround(second.value * step.rescoreQueryWeight), 'product of:', [
    second,
    matched(step.rescoreQueryWeight, 'secondaryWeight'),
  ]);
  const score = combined(step, first.value, second.value);
  return matched(score, `${words[step.mode]} of:`, [primary, other]);
}
