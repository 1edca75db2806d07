import type { JsonMap } from '@sextant/contract';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, CardinalitySpec } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import { InternalAggregation } from '../internal-aggregation.ts';
import { fieldOf, NumberValues } from '../values/field-values.ts';
import { growInt32 } from '../values/growable.ts';
import { TermValues } from '../values/term-values.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { hash64, hashBytes, hashDouble, hashLong } from './hash64.ts';
import { HyperLogLog, precisionFromThreshold } from './hyper-log-log.ts';

/** How values of a field are read and hashed. */
interface HashedValues {
  source(segment: SegmentReader): ValueSource | null;
  /** Puts the hash of a value into `hash64`. */
  hash(value: number): void;
  /** Values are ordinals below it: seen ones are marked, and hashed once. Null for numbers. */
  readonly ordinals: {
    readonly count: number;
    all(segment: SegmentReader, mark: (ordinal: number) => void): boolean;
  } | null;
}

/** cardinality on one shard. */
export class CardinalityAggregator extends Aggregator {
  readonly #node: AggregationNode;
  readonly #values: HashedValues;
  readonly #precision: number;
  readonly #unmapped: boolean;
  /**
   * Only for the one bucket of a top-level aggregation: a mark per ordinal instead of a hash per document.
   */
  readonly #marks: Uint8Array | null;
  readonly #counters: HyperLogLog[] = [];

  constructor(node: AggregationNode, spec: CardinalitySpec, shard: ShardContext, topLevel: boolean) {
    super();
    this.#node = node;
    this.#precision = precisionFromThreshold(spec.precisionThreshold);
    const field = fieldOf(spec.source, shard);
    this.#unmapped = field === null;
    const textual = field === null ? typeof spec.source.missing === 'string' : field.storage === 'ordinal';
    this.#values = textual
      ? hashedTerms(new TermValues(field, spec.source, shard))
      : hashedNumbers(spec, shard);
    this.#marks =
      topLevel && this.#values.ordinals !== null ? new Uint8Array(this.#values.ordinals.count) : null;
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const source = this.#values.source(segment);
    if (source === null) return null;
    const marks = this.#marks;
    if (marks === null) return new HashLeaf(this, source);
    if (
      matchesWholeSegment(segment, match) &&
      this.#values.ordinals?.all(segment, (ordinal) => mark(marks, ordinal)) === true
    )
      return null;
    return new MarkLeaf(marks, source);
  }

  add(parents: Int32Array, values: Float64Array, length: number): void {
    for (let i = 0; i < length; i++) {
      this.#values.hash(values[i]!);
      this.#counter(parents[i]!).add(hash64.high, hash64.low);
    }
  }

  #counter(bucket: number): HyperLogLog {
    let counter = this.#counters[bucket];
    if (counter === undefined) {
      counter = new HyperLogLog(this.#precision);
      this.#counters[bucket] = counter;
    }
    return counter;
  }

  build(parent: number): InternalCardinality {
    if (this.#marks !== null && parent === 0) {
      const counter = new HyperLogLog(this.#precision);
      for (let ordinal = 0; ordinal < this.#marks.length; ordinal++) {
        if (this.#marks[ordinal] === 0) continue;
        this.#values.hash(ordinal);
        counter.add(hash64.high, hash64.low);
      }
      this.#counters[0] = counter;
    }
    return new InternalCardinality(
      this.#node,
      this.#counters[parent] ?? null,
      this.#precision,
      this.#unmapped,
    );
  }

  figure(parent: number): number {
    return this.#counters[parent]?.cardinality() ?? 0;
  }
}

function mark(marks: Uint8Array, ordinal: number): void {
  marks[ordinal] = 1;
}

function hashedNumbers(spec: CardinalitySpec, shard: ShardContext): HashedValues {
  const values = new NumberValues('cardinality', spec.source, shard);
  const type = values.field?.type;
  const fractions = type === 'double' || type === 'float' || type === 'half_float' || type === 'scaled_float';
  return {
    source: (segment) => values.source(segment),
    hash: fractions ? hashDouble : hashLong,
    ordinals: null,
  };
}

/** Hashes of terms, two words each, by the field's dictionary; kept as long as that is. */
const hashCache = new WeakMap<object, Int32Array<ArrayBuffer>>();

function hashedTerms(values: TermValues): HashedValues {
  const cached = values.dictionary === null ? undefined : hashCache.get(values.dictionary);
  const hashes = growInt32(cached ?? new Int32Array(0), values.size * 2, 0);
  // A `missing` term differs between requests: its hash must not be kept.
  const shared = values.dictionary?.size ?? 0;
  hashes.fill(0, shared * 2);
  if (values.dictionary !== null) hashCache.set(values.dictionary, hashes);
  return {
    source: (segment) => values.source(segment),
    hash: (ordinal) => {
      const at = ordinal * 2;
      hash64.high = hashes[at]!;
      hash64.low = hashes[at + 1]!;
      if (hash64.high !== 0 || hash64.low !== 0) return;
      hashBytes(values.term(ordinal));
      hashes[at] = hash64.high;
      hashes[at + 1] = hash64.low;
    },
    ordinals: { count: values.size, all: (segment, each) => allTerms(values, segment, each) },
  };
}

/** Every term of a segment without deleted documents is used by one of them. */
function allTerms(values: TermValues, segment: SegmentReader, each: (ordinal: number) => void): boolean {
  if (values.field === null || values.missing !== null) return false;
  const map = values.mapOf(segment);
  const size = segment.terms(values.field.name)?.size ?? 0;
  for (let ordinal = 0; ordinal < size; ordinal++) each(map === null ? ordinal : map[ordinal]!);
  return true;
}

class MarkLeaf implements LeafAggregator, ValueSink {
  readonly #marks: Uint8Array;
  readonly #source: ValueSource;

  constructor(marks: Uint8Array, source: ValueSource) {
    this.#marks = marks;
    this.#source = source;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): void {
    const marks = this.#marks;
    for (let i = 0; i < length; i++) marks[values[i]! | 0] = 1;
  }
}

class HashLeaf implements LeafAggregator, ValueSink {
  readonly #aggregator: CardinalityAggregator;
  readonly #source: ValueSource;

  constructor(aggregator: CardinalityAggregator, source: ValueSource) {
    this.#aggregator = aggregator;
    this.#source = source;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.#aggregator.add(parents, values, length);
  }
}

class InternalCardinality extends InternalAggregation {
  readonly typedName = 'cardinality';
  readonly counter: HyperLogLog | null;
  readonly #precision: number;
  readonly #unmapped: boolean;

  constructor(node: AggregationNode, counter: HyperLogLog | null, precision: number, unmapped: boolean) {
    super(node);
    this.counter = counter;
    this.#precision = precision;
    this.#unmapped = unmapped;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const merged = new HyperLogLog(this.#precision);
    for (const part of parts)
      if (part instanceof InternalCardinality && part.counter !== null) merged.merge(part.counter);
    return new InternalCardinality(this.node, merged, this.#precision, this.#unmapped);
  }

  figure(): number {
    return this.counter?.cardinality() ?? 0;
  }

  render(): JsonMap {
    return { value: this.figure() };
  }
}
