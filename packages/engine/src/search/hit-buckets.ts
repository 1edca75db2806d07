import type { Steps } from '../budget/slices.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { FoundDoc } from './fetch-phase.ts';
import type { InnerHits, SearchHit } from './search-api.ts';
import type { ShardFailure } from './search-failure.ts';
import { takeDocs } from './search-pages.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import { type SegmentTarget, segmentTargets } from './shard-target.ts';
import { type BoundSort, bindSort } from './sort-keys.ts';
import { BY_SCORE, type SortSpec } from './sort-request.ts';

/** Loads what is shown of documents; those of a shard that fails are left out, and it is put to `failures`. */
export type ShowDocs = (
  docs: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  failures: ShardFailure[],
) => Steps<readonly SearchHit[]>;

/** The best documents of buckets, each of which is asked for on its own, as a search would find and show them. */
export class HitBuckets {
  readonly #setup: SearchSetup;
  readonly #request: SearchRequest;
  readonly #targets: readonly SegmentTarget[];
  readonly #places: ReadonlyMap<SegmentReader, number>;
  readonly #sort: readonly SortSpec[];
  readonly #show: ShowDocs;

  constructor(setup: SearchSetup, show: ShowDocs) {
    this.#setup = setup;
    this.#show = show;
    this.#request = setup.request;
    this.#targets = segmentTargets(setup.shards);
    this.#places = new Map(this.#targets.map(({ segment }, place) => [segment, place]));
    this.#sort = setup.request.sort.length === 0 ? BY_SCORE : setup.request.sort;
  }

  bucket(): HitBucket {
    const { shards } = this.#setup;
    const { from, size } = this.#request;
    const sort = bindSort(this.#sort, null, from + size, shards, this.#setup);
    return new HitBucket(sort, from + size, this.#targets, this.#places);
  }

  merged(buckets: readonly HitBucket[]): HitBucket {
    const sum = this.bucket();
    for (const bucket of buckets) sum.add(bucket);
    return sum;
  }

  get showsScores(): boolean {
    return this.#request.sort.length === 0 || this.#request.trackScores;
  }

  /** The documents of a bucket that are wanted, loaded. */
  *shown(bucket: HitBucket, failures: ShardFailure[]): Steps<InnerHits> {
    const { from, size, sort } = this.#request;
    const scored = this.showsScores;
    const found = bucket.found(sort.length > 0, scored).slice(from, from + size);
    const hits = yield* this.#show(found, this.#targets, this.#setup, failures);
    const total = { value: bucket.total, relation: 'eq' } as const;
    const hasMax = scored && size > 0 && !Number.isNaN(bucket.maxScore);
    return { total, maxScore: hasMax ? bucket.maxScore : null, hits };
  }
}

export class HitBucket {
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

  add(other: HitBucket): void {
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
      sort: showsSort ? values.map((value, key) => this.#sort.print(key, value, segment)) : null,
    }));
  }
}
