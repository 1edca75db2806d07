import type { Clock } from '@sextant/base';
import { className, dictionary, type JsonMap } from '@sextant/contract';
import type { AggregationProfile, RunningAggregation } from '../aggregations/aggregations.ts';
import { DocumentError } from '../budget/document-error.ts';
import type { Steps } from '../budget/slices.ts';
import { innerQueries } from '../dsl/query-name.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { createWeight } from '../query/create-weight.ts';
import { textOf } from '../query/explanation.ts';
import { DocBlock, NO_MINIMUM, type Scorer } from '../query/scorer.ts';
import type { QueryContext } from '../query/weight.ts';
import { HitScores } from './hit-scores.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';

/** Names of Lucene's queries that are not those of the REST interface with a large first letter. */
const luceneNames: ReadonlyMap<string, string> = new Map([
  ['match_all', 'MatchAllDocsQuery'],
  ['match_none', 'MatchNoDocsQuery'],
  ['bool', 'BooleanQuery'],
  ['dis_max', 'DisjunctionMaxQuery'],
  ['constant_score', 'ConstantScoreQuery'],
  ['exists', 'FieldExistsQuery'],
  ['has_child', 'GlobalOrdinalsQuery'],
  ['has_parent', 'GlobalOrdinalsQuery'],
  ['ids', 'TermInSetQuery'],
  ['parent_id', 'BooleanQuery'],
  ['terms', 'TermInSetQuery'],
  ['match_phrase', 'PhraseQuery'],
  ['match_phrase_prefix', 'MultiPhrasePrefixQuery'],
  ['multi_match', 'DisjunctionMaxQuery'],
  ['nested', 'OpenSearchToParentBlockJoinQuery'],
  ['range', 'IndexOrDocValuesQuery'],
]);

/** What is within them is asked of other documents. */
const othersAsked: ReadonlySet<string> = new Set(['nested', 'has_child', 'has_parent']);

/** What was measured of one query, in Lucene's names. Times are in nanoseconds. */
interface Breakdown {
  createNanos: number;
  buildNanos: number;
  builds: number;
  nextNanos: number;
  nexts: number;
}

interface Profiled {
  readonly targets: readonly SegmentTarget[];
  readonly times: ShardTimes;
  readonly aggregation: RunningAggregation | null;
}

/**
 * The `profile` of a search: what each shard took, and each query of it. Queries within others are measured by going through the
 * documents of each on its own, once more, and so are those around them: times of one search never add up to it exactly.
 */
export function* profileJson(
  setup: SearchSetup,
  { targets, times, aggregation }: Profiled,
  clock: Pick<Clock, 'nanos'>,
): Steps<JsonMap> {
  const { shards, request, options } = setup;
  const contexts = new HitScores(setup, targets);
  const told: JsonMap[] = [];
  for (const [i, { searcher }] of shards.entries()) {
    const own = targets.filter(({ shardIndex }) => shardIndex === i);
    const { queryNanos } = times.of(i);
    const context = own.length === 0 ? null : contexts.contextOf(own[0]!, request.size > 0);
    const query = context === null ? [] : [yield* queryJson(request.query, context, clock)];
    const aggregated = aggregation?.profile(i) ?? null;
    told.push({
      id: `[${options.nodeId ?? ''}][${searcher.index}][${searcher.shard}]`,
      inbound_network_time_in_millis: 0,
      outbound_network_time_in_millis: 0,
      searches: [
        { query, rewrite_time: 0, collector: [collectorJson(request, queryNanos, aggregated)] },
        ...everythingJson(query, aggregated),
      ],
      aggregations: aggregated?.aggregations ?? [],
      fetch: times.fetches?.json(i) ?? [],
    });
  }
  return { shards: told };
}

/** What took the documents that the query matches: those of the best hits or none, and the aggregations. */
function collectorJson(request: SearchRequest, nanos: number, profile: AggregationProfile | null): JsonMap {
  const collected = profile?.collected ?? null;
  const others = Math.min(nanos, collected?.nanos ?? 0);
  const hits = {
    name: topName(request),
    reason: request.size > 0 ? 'search_top_hits' : 'search_count',
    time_in_nanos: whole(nanos - others),
  };
  if (collected === null) return hits;
  return {
    name: 'MultiCollector',
    reason: 'search_multi',
    time_in_nanos: whole(nanos),
    children: [hits, { name: collected.name, reason: 'aggregation', time_in_nanos: whole(others) }],
  };
}

