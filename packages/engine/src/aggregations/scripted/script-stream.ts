import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { ShardContext } from '../aggregator.ts';
import { growFloat64, growInt32 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import type { ValueStream } from '../values/value-stream.ts';
import { type MakeValues, scriptValues, type ValueTaker } from './script-values.ts';
import type { ScriptedSource } from './scripted-sources.ts';

/**
 * Numbers that a script makes of documents, for an aggregation that takes them as they come. null where it makes texts, or
 * something stands for documents without a value. Throws ApiError where it cannot be compiled.
 */
export function scriptStream(
  node: AggregationNode,
  source: ScriptedSource,
  shard: ShardContext,
): ValueStream | null {
  if (source.missing !== null) return null;
  const { field, holds, forSegment } = scriptValues(source, shard);
  if (holds === 'texts') return null;
  const meter = new Meter(shard.budget, node.name);
  return { field, source: (segment) => new MadeSource(forSegment(segment), shard.scores, meter) };
}

/** The values of documents that come, made once more where a document comes again. */
class MadeSource implements ValueSource, ValueTaker {
  readonly multiValued = true;
  readonly #make: MakeValues;
  readonly #scores: ShardContext['scores'];
  readonly #meter: Meter;
  #found = new Float64Array(BLOCK_SIZE);
  #coming: { readonly docs: Int32Array; readonly parents: Int32Array } | null = null;
  /** The place among those that come of the document whose values came last, and where its first one stands. */
  #last = -1;
  #first = 0;
  #docs = new Int32Array(BLOCK_SIZE);
  #parents = new Int32Array(BLOCK_SIZE);
  #values = new Float64Array(BLOCK_SIZE);
  #length = 0;
  #areOneEach = false;

  constructor(make: MakeValues, scores: ShardContext['scores'], meter: Meter) {
    this.#make = make;
    this.#scores = scores;
    this.#meter = meter;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#meter.charge(1 + (length >>> 2));
    this.#found = growFloat64(this.#found, length, 0);
    this.#scores.fill(docs, length, this.#found);
    this.#coming = { docs, parents };
    this.#length = 0;
    this.#last = -1;
    this.#areOneEach = false;
    this.#make(docs, this.#found, length, this);
    if (this.#areOneEach) {
      sink.values(docs, parents, this.#values, length);
      return;
    }
    this.#sortLast();
    if (this.#length > 0) sink.values(this.#docs, this.#parents, this.#values, this.#length);
  }

  addNumbers(values: Float64Array, length: number): void {
    this.#values = growFloat64(this.#values, length, 0);
    for (let i = 0; i < length; i++) this.#values[i] = values[i]!;
    this.#areOneEach = true;
  }

  addNumber(i: number, value: number): void {
    const { docs, parents } = this.#coming!;
    if (i !== this.#last) {
      this.#sortLast();
      this.#last = i;
      this.#first = this.#length;
    }
    if (this.#length === this.#docs.length) this.#grow();
    this.#docs[this.#length] = docs[i]!;
    this.#parents[this.#length] = parents[i]!;
    this.#values[this.#length++] = value;
  }

  /** Values of a document are ascending. */
  #sortLast(): void {
    if (this.#length - this.#first > 1) this.#values.subarray(this.#first, this.#length).sort();
  }

  #grow(): void {
    const size = this.#length + 1;
    this.#docs = growInt32(this.#docs, size, 0, this.#meter);
    this.#parents = growInt32(this.#parents, size, 0, this.#meter);
    this.#values = growFloat64(this.#values, size, 0, this.#meter);
  }

  addText(): void {
    throw new Error('a stream holds numbers alone');
  }
}
