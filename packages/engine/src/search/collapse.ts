import { ApiError, apiError } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import { type LongText, TextKeys } from '../codec/text-keys.ts';
import { type FineNumber, isFine, toBig } from '../mapping/fine-number.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { SEQ_NO } from '../mapping/metadata-fields.ts';
import { columnValues } from './hit-fields.ts';
import type { SearchHit, SearchOptions, SearchResult } from './search-api.ts';
import type { ShardFailure } from './search-failure.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget, ShardTarget } from './shard-target.ts';

/** Throws where the shard has no such groups, or the request goes with something that has none. */
export function checkCollapse(
  { collapse, rescore, searchAfter, sort }: SearchRequest,
  { page }: SearchOptions,
  { mapping }: ShardTarget,
): void {
  if (collapse === null) return;
  const problem = (what: string): Error => apiError('search_exception', `${what}`);
  if (page !== undefined) throw problem('cannot use `collapse` in a scroll context');
  const { field: name, innerHits } = collapse;
  if (searchAfter !== null && (sort.length !== 1 || sort[0]!.field !== name)) {
    const both = 'collapse field and sort field must be the same';
    throw problem(`${both} when use \`collapse\` in conjunction with \`search_after\``);
  }
  if (rescore.length > 0) throw problem('cannot use `collapse` in conjunction with `rescore`');
  const field = mapping.field(name);
  const refuse = (reason: string): Error => apiError('illegal_argument_exception', reason);
  if (field === undefined) {
    throw refuse(`no mapping found for \`${name}\` in order to collapse on`);
  }
  if (!isGroupable(field)) {
    throw refuse(`unknown type for collapse field \`${name}\`, only keywords and numbers are accepted`);
  }
  if (!field.docValues) throw refuse(`cannot collapse on field \`${name}\` without \`doc_values\``);
  if (innerHits.length > 0 && !field.indexed) {
    const only = 'only indexed field can retrieve `inner_hits`';
    throw refuse(`cannot expand \`inner_hits\` for collapse field \`${name}\`, ${only}`);
  }
}

const noNumbers: ReadonlySet<string> = new Set(['boolean', 'date', 'date_nanos', 'scaled_float', SEQ_NO]);

function isGroupable({ type, storage, derived }: MappedField): boolean {
  if (derived !== undefined) return false;
  return type === 'keyword' || (storage === 'number' && !noNumbers.has(type));
}

/** What documents of one group have; a number that no double holds as its digits. */
type Group = Exclude<FieldValue, FineNumber> | null;

interface Grouped {
  readonly segment: number;
  readonly doc: number;
}

/**
 * The first document of each group, in the order of the documents, and of no more groups than are wanted; documents without a
 * value are one group. A shard in which one of several groups comes before that is put to `failures`, and its documents are passed
 * over.
 */
export function firstOfGroups<Doc extends Grouped>(
  docs: readonly Doc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  failures: ShardFailure[],
): Doc[] {
  const failed = new Map<ShardTarget, ShardFailure>();
  for (;;) {
    const before = failed.size;
    const first = firstWithout(failed, docs, targets, setup);
    if (failed.size > before) continue;
    failures.push(...failed.values());
    return first;
  }
}

/** `failed`: takes the shards that fail by this, whose groups may have hidden those of others. */
function firstWithout<Doc extends Grouped>(
  failed: Map<ShardTarget, ShardFailure>,
  docs: readonly Doc[],
  targets: readonly SegmentTarget[],
  { request: { collapse, from, size }, budget }: SearchSetup,
): Doc[] {
  const seen = new Set<Group | LongText>();
  const keys = new TextKeys();
  const first: Doc[] = [];
  for (const doc of docs) {
    if (first.length === from + size) break;
    budget.charge(1);
    const target = targets[doc.segment]!;
    const { shard } = target;
    if (failed.has(shard)) continue;
    try {
      const key = keys.of(groupOf(collapse!.field, target, doc.doc));
      if (seen.has(key)) continue;
      seen.add(key);
      first.push(doc);
    } catch (error) {
      if (!(error instanceof ApiError) || endsRequest(error)) throw error;
      const { index, shard: number } = shard.searcher;
      failed.set(shard, { index, shard: number, cause: error.error });
    }
  }
  return first;
}

function groupOf(name: string, { shard, segment }: SegmentTarget, doc: number): Group {
  const field = shard.mapping.field(name);
  const values = field === undefined ? [] : columnValues(segment, field, doc);
  const [value = null] = values;
  if (values.length < 2) return isFine(value) ? String(toBig(value)) : value;
  const reason = `failed to collapse ${doc}, the collapse field must be single valued`;
  throw apiError('illegal_state_exception', reason);
}

/** Does a search over the same shards. */
export type SearchAgain = (options: SearchOptions) => Steps<SearchResult>;

/** Adds to each hit the inner hits of its group, as they are asked for: found by a search each. */
export function* withInnerHits(
  hits: readonly SearchHit[],
  groups: readonly Group[],
  { request: { collapse }, options }: SearchSetup,
  search: SearchAgain,
): Steps<readonly SearchHit[]> {
  if (collapse === null || collapse.innerHits.length === 0) return hits;
  // Hits within a hit are shown with it. Boosts of indices are left out, as in OpenSearch.
  const {
    page: _page,
    onShard: _onShard,
    hitWriters: _hitWriters,
    indexBoosts: _indexBoosts,
    ...outer
  } = options;
  const { query, post_filter: postFilter } = outer.body;
  const found: SearchHit[] = [];
  for (const [i, hit] of hits.entries()) {
    const group = groups[i]!;
    const must = query === undefined ? [] : [query];
    const isOfGroup =
      group === null
        ? { must_not: [{ exists: { field: collapse.field } }] }
        : { filter: [{ match: { [collapse.field]: group } }] };
    const innerHits: [string, SearchResult][] = [];
    for (const { name, body } of collapse.innerHits) {
      const inner = { ...body, query: { bool: { ...isOfGroup, must } } };
      const filtered = postFilter === undefined ? inner : { ...inner, post_filter: postFilter };
      innerHits.push([name, yield* expanded(search({ ...outer, body: filtered }))]);
    }
    found.push({ ...hit, innerHits: [...(hit.innerHits ?? []), ...innerHits] });
  }
  return found;
}

function* expanded(search: Steps<SearchResult>): Steps<SearchResult> {
  try {
    return yield* search;
  } catch (error) {
    if (!(error instanceof ApiError) || endsRequest(error)) throw error;
    throw new ApiError({
      type: 'search_phase_execution_exception',
      reason: 'failed to expand hits',
      details: { phase: 'expand', grouped: true, failed_shards: [] },
      rootCause: [],
      causedBy: error.error,
      status: error.status,
    });
  }
}

/** The group of each document. */
export function groupsOf(
  docs: readonly Grouped[],
  targets: readonly SegmentTarget[],
  { request: { collapse } }: SearchSetup,
): Group[] {
  if (collapse === null) return [];
  return docs.map(({ segment, doc }) => groupOf(collapse.field, targets[segment]!, doc));
}