/** Aggregations that see every document search once more. */
function everythingJson(query: readonly JsonMap[], profile: AggregationProfile | null): JsonMap[] {
  const everything = profile?.everything ?? null;
  if (everything === null) return [];
  const { name, nanos } = everything;
  const collector = [{ name, reason: 'aggregation_global', time_in_nanos: whole(nanos) }];
  return [{ query, rewrite_time: 0, collector }];
}

function topName({ size, sort, collapse }: SearchRequest): string {
  if (size === 0) return 'EarlyTerminatingCollector';
  if (collapse !== null) return 'CollapsingTopDocsCollector';
  return sort.length > 0 ? 'SimpleFieldCollector' : 'TopScoreDocCollector';
}

function whole(nanos: number): number {
  return Math.round(nanos);
}

function* queryJson(node: QueryNode, context: QueryContext, clock: Pick<Clock, 'nanos'>): Steps<JsonMap> {
  const breakdown: Breakdown = { createNanos: 0, buildNanos: 0, builds: 0, nextNanos: 0, nexts: 0 };
  const started = clock.nanos();
  const weight = createWeight(node, context);
  breakdown.createNanos = clock.nanos() - started;
  const block = new DocBlock();
  for (const segment of context.searcher.segments.keys()) {
    const before = clock.nanos();
    const lent = context.windows.mark();
    const scorer = weight.scorer(segment);
    breakdown.buildNanos += clock.nanos() - before;
    breakdown.builds++;
    if (scorer !== null) breakdown.nexts += countNexts(scorer, block, context);
    breakdown.nextNanos += clock.nanos() - before;
    context.windows.release(lent);
    if (context.budget.sliceOver) yield;
  }
  breakdown.nextNanos = Math.max(0, breakdown.nextNanos - breakdown.buildNanos);
  const children: JsonMap[] = [];
  for (const inner of othersAsked.has(node.kind) ? [] : innerQueries(node)) {
    children.push(yield* queryJson(inner, context, clock));
  }
  const { createNanos, buildNanos, nextNanos } = breakdown;
  return {
    type: typeOf(node.kind, textOf(weight)),
    description: textOf(weight),
    time_in_nanos: whole(createNanos + buildNanos + nextNanos),
    breakdown: breakdownJson(breakdown),
    ...(children.length === 0 ? {} : { children }),
  };
}

/** Up to the first one by which it fails, if any: the search itself may have asked it about none such. */
function countNexts(scorer: Scorer, block: DocBlock, { budget }: QueryContext): number {
  let count = 0;
  try {
    while (scorer.nextBlock(block, 0, NO_MINIMUM)) {
      budget.charge(1);
      count += block.length;
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
  }
  return count;
}

/** Words that are looked for alone are one term. */
function typeOf(kind: string, text: string): string {
  if (kind === 'match') return text.includes(' ') ? 'BooleanQuery' : 'TermQuery';
  return luceneNames.get(kind) ?? `${className(kind)}Query`;
}

/** Documents are found in blocks, scored as they are found: that is what `next_doc` says. */
function breakdownJson({ createNanos, buildNanos, builds, nextNanos, nexts }: Breakdown): JsonMap {
  const measured = new Map([
    ['build_scorer', [buildNanos, builds]],
    ['create_weight', [createNanos, 1]],
    ['next_doc', [nextNanos, nexts]],
  ]);
  const json: Record<string, number> = dictionary();
  for (const name of PARTS) {
    const [nanos = 0, count = 0] = measured.get(name) ?? [];
    json[name] = whole(nanos);
    json[`${name}_count`] = count;
  }
  return json;
}

const PARTS = [
  'advance',
  'build_scorer',
  'compute_max_score',
  'create_weight',
  'match',
  'next_doc',
  'score',
  'set_min_competitive_score',
  'shallow_advance',
] as const;
