import { ApiError } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { NothingFinder } from '../query/is-nothing.ts';
import type { SearchResult } from './search-api.ts';
import { AllShardsFailed } from './search-failure.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { ShardTarget } from './shard-target.ts';
import { checkSort } from './sort-keys.ts';
import type { SortSpec } from './sort-request.ts';

/** More shards than these are looked at before they are searched, unless the request, its sort or its indices say otherwise. */
const DEFAULT_PRE_FILTER_SHARD_SIZE = 128;

/** What a document is sorted by where no field does. */
const byPlace: ReadonlySet<string> = new Set(['_doc', '_shard_doc']);

const writeBlocks = ['index.blocks.write', 'index.blocks.read_only', 'index.blocks.read_only_allow_delete'];

/**
 * The shards that may have documents of the query, one of them at least. The others are skipped: they would add nothing to
 * the answer. As OpenSearch does it, only where there are many shards, and a query that can be judged beforehand; where all
 * documents count, or some are hidden from the caller, none is skipped.
 */
export function matchingShards({
  shards,
  request,
  options,
  nowMs,
  budget,
}: Omit<SearchSetup, 'windows'>): readonly ShardTarget[] {
  // Pages tell documents by their places among those of all shards.
  if (options.page !== undefined || shards.length <= sizeOf({ shards, request, options })) return shards;
  if (!isJudged(request)) return shards;
  const matching = shards.filter(
    (shard) => !canSort(request.sort[0], shard, budget) || mayMatch(request.query, shard, nowMs),
  );
  return matching.length > 0 ? matching : shards.slice(0, 1);
}

/**
 * The answer of the shards that may match; those that were skipped count as such that worked. Where all others fail to search, the
 * answer is theirs: as in OpenSearch it has no hits and tells of the failures, but with aggregations the search fails. Helpers look at those that match.
 */
export function* searchMatching(
  setup: Omit<SearchSetup, 'windows'>,
  search: (some: Pick<SearchSetup, 'shards' | 'hasSkipped'>, isHelped: boolean) => Steps<SearchResult>,
): Steps<SearchResult> {
  const { shards, request } = setup;
  const matching = matchingShards(setup);
  const skipped = shards.length - matching.length;
  if (skipped === 0) return yield* search({ shards: matching }, true);
  try {
    const found = yield* search({ shards: matching, hasSkipped: true }, true);
    const { total, successful } = found.shards;
    return {
      ...found,
      shards: { ...found.shards, total: total + skipped, successful: successful + skipped, skipped },
    };
  } catch (error) {
    if (!(error instanceof AllShardsFailed) || request.aggregations !== null) throw error;
    const kept = new Set(matching);
    const { failures } = error;
    const skippedOne = shards.filter((shard) => !kept.has(shard)).slice(0, 1);
    const {
      profile: _profile,
      terminatedEarly: _early,
      ...nothing
    } = yield* search({ shards: skippedOne }, false);
    const told = { total: shards.length, successful: skipped, skipped, failures };
    return { ...nothing, total: { value: 0, relation: 'eq' }, maxScore: 0, shards: told };
  }
}

function sizeOf({ shards, request, options }: Pick<SearchSetup, 'shards' | 'request' | 'options'>): number {
  if (options.preFilterShardSize !== undefined) return options.preFilterShardSize;
  const [first] = request.sort;
  const isEarly = first !== undefined && sortsByField(first);
  return isEarly || shards.some(isNotWritten) ? 1 : DEFAULT_PRE_FILTER_SHARD_SIZE;
}

function sortsByField({ field, geo, script }: SortSpec): boolean {
  return field !== '_score' && geo === null && script === null;
}

/** A shard that cannot be sorted by the field that sorts first fails, and is searched so that it does. */
function canSort(first: SortSpec | undefined, shard: ShardTarget, budget: WorkBudget): boolean {
  if (first === undefined || byPlace.has(first.field) || !sortsByField(first)) return true;
  try {
    checkSort([first], shard, budget);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function isNotWritten({ metadata }: ShardTarget): boolean {
  return writeBlocks.some((name) => String(metadata.settings[name]) === 'true');
}

function isJudged({ query, suggest, aggregations }: SearchRequest): boolean {
  if (query.kind === 'match_all' || suggest !== null) return false;
  const all = aggregations?.children ?? [];
  return !all.some(({ type, spec }) => type.name === 'global' || type.showsAll?.(spec) === true);
}

/** What is wrong with a query is told when it is searched for. Limits of hidden documents are nobody's to learn. */
function mayMatch(query: QueryNode, { searcher, mapping }: ShardTarget, nowMs: number): boolean {
  if (searcher.isPart === true) return true;
  try {
    return !new NothingFinder({ searcher, mapping, nowMs }).isNothing(query);
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}
