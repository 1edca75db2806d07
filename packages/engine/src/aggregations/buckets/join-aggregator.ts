import type { Steps } from '../../budget/slices.ts';
import type { JoinRelation } from '../../mapping/join-relations.ts';
import { docBits } from '../../query/doc-bits.ts';
import { idOf, type SegmentIds } from '../../query/found-ids.ts';
import { type GlobalOrdinals, globalOrdinals } from '../../segment/global-ordinals.ts';
import type { SegmentReader, ShardSearcher } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import type { DocScores } from '../doc-scores.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { type BucketIds, IdsOfBuckets, IdsOfOneBucket } from './bucket-ids.ts';
import { InternalSelection } from './single-bucket.ts';

/** Documents that are handed on at a time. */
const HANDED = 128;
/** Words of bits between two looks at the budget. */
const WORDS = 128;
const NO_DOCS = new Int32Array(0);
const encoder = new TextEncoder();

/** Documents of one name, and those of another one that have the same ids. */
export interface JoinedNames {
  readonly relation: JoinRelation;
  /** The field that holds the names. */
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/**
 * One bucket for each bucket of the parent, with the documents that those in it are joined with, whatever segments they are in:
 * these are looked for when the last document has come. `joined`: null where the mapping has no such relation.
 */
export function joinAggregator(
  node: AggregationNode,
  shard: ShardContext,
  children: readonly Aggregator[],
  { joined, isSingle }: { readonly joined: JoinedNames | null; readonly isSingle: boolean },
): Aggregator {
  return new JoinAggregator(node, shard, children, joined, isSingle);
}

class JoinAggregator extends BucketAggregator {
  readonly #searcher: ShardSearcher;
  readonly #scores: DocScores;
  readonly #joined: JoinedNames | null;
  readonly #ordinals: GlobalOrdinals | null;
  readonly #ids: BucketIds;
  readonly #docs = new Int32Array(HANDED);
  readonly #buckets = new Int32Array(HANDED);
  #handed = 0;
  #bucketCount = 1;

  constructor(
    node: AggregationNode,
    { searcher, scores, budget }: ShardContext,
    children: readonly Aggregator[],
    joined: JoinedNames | null,
    isSingle: boolean,
  ) {
    super(node, children, budget);
    this.#searcher = searcher;
    this.#scores = scores;
    this.#joined = joined;
    this.#ordinals = joined === null ? null : globalOrdinals(searcher, joined.relation.ids, budget);
    const size = this.#ordinals?.size ?? 0;
    this.#ids = isSingle ? new IdsOfOneBucket(size, this.meter) : new IdsOfBuckets(size, this.meter);
  }

  /** Documents that others have found may be joined with those found here. */
  override division(): Division {
    return 'none';
  }

  /** What lies within sees the documents at the end. */
  override get isPrepared(): boolean {
    return false;
  }

  override *prepare(): Steps<void> {}

  leaf(segment: SegmentReader): LeafAggregator | null {
    const from = this.#joined === null ? null : this.#named(segment, this.#joined.from);
    const ids = this.#idsOf(segment);
    if (from === null || ids === null) return null;
    return {
      collect: (docs, parents, length, parentCount) => {
        this.#bucketCount = Math.max(this.#bucketCount, parentCount);
        this.#add(ids, from, docs, parents, length);
      },
    };
  }

  #add(ids: SegmentIds, from: Uint32Array, docs: Int32Array, parents: Int32Array, length: number): void {
    this.meter.charge(1);
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if ((from[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      const id = idOf(ids, doc);
      if (id >= 0) this.#ids.add(parents[i]!, id);
    }
  }

  /** The documents of a name, deleted ones among them; null where there is none. */
  #named(segment: SegmentReader, name: string): Uint32Array | null {
    const terms = segment.terms(this.#joined!.field);
    const ordinal = terms?.lookup(encoder.encode(name)) ?? -1;
    if (terms === null || ordinal < 0) return null;
    this.meter.charge(1 + (terms.docFreq(ordinal) >>> 7));
    const bits = docBits(segment.maxDoc, this.budget);
    terms.markDocs(ordinal, bits);
    return bits;
  }

  #idsOf(segment: SegmentReader): SegmentIds | null {
    const column = this.#joined === null ? null : segment.ordinals(this.#joined.relation.ids);
    if (column === null) return null;
    const place = this.#searcher.segments.indexOf(segment);
    return { column, map: this.#ordinals!.maps[place] ?? null };
  }

  override *finish(): Steps<void> {
    const { segments } = this.#searcher;
    for (const segment of this.#ids.finish() ? segments : []) {
      const to = this.#named(segment, this.#joined!.to);
      const ids = this.#idsOf(segment);
      if (to === null || ids === null) continue;
      yield* super.prepare(segment);
      this.#scores.set(NO_DOCS, null, 0);
      yield* this.#hand(ids, to, segment, this.childLeaves(segment));
    }
    yield* super.finish();
  }

  *#hand(
    ids: SegmentIds,
    to: Uint32Array,
    { liveDocs }: SegmentReader,
    leaves: readonly LeafAggregator[],
  ): Steps<void> {
    for (let word = 0; word < to.length; word++) {
      let bits = liveDocs === null ? to[word]! : to[word]! & liveDocs[word]!;
      for (; bits !== 0; bits &= bits - 1) {
        const doc = word * 32 + 31 - Math.clz32(bits & -bits);
        const id = idOf(ids, doc);
        if (id >= 0) this.#handOne(doc, this.#ids.bucketsOf(id), leaves);
      }
      if (word % WORDS !== 0) continue;
      this.meter.charge(1);
      if (this.budget.sliceOver) yield;
    }
    this.#flush(leaves);
  }

  #handOne(doc: number, buckets: Int32Array, leaves: readonly LeafAggregator[]): void {
    for (let i = 0; i < buckets.length; i++) {
      this.#docs[this.#handed] = doc;
      this.#buckets[this.#handed++] = buckets[i]!;
      if (this.#handed === HANDED) this.#flush(leaves);
    }
  }

  #flush(leaves: readonly LeafAggregator[]): void {
    const length = this.#handed;
    this.#handed = 0;
    if (length > 0) this.record(this.#docs, this.#buckets, length, this.#bucketCount, leaves);
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalSelection {
    const children = this.buildChildren(parent);
    return new InternalSelection(this.node, this.docCount(parent), children, this.#joined === null);
  }

  figure(parent: number): number {
    return this.docCount(parent);
  }
}
