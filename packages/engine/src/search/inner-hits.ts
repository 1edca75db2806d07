import { ApiError, apiError } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { createWeight } from '../query/create-weight.ts';
import type { QueryContext } from '../query/weight.ts';
import type { FoundDoc } from './fetch-phase.ts';
import { type HitBucket, HitBuckets, type ShowDocs } from './hit-buckets.ts';
import type { HitDocs } from './hit-docs.ts';
import { checkDocvalues } from './hit-fields.ts';
import { checkHighlight } from './hit-highlight.ts';
import { type DocPlace, HitScores } from './hit-scores.ts';
import { JoinedWithHits } from './joined-with-hits.ts';
import { ObjectsWithinHits } from './objects-within-hits.ts';
import { bindScriptFields } from './script-fields.ts';
import type { InnerHits } from './search-api.ts';
import type { ShardFailure } from './search-failure.ts';
import type { DocsOfHit, InnerHitsOfHit, SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget, ShardTarget } from './shard-target.ts';
import { checkSort, prepareSort } from './sort-keys.ts';
import { sortsByScore } from './sort-request.ts';

/** Inner hits may go so far unless `index.max_inner_result_window` says otherwise. */
const DEFAULT_WINDOW = 100;

/** Throws where the inner hits that are asked for do not fit the shard. */
export function checkInnerHits(
  { innerHits }: SearchRequest,
  shard: ShardTarget,
  context: QueryContext,
): void {
  const { budget } = context;
  const names = new Set<string>();
  for (const { name, givenName, docs, request } of innerHits) {
    if (names.has(name)) throw refused(`[inner_hits] already contains an entry for key [${name}]`);
    names.add(name);
    // Where that is a fault, the query says so.
    if (!isMapped(docs, shard)) continue;
    checkWindow(givenName, request, shard);
    checkSort(request.sort, shard, budget);
    const inner = docs.kind === 'nested' ? { ...context, nestedPath: docs.path } : context;
    checkInnerHits(request, shard, inner);
    checkDocvalues(request.docvalueFields, shard);
    bindScriptFields(request.scriptFields, shard, budget);
    checkHighlight(request.highlight, inner);
  }
}

/** What the sorts of inner hits that have passed `checkInnerHits` need of the shard. */
export function* prepareInnerHits(
  { innerHits }: SearchRequest,
  shard: ShardTarget,
  budget: WorkBudget,
): Steps<void> {
  for (const { request } of innerHits) {
    yield* prepareSort(request.sort, shard, budget);
    yield* prepareInnerHits(request, shard, budget);
  }
}

function isMapped(docs: DocsOfHit, { mapping }: ShardTarget): boolean {
  return docs.kind === 'nested'
    ? mapping.object(docs.path)?.nested !== undefined
    : mapping.join !== undefined;
}

function checkWindow(name: string | null, { from, size }: SearchRequest, { metadata }: ShardTarget): void {
  const limit = Number(metadata.settings['index.max_inner_result_window'] ?? DEFAULT_WINDOW);
  if (from + size <= limit) return;
  const rule = `from + size must be less than or equal to: [${limit}] but was [${from + size}]`;
  const advice = 'This limit can be set by changing the [index.max_inner_result_window] index level setting.';
  throw refused(
    `Inner result window is too large, the inner hit definition's [${name}]'s ${rule}. ${advice}`,
  );
}

function refused(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

/** What of a hit is shown within it, by name; or why it cannot be had from its shard. */
export type NamedInnerHits = readonly (readonly [name: string, found: InnerHits])[] | ApiError;

/** For each document, what is asked for to be shown with it. */
export function* innerHitsOf(
  docs: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  show: ShowDocs,
): Steps<readonly NamedInnerHits[]> {
  const found = docs.map((): [string, InnerHits][] => []);
  const failed = new Map<number, ApiError>();
  for (const asked of setup.request.innerHits) {
    const inner = new DocsOfHits(asked, targets, setup, show);
    for (const [i, bucket] of (yield* inner.find(docs)).entries()) {
      if (bucket === null) continue;
      const failures: ShardFailure[] = [];
      found[i]!.push([asked.name, yield* inner.shown(bucket, failures)]);
      if (failures.length > 0) failed.set(i, new ApiError(failures[0]!.cause));
    }
  }
  return found.map((own, i) => failed.get(i) ?? own);
}

/** The documents that one query wants to be shown with hits. */
class DocsOfHits {
  readonly #hits: HitBuckets;
  readonly #asked: InnerHitsOfHit;
  readonly #targets: readonly SegmentTarget[];
  readonly #setup: SearchSetup;
  readonly #docs: HitDocs;

  constructor(asked: InnerHitsOfHit, targets: readonly SegmentTarget[], setup: SearchSetup, show: ShowDocs) {
    this.#asked = asked;
    this.#targets = targets;
    const { docs, request } = asked;
    const { nestedPath, ...rest } = setup;
    const others = { ...rest, fetchName: `fetch_inner_hits[${asked.name}]` };
    if (docs.kind === 'nested') {
      this.#docs = new ObjectsWithinHits(docs.path, nestedPath ?? null, asked.ignoreUnmapped, targets);
      this.#setup = { ...others, request, nestedPath: docs.path };
    } else {
      this.#docs = new JoinedWithHits(docs, targets, setup.budget);
      this.#setup = { ...others, request };
    }
    this.#hits = new HitBuckets(this.#setup, show);
  }

  /** The best of each document; null where nothing is to be shown. */
  *find(docs: readonly FoundDoc[]): Steps<readonly (HitBucket | null)[]> {
    const { budget, request } = this.#setup;
    const places: DocPlace[] = [];
    const ends: number[] = [];
    const isShown = docs.map((place) => {
      const shown = this.#docs.add(place, places);
      budget.charge(1 + (places.length >>> 7));
      ends.push(places.length);
      return shown;
    });
    const scores = yield* new HitScores(this.#setup, this.#targets).of(places, this.#needsScores, (context) =>
      createWeight(request.query, context),
    );
    return docs.map((_, i) => {
      if (!isShown[i]!) return null;
      const bucket = this.#hits.bucket();
      for (let at = i === 0 ? 0 : ends[i - 1]!; at < ends[i]!; at++) {
        const score = scores[at]!;
        if (Number.isNaN(score)) continue;
        const { segment, doc } = places[at]!;
        bucket.collect(this.#targets[segment]!.segment, Int32Array.of(doc), Float32Array.of(score), 1);
      }
      return bucket;
    });
  }

  /** Children and parents are not scored where nothing but a field sorts them, though `track_scores` asks for that, as in OpenSearch. */
  get #needsScores(): boolean {
    const { sort } = this.#asked.request;
    const isTracked = this.#hits.showsScores && this.#asked.docs.kind === 'nested';
    return isTracked || sort.length === 0 || sort.some(sortsByScore);
  }

  /** Where they are sorted their scores are not shown, but the best one is, as in OpenSearch. */
  *shown(bucket: HitBucket, failures: ShardFailure[]): Steps<InnerHits> {
    const { sort, trackScores } = this.#asked.request;
    const shown = yield* this.#hits.shown(bucket, failures);
    const isByScore = sort.length === 0 || sort.some(({ field }) => field === '_score');
    if (isByScore || !trackScores) return shown;
    return { ...shown, hits: shown.hits.map((hit) => ({ ...hit, score: null })) };
  }
}
