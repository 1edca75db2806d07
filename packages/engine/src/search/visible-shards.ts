import type { Steps } from '../budget/slices.ts';
import { type FieldRules, fieldView } from '../mapping/field-view.ts';
import { createWeight } from '../query/create-weight.ts';
import { docBits } from '../query/doc-bits.ts';
import { parseQuery } from '../query/parse-query.ts';
import { ScoreWindows } from '../query/score-window.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { withDefinitions } from './derived-mapping.ts';
import { matchingBits } from './matching-bits.ts';
import { refuseCounting, refuseRevealing } from './revealing.ts';
import type { SearchOptions } from './search-api.ts';
import type { SearchSetup } from './search-setup.ts';
import { ShardDamaged } from './shard-damaged.ts';
import type { ShardTarget } from './shard-target.ts';

type Setup = Omit<SearchSetup, 'windows'>;

/**
 * The shards as the caller may see them: what `documentFilters` leave out counts as deleted, which everything heeds that looks at
 * documents, and of what `fieldRules` hide there is nothing in mapping, segments and stored documents. Throws ApiError where the filter does not fit the mapping, and where the request asks for what is counted
 * with the others too.
 */
export function* visibleShards(setup: Setup): Steps<readonly ShardTarget[]> {
  const { documentFilters, fieldRules } = setup.options;
  // Whoever hides documents says by which fields: the filter sees all of them.
  const shards = documentFilters === undefined ? setup.shards : yield* withoutHidden(setup, documentFilters);
  if (fieldRules === undefined || fieldRules.size === 0) return shards;
  const seen: ShardTarget[] = [];
  for (const shard of shards) {
    const rules = fieldRules.get(shard.searcher.index);
    seen.push(rules === undefined ? shard : yield* partlySeen(shard, rules, setup));
  }
  return seen;
}

/** The shard as if its documents had the fields alone that the rules leave, and its mapping no other. */
function* partlySeen(shard: ShardTarget, rules: FieldRules, setup: Setup): Steps<ShardTarget> {
  const view = fieldView(rules);
  const { searcher, mapping } = shard;
  const segments = searcher.segments.map((segment) => segment.seenBy(view));
  const seen = mapping.seenBy(view);
  if (mapping.nestedPaths().some((path) => !seen.isObject(path))) refuseCounting(setup.options.body);
  if (rules.masks !== undefined) yield* prepareMasked(seen, segments, setup);
  return { ...shard, mapping: seen, searcher: { ...searcher, segments } };
}

/** Masks the terms of what the request names, as that takes long; what it does not name by its whole name is masked when it is met. */
function* prepareMasked(
  mapping: ShardTarget['mapping'],
  segments: readonly SegmentReader[],
  { options: { body }, budget }: Setup,
): Steps<void> {
  const asked = JSON.stringify(body);
  for (const { path, mapped } of mapping.mappers()) {
    if (!mapped.docValues || !asked.includes(path)) continue;
    for (const segment of segments) {
      const work = segment.prepareMasked(path, budget);
      if (work !== null) yield* work;
    }
  }
}

function* withoutHidden(
  setup: Setup,
  filters: NonNullable<SearchOptions['documentFilters']>,
): Steps<readonly ShardTarget[]> {
  const { shards } = setup;
  if (filters.size === 0) return shards;
  if (shards.some(({ searcher }) => filters.has(searcher.index))) {
    refuseRevealing(setup.options.body, setup.request.suggest !== null);
  }
  const seen: ShardTarget[] = [];
  for (const shard of shards) {
    const filter = filters.get(shard.searcher.index);
    seen.push(filter === undefined ? shard : yield* narrowed(shard, filter, setup));
  }
  return seen;
}

/** What was thrown while these were searched, in terms of the shards that `visibleShards` was given. */
export function inGivenShards(
  error: unknown,
  seen: readonly ShardTarget[],
  given: readonly ShardTarget[],
): unknown {
  if (!(error instanceof ShardDamaged)) return error;
  const at = seen.findIndex(({ searcher }) => searcher === error.searcher);
  return at < 0 || seen === given ? error : new ShardDamaged(error.error, given[at]!.searcher);
}

/** A rule that looked at some of the documents would hide nothing by a field that others alone have. */
const ALL = Number.POSITIVE_INFINITY;

function* narrowed(
  shard: ShardTarget,
  filter: Readonly<Record<string, unknown>>,
  { nowMs, budget }: Setup,
): Steps<ShardTarget> {
  const { searcher } = shard;
  const derived = shard.mapping.settings.derived ?? new Map();
  const mapping = derived.size === 0 ? shard.mapping : withDefinitions(shard, derived, budget, ALL);
  const windows = ScoreWindows.checkOut();
  const weight = createWeight(parseQuery(filter), {
    searcher,
    mapping,
    nowMs,
    budget,
    windows,
    needsScores: false,
  });
  const segments: SegmentReader[] = [];
  let numDocs = 0;
  for (const [ordinal, segment] of searcher.segments.entries()) {
    const bits = matchingBits(weight, ordinal, segment, budget);
    const only = bits === 'all' ? segment : segment.only(bits ?? docBits(segment.maxDoc, budget));
    segments.push(only);
    numDocs += only.numDocs;
    if (budget.sliceOver) yield;
  }
  windows.checkIn();
  return { ...shard, searcher: { ...searcher, segments, numDocs, isPart: true } };
}
