import type { Steps } from '../../budget/slices.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { growFloat64, growInt32 } from './growable.ts';
import type { Meter } from './meter.ts';

/** The documents of one segment, in the order in which they came. */
interface DeferredSegment {
  readonly segment: SegmentReader;
  docs: Int32Array<ArrayBuffer>;
  parents: Int32Array<ArrayBuffer>;
  keys: Float64Array<ArrayBuffer>;
  length: number;
}

/** Takes a block of documents; the arrays are its own until the next one. */
type DeferredSink = (docs: Int32Array, parents: Int32Array, keys: Float64Array, length: number) => void;

/** Keeps documents, each with its parent bucket and a number, until it is known what buckets there are. */
export class DeferredDocs {
  readonly #meter: Meter;
  readonly #segments: DeferredSegment[] = [];

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  begin(segment: SegmentReader): void {
    this.#segments.push({
      segment,
      docs: new Int32Array(0),
      parents: new Int32Array(0),
      keys: new Float64Array(0),
      length: 0,
    });
  }

  /** Of the segment that began last. */
  add(doc: number, parent: number, key: number): void {
    const last = this.#segments.at(-1)!;
    const at = last.length++;
    if (at === last.docs.length) {
      last.docs = growInt32(last.docs, at + 1, 0, this.#meter);
      last.parents = growInt32(last.parents, at + 1, 0, this.#meter);
      last.keys = growFloat64(last.keys, at + 1, 0, this.#meter);
    }
    last.docs[at] = doc;
    last.parents[at] = parent;
    last.keys[at] = key;
  }

  /** The same of many at once. */
  addAll(docs: Int32Array, parents: Int32Array, keys: Float64Array, length: number): void {
    const last = this.#segments.at(-1)!;
    const start = last.length;
    last.length += length;
    last.docs = growInt32(last.docs, last.length, 0, this.#meter);
    last.parents = growInt32(last.parents, last.length, 0, this.#meter);
    last.keys = growFloat64(last.keys, last.length, 0, this.#meter);
    last.docs.set(docs.subarray(0, length), start);
    last.parents.set(parents.subarray(0, length), start);
    last.keys.set(keys.subarray(0, length), start);
  }

  /** Hands on all documents, segment by segment. `prepare` comes before the sink of the segment is asked for. */
  *replay(
    prepare: (segment: SegmentReader) => Steps<void>,
    sinkOf: (segment: SegmentReader) => DeferredSink,
  ): Steps<void> {
    const docs = new Int32Array(BLOCK_SIZE);
    const parents = new Int32Array(BLOCK_SIZE);
    const keys = new Float64Array(BLOCK_SIZE);
    for (const kept of this.#segments) {
      if (kept.length === 0) continue;
      yield* prepare(kept.segment);
      const sink = sinkOf(kept.segment);
      for (let from = 0; from < kept.length; from += BLOCK_SIZE) {
        const length = Math.min(BLOCK_SIZE, kept.length - from);
        docs.set(kept.docs.subarray(from, from + length));
        parents.set(kept.parents.subarray(from, from + length));
        keys.set(kept.keys.subarray(from, from + length));
        this.#meter.charge(1);
        sink(docs, parents, keys, length);
      }
      yield;
    }
  }
}
