import { apiError, type JsonMap } from '@sextant/contract';
import type { TopHitsBucket, TopHitsPort } from '../aggregations/top-hits-port.ts';
import { runThrough } from '../budget/slices.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { SearchSetup } from './bind-search.ts';
import { type FoundDoc, fetchable, fetchHits } from './fetch-phase.ts';
import { hitsBody } from './hit-body.ts';
import type { ShardFailure } from './search-failure.ts';
import { takeDocs } from './search-pages.ts';
import { parseSearchRequest, type SearchRequest } from './search-request.ts';
import { type SegmentTarget, segmentTargets } from './shard-target.ts';
import { type BoundSort, bindSort, checkSort, prepareSort } from './sort-keys.ts';
import { parseSort, type SortSpec } from './sort-request.ts';

/** The documents of one bucket may go so far unless `index.max_inner_result_window` says otherwise. */
const DEFAULT_WINDOW = 100;

const BY_SCORE = parseSort(['_score']);

/** Finds and shows documents within an aggregation, over the shards of its search. Throws where they do not fit a shard. */
export function topHitsPort(
  setup: SearchSetup,
  shardIndex: number,
  name: string,
  body: JsonObject,
): TopHitsPort {
  const request = { ...parseSearchRequest(body), query: setup.request.query };
  const shard = setup.shards[shardIndex]!;
  const setting = shard.metadata.settings['index.max_inner_result_window'];
  const limit = setting === undefined ? DEFAULT_WINDOW : Number(setting);
  const wanted = request.from + request.size;
  if (wanted > limit) throw windowTooLarge(name, wanted, limit);
  if (wanted === 0) {
    const advice = 'please use TotalHitCountCollectorManager if you just need the total hit count';
    throw apiError('illegal_argument_exception', `numHits must be > 0; ${advice}`);
  }
  checkSort(request.sort, shard);
  runThrough(prepareSort(request.sort, shard, setup.budget));
  return new TopHits({ ...setup, request });
}

function windowTooLarge(name: string, wanted: number, limit: number): Error {
  const rule = `from + size must be less than or equal to: [${limit}] but was [${wanted}]`;
  const advice = 'This limit can be set by changing the [index.max_inner_result_window] index level setting.';
  return apiError(
    'illegal_argument_exception',
    `Top hits result window is too large, the top hits aggregator [${name}]'s ${rule}. ${advice}`,
  );
}

class TopHits implements TopHitsPort {
  readonly #setup: SearchSetup;
  readonly #request: SearchRequest;
  readonly #targets: readonly SegmentTarget[];
  readonly #places: ReadonlyMap<SegmentReader, number>;
  readonly #sort: readonly SortSpec[];

  constructor(setup: SearchSetup) {
    this.#setup = setup;
    this.#request = setup.request;
    this.#targets = segmentTargets(setup.shards);
    this.#places = new Map(this.#targets.map(({ segment }, place) => [segment, place]));
    this.#sort = setup.request.sort.length === 0 ? BY_SCORE : setup.request.sort;
  }

  bucket(): Bucket {
    const { shards, nowMs } = this.#setup;
    const { from, size } = this.#request;
    const sort = bindSort(this.#sort, null, from + size, shards, nowMs);
    return new Bucket(sort, from + size, this.#targets, this.#places);
  }

  merged(buckets: readonly TopHitsBucket[]): TopHitsBucket {
    const sum = this.bucket();
    for (const bucket of buckets) if (bucket instanceof Bucket) sum.add(bucket);
    return sum;
  }

  render(bucket: TopHitsBucket): JsonMap {
    if (!(bucket instanceof Bucket)) return {};
    const { from, size, sort, trackScores } = this.#request;
    const scored = sort.length === 0 || trackScores;
    const found = bucket.found(sort.length > 0, scored).slice(from, from + size);
    const failures: ShardFailure[] = [];
    const shown = fetchable(found, this.#targets, this.#request, failures);
    const { hits } = runThrough(fetchHits(shown, this.#targets, this.#setup, { times: null, failures }));
    const { documentType = false } = this.#setup.options;
    const total = { value: bucket.total, relation: 'eq' } as const;
    const maxScore = scored && !Number.isNaN(bucket.maxScore) ? bucket.maxScore : null;
    const view = { documentType, totalAsInt: false, bare: this.#request.bare };
    return hitsBody({ total, maxScore, hits }, view);
  }
}

class Bucket implements TopHitsBucket {
  readonly #sort: BoundSort;
  readonly #top: TopSorted;
  readonly #targets: readonly SegmentTarget[];
  readonly #places: ReadonlyMap<SegmentReader, number>;
  #segment: SegmentReader | null = null;
  total = 0;
  maxScore = Number.NaN;

  constructor(
    sort: BoundSort,
    capacity: number,
    targets: readonly SegmentTarget[],
    places: ReadonlyMap<SegmentReader, number>,
  ) {
    this.#sort = sort;
    this.#top = new TopSorted(capacity, sort.keys, null);
    this.#targets = targets;
    this.#places = places;
  }

  collect(segment: SegmentReader, docs: Int32Array, scores: Float32Array, length: number): void {
    if (segment !== this.#segment) {
      const place = this.#places.get(segment)!;
      this.#top.setSegment(place, segment, this.#targets[place]!.docBase);
      this.#segment = segment;
    }
    this.total += length;
    for (let i = 0; i < length; i++) if (!(scores[i]! <= this.maxScore)) this.maxScore = scores[i]!;
    this.#top.collect(docs, scores, length);
  }

  add(other: Bucket): void {
    this.total += other.total;
    if (!(other.maxScore <= this.maxScore) && !Number.isNaN(other.maxScore)) this.maxScore = other.maxScore;
    takeDocs(this.#top, other.#top.kept(), this.#targets);
    this.#segment = null;
  }

  /** In their order. */
  found(showsSort: boolean, showsScore: boolean): FoundDoc[] {
    return this.#top.sorted().map(({ segment, doc, score, values }) => ({
      segment,
      doc,
      score: showsScore ? score : null,
      sort: showsSort ? values.map((value, key) => this.#sort.print(key, value)) : null,
    }));
  }
}
