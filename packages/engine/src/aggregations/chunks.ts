import type { ShardSearcher } from '../segment/segment-reader.ts';
import type { Aggregator, LeafAggregator } from './aggregator.ts';

/** So many chunks at most, and none with fewer documents. */
const MOST_CHUNKS = 32;
const LEAST_DOCS = 65_536;

type Segments = Pick<ShardSearcher, 'segments' | 'docBases'>;

/** Documents of the shard, deleted ones among them. */
function docsIn({ segments, docBases }: Segments): number {
  return (docBases.at(-1) ?? 0) + (segments.at(-1)?.maxDoc ?? 0);
}

/** Documents of a chunk of the shard. */
export function chunkSize(shard: Segments): number {
  return Math.max(LEAST_DOCS, Math.ceil(docsIn(shard) / MOST_CHUNKS / LEAST_DOCS) * LEAST_DOCS);
}

/** Whether the shard has several chunks. */
export function isInChunks(shard: Segments): boolean {
  return docsIn(shard) > chunkSize(shard);
}

/**
 * Cuts the documents of a shard, in the order of the index, into chunks whose sums are made each for itself and then added in
 * their order: so sums of fractions are rounded alike, whoever makes them. Where chunks begin follows from the shard alone.
 */
export class Chunks {
  readonly #aggregators: readonly Aggregator[];
  readonly #size: number;
  /** Chunks of others come in between: sums are kept by chunk, and not added up. */
  readonly #keep: () => boolean;
  #current = -1;

  /** `size`: documents of a chunk; the shard has more. */
  constructor(aggregators: readonly Aggregator[], size: number, keep: () => boolean) {
    this.#aggregators = aggregators;
    this.#size = size;
    this.#keep = keep;
  }

  /** Hands on ascending documents of a segment, chunk by chunk. */
  collect(
    leaves: readonly LeafAggregator[],
    docBase: number,
    docs: Int32Array,
    length: number,
    parents: Int32Array,
  ): void {
    for (let from = 0; from < length; ) {
      const chunk = Math.floor((docBase + docs[from]!) / this.#size);
      if (chunk !== this.#current) this.#enter(chunk);
      const end = (chunk + 1) * this.#size - docBase;
      let to = length;
      if (docs[length - 1]! >= end) for (to = from + 1; docs[to]! < end; ) to++;
      const whole = from === 0 && to === length;
      const own = whole ? docs : docs.subarray(from, to);
      for (let i = 0; i < leaves.length; i++) leaves[i]!.collect(own, parents, to - from, 1);
      from = to;
    }
  }

  /** After the last document. May be called twice. */
  finish(): void {
    this.#enter(-1);
  }

  #enter(chunk: number): void {
    const ended = this.#current;
    this.#current = chunk;
    if (ended < 0) return;
    for (const aggregator of this.#aggregators) aggregator.endChunk(ended, this.#keep());
  }
}
