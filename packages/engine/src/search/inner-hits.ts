import { ApiError, apiError } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { getBit } from '../codec/bits.ts';
import { createWeight } from '../query/create-weight.ts';
import { nextBit, previousBit, type SegmentBlocks } from '../segment/segment-blocks.ts';
import type { SearchSetup } from './bind-search.ts';
import type { FoundDoc } from './fetch-phase.ts';
import { type HitBucket, HitBuckets, type ShowDocs } from './hit-buckets.ts';
import { type DocPlace, HitScores } from './hit-scores.ts';
import { bindScriptFields } from './script-fields.ts';
import type { InnerHits } from './search-api.ts';
import type { ShardFailure } from './search-failure.ts';
import type { NestedHitsRequest, SearchRequest } from './search-request.ts';
import type { SegmentTarget, ShardTarget } from './shard-target.ts';
import { checkSort, prepareSort } from './sort-keys.ts';

/** Inner hits may go so far unless `index.max_inner_result_window` says otherwise. */
const DEFAULT_WINDOW = 100;

/** Throws where the inner hits that are asked for do not fit the shard. */
export function checkInnerHits({ innerHits }: SearchRequest, shard: ShardTarget, budget: WorkBudget): void {
  const names = new Set<string>();
  for (const { name, givenName, path, ignoreUnmapped, request } of innerHits) {
    if (names.has(name)) throw refused(`[inner_hits] already contains an entry for key [${name}]`);
    names.add(name);
    if (shard.mapping.object(path)?.nested === undefined && ignoreUnmapped) continue;
    checkWindow(givenName, request, shard);
    checkSort(request.sort, shard, budget);
    checkInnerHits(request, shard, budget);
    bindScriptFields(request.scriptFields, shard, budget);
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

/** For each document, the objects within it that are asked for. */
export function* nestedInnerHits(
  docs: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  show: ShowDocs,
): Steps<readonly NamedInnerHits[]> {
  const found = docs.map((): [string, InnerHits][] => []);
  const failed = new Map<number, ApiError>();
  for (const asked of setup.request.innerHits) {
    const inner = new ObjectsOfHits(asked, targets, setup, show);
    for (const [i, bucket] of (yield* inner.find(docs)).entries()) {
      if (bucket === null) continue;
      const failures: ShardFailure[] = [];
      found[i]!.push([asked.name, yield* inner.shown(bucket, failures)]);
      if (failures.length > 0) failed.set(i, new ApiError(failures[0]!.cause));
    }
  }
  return found.map((own, i) => failed.get(i) ?? own);
}

/** Objects of one nested path within hits. */
class ObjectsOfHits {
  readonly #hits: HitBuckets;
  readonly #asked: NestedHitsRequest;
  readonly #targets: readonly SegmentTarget[];
  readonly #setup: SearchSetup;
  /** Of the hits; null: they are whole documents. */
  readonly #around: string | null;

  constructor(
    asked: NestedHitsRequest,
    targets: readonly SegmentTarget[],
    setup: SearchSetup,
    show: ShowDocs,
  ) {
    this.#asked = asked;
    this.#targets = targets;
    this.#around = setup.nestedPath ?? null;
    this.#setup = { ...setup, request: asked.request, nestedPath: asked.path };
    this.#hits = new HitBuckets(this.#setup, show);
  }

  /** The best of each document; null where its index has no such objects. */
  *find(docs: readonly FoundDoc[]): Steps<readonly (HitBucket | null)[]> {
    const { budget, request } = this.#setup;
    const objects: DocPlace[] = [];
    const ends = docs.map((place) => {
      this.#addObjects(place, objects);
      budget.charge(1 + (objects.length >>> 7));
      return objects.length;
    });
    const scored = this.#hits.showsScores || request.sort.some(({ field }) => field === '_score');
    const scores = yield* new HitScores(this.#setup, this.#targets).of(objects, scored, (context) =>
      createWeight(request.query, context),
    );
    return docs.map(({ segment, doc }, i) => {
      if (!this.#isMapped(segment) || !this.#isAround(segment, doc)) return null;
      const bucket = this.#hits.bucket();
      for (let at = i === 0 ? 0 : ends[i - 1]!; at < ends[i]!; at++) {
        const score = scores[at]!;
        if (Number.isNaN(score)) continue;
        const { segment: reader } = this.#targets[segment]!;
        bucket.collect(reader, Int32Array.of(objects[at]!.doc), Float32Array.of(score), 1);
      }
      return bucket;
    });
  }

  /** Where they are sorted their scores are not shown, but the best one is, as in OpenSearch. */
  *shown(bucket: HitBucket, failures: ShardFailure[]): Steps<InnerHits> {
    const { sort, trackScores } = this.#asked.request;
    const shown = yield* this.#hits.shown(bucket, failures);
    const isByScore = sort.length === 0 || sort.some(({ field }) => field === '_score');
    if (isByScore || !trackScores) return shown;
    return { ...shown, hits: shown.hits.map((hit) => ({ ...hit, score: null })) };
  }

  #isMapped(segment: number): boolean {
    const { mapping } = this.#targets[segment]!.shard;
    return mapping.object(this.#asked.path)?.nested !== undefined || !this.#asked.ignoreUnmapped;
  }

  /** Hits of an aggregation may be objects themselves, in which those of the search are not looked for. */
  #isAround(segment: number, doc: number): boolean {
    const docs = this.#targets[segment]!.segment.blocks?.docsOf(this.#around) ?? null;
    return docs === null || getBit(docs, doc);
  }

  /** Appends the places of all objects of the path within a document. */
  #addObjects({ segment, doc }: FoundDoc, into: DocPlace[]): void {
    const { blocks } = this.#targets[segment]!.segment;
    if (blocks === null) return;
    for (const object of objectsWithin(blocks, doc, this.#asked.path, this.#around)) {
      into.push({ segment, doc: object });
    }
  }
}

function objectsWithin(blocks: SegmentBlocks, doc: number, path: string, around: string | null): number[] {
  const objects = blocks.docsOf(path);
  const parents = blocks.docsOf(around);
  if (objects === null || parents === null) return [];
  const found: number[] = [];
  let object = nextBit(objects, previousBit(parents, doc - 1) + 1);
  for (; object >= 0 && object < doc; object = nextBit(objects, object + 1)) found.push(object);
  return found;
}
