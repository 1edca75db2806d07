import { gatherOrdinals } from '../../segment/gather.ts';
import type { OrdinalColumn, SegmentReader } from '../../segment/segment-reader.ts';
import type { LeafAggregator } from '../aggregator.ts';
import { growInt32 } from '../values/growable.ts';
import type { BucketAggregator } from './bucket-aggregator.ts';

/** Puts the documents of one segment into buckets that are the ordinals of their only value. */
export class OrdinalBuckets implements LeafAggregator {
  readonly #owner: BucketAggregator;
  readonly #data: OrdinalColumn['data'];
  readonly #map: Uint32Array | null;
  readonly #bucketCount: number;
  readonly #leaves: readonly LeafAggregator[];
  #buckets = new Int32Array(0);

  /** Each document of the segment must have just one value. `map`: from its ordinals to the buckets. */
  constructor(
    owner: BucketAggregator,
    { column, map }: { readonly column: OrdinalColumn; readonly map: Uint32Array | null },
    bucketCount: number,
    segment: SegmentReader,
  ) {
    this.#owner = owner;
    this.#data = column.data;
    this.#map = map;
    this.#bucketCount = bucketCount;
    this.#leaves = owner.childLeaves(segment);
  }

  collect(docs: Int32Array, _parents: Int32Array, length: number): void {
    this.#buckets = growInt32(this.#buckets, length, 0);
    gatherOrdinals(this.#data, this.#map, docs, length, this.#buckets);
    this.#owner.record(docs, this.#buckets, length, this.#bucketCount, this.#leaves);
  }
}
