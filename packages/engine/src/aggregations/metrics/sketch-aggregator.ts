import type { SegmentReader } from '../../segment/segment-reader.ts';
import { Aggregator, type Division, type LeafAggregator } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import type { NumberValues } from '../values/field-values.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';

/** What is kept of the values of one bucket. `State` is plain data. */
export interface Sketch<State> {
  add(value: number): void;
  addAll(values: Float64Array, length: number): void;
  state(): State;
  absorb(state: State): void;
}

/** A kind of sketch, and what is made of it. */
export interface SketchKind<State> {
  /** It is the same in whatever order values come. */
  readonly ordered: boolean;
  create(): Sketch<State>;
  /** Takes what a whole chunk (see `Chunks`) has found, chunk after chunk. */
  addChunk(total: Sketch<State>, chunk: State): void;
  /** null: of a bucket without values. */
  result(sketch: Sketch<State> | null): InternalAggregation;
}

type Sketches<State> = readonly (State | null)[];

interface SketchChunk<State> {
  readonly chunk: number;
  readonly sketches: Sketches<State>;
}

/** By bucket of the parent. */
interface SketchState<State> extends AggregatorState {
  readonly kind: 'sketches';
  readonly sketches: Sketches<State>;
  readonly chunks: readonly SketchChunk<State>[];
}

/** Buckets of which sketches may be kept by chunk. */
const MOST_CHUNKED = 256;

/** Metrics that keep a sketch of the values of each bucket. */
export class SketchAggregator<State> extends Aggregator {
  readonly #values: NumberValues;
  readonly #kind: SketchKind<State>;
  #sketches: (Sketch<State> | undefined)[] = [];
  /** Of chunks that have ended; null: all documents are one chunk. */
  #totals: (Sketch<State> | undefined)[] | null = null;
  /** Of chunks that have others before them. */
  #kept: SketchChunk<State>[] = [];

  constructor(values: NumberValues, kind: SketchKind<State>) {
    super();
    this.#values = values;
    this.#kind = kind;
  }

  override division(parents: number): Division {
    if (this.#kind.ordered) return parents <= MOST_CHUNKED ? 'chunks' : 'none';
    return 'documents';
  }

  override endChunk(chunk: number, keep: boolean): void {
    const sketches = this.#states();
    this.#sketches = [];
    if (keep) this.#kept.push({ chunk, sketches });
    else this.#addChunk(sketches);
  }

  #addChunk(sketches: Sketches<State>): void {
    this.#totals ??= [];
    for (const [bucket, state] of sketches.entries()) {
      if (state === null) continue;
      this.#totals[bucket] ??= this.#kind.create();
      this.#kind.addChunk(this.#totals[bucket], state);
    }
  }

  #states(): (State | null)[] {
    return Array.from(this.#sketches, (sketch) => sketch?.state() ?? null);
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const source = this.#values.source(segment);
    return source === null ? null : new SketchLeaf(this, source);
  }

  add(parents: Int32Array, values: Float64Array, length: number, parentCount: number): void {
    if (parentCount === 1) {
      this.#of(0).addAll(values, length);
      return;
    }
    for (let i = 0; i < length; i++) this.#of(parents[i]!).add(values[i]!);
  }

  #of(bucket: number): Sketch<State> {
    const sketch = this.#sketches[bucket];
    if (sketch !== undefined) return sketch;
    while (this.#sketches.length < bucket) this.#sketches.push(undefined);
    const made = this.#kind.create();
    this.#sketches[bucket] = made;
    return made;
  }

  state(): SketchState<State> {
    return { kind: 'sketches', sketches: this.#states(), chunks: this.#kept };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const found = stateOf<SketchState<State>>('sketches', state);
    for (const { chunk, sketches } of found.chunks)
      this.#kept.push({ chunk, sketches: inPlaces(sketches, parents) });
    for (const [bucket, sketch] of found.sketches.entries())
      if (sketch !== null) this.#of(parentOf(parents, bucket)).absorb(sketch);
  }

  build(parent: number): InternalAggregation {
    return this.#kind.result(this.#found(parent));
  }

  #found(parent: number): Sketch<State> | null {
    for (const { sketches } of this.#kept.sort((a, b) => a.chunk - b.chunk)) this.#addChunk(sketches);
    this.#kept = [];
    return (this.#totals ?? this.#sketches)[parent] ?? null;
  }

  figure(parent: number, name: string | null): number {
    return this.build(parent).figure(name);
  }
}

/** The same by the numbers that buckets of the parent have here; see `Aggregator.absorb`. */
function inPlaces<State>(sketches: Sketches<State>, parents: Int32Array | null): Sketches<State> {
  if (parents === null) return sketches;
  const placed: (State | null)[] = [];
  for (const [bucket, sketch] of sketches.entries()) {
    if (sketch === null) continue;
    while (placed.length <= parents[bucket]!) placed.push(null);
    placed[parents[bucket]!] = sketch;
  }
  return placed;
}

class SketchLeaf<State> implements LeafAggregator, ValueSink {
  readonly #aggregator: SketchAggregator<State>;
  readonly #source: ValueSource;
  #parentCount = 0;

  constructor(aggregator: SketchAggregator<State>, source: ValueSource) {
    this.#aggregator = aggregator;
    this.#source = source;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#parentCount = parentCount;
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#aggregator.add(parents, values, length, this.#parentCount);
  }
}
