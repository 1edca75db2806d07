import type { JsonMap } from '@sextant/contract';
import { toBig } from '../../mapping/fine-number.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, stateOf } from '../aggregator-state.ts';
import { InternalAggregation } from '../internal-aggregation.ts';
import type { CardinalitySpec } from '../specs/cardinality.ts';
import { isTextType } from '../value-types.ts';
import { fieldOf, NumberValues } from '../values/field-values.ts';
import { FineValues, isFineField } from '../values/fine-values.ts';
import { giveBack, lentUint8 } from '../values/lent-arrays.ts';
import { Meter } from '../values/meter.ts';
import { OrdinalTally, type SegmentOrdinals } from '../values/ordinal-counts.ts';
import { TermValues } from '../values/term-values.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { BucketCounters, type CountersState } from './bucket-counters.ts';
import { hash64, hashBig, hashBytes, hashDouble, hashLong } from './hash64.ts';
import { condense, HyperLogLog, precisionFromThreshold, setHash } from './hyper-log-log.ts';

interface CardinalityState extends AggregatorState, CountersState {
  readonly kind: 'cardinality';
  /** By ordinal, whether the only bucket met it. */
  readonly marks: Uint8Array<ArrayBuffer> | null;
}

/** How values of a field are read and hashed. */
interface HashedValues {
  source(segment: SegmentReader): ValueSource | null;
  /** The condensed hash of a value. */
  hash(value: number): number;
  /** Values are ordinals below it: seen ones are marked, and hashed once. Null for numbers. */
  readonly ordinals: {
    readonly count: number;
    /** Whether each term of a segment is a value of one of its documents. */
    readonly complete: boolean;
    /** Marks every term of a segment. */
    all(segment: SegmentReader, marks: Uint8Array): void;
    of(segment: SegmentReader): SegmentOrdinals | null;
    /** Condensed hashes; 0 where not known yet. */
    readonly hashes: Int32Array;
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
  #marks: Uint8Array<ArrayBuffer> | null;
  readonly #meter: Meter;
  readonly #counters: BucketCounters;
  readonly #tally: OrdinalTally;
  /** Segments by how their values were counted. */
  readonly #segments = { empty: 0, numeric: 0, ordinals: 0, hashing: 0, hybrid: 0, pruned: 0 };
  readonly #hint: CardinalitySpec['hint'];

  constructor(node: AggregationNode<CardinalitySpec>, shard: ShardContext, topLevel: boolean) {
    super();
    const { spec } = node;
    this.#node = node;
    this.#precision = precisionFromThreshold(spec.precisionThreshold);
    this.#meter = new Meter(shard.budget, node.name);
    this.#tally = new OrdinalTally(this.#meter);
    this.#counters = new BucketCounters(this.#precision, this.#meter);
    const field = fieldOf(spec.source, shard);
    this.#unmapped = field === null;
    const { valueType } = spec.source;
    // What no field has is a text where the request does not say otherwise.
    const textual = field === null ? valueType === null || isTextType(valueType) : field.storage !== 'number';
    this.#values = textual
      ? hashedTerms(new TermValues(field, spec.source, shard))
      : hashedNumbers(spec, shard);
    this.#hint = spec.hint;
    this.#marks = topLevel && spec.hint !== 'direct' ? this.#newMarks() : null;
  }

  #newMarks(): Uint8Array<ArrayBuffer> | null {
    const { ordinals } = this.#values;
    if (ordinals === null) return null;
    this.#meter.take(ordinals.count);
    return lentUint8(ordinals.count);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    if (this.#marks === null || this.#values.ordinals?.complete !== true) return false;
    return matchesWholeSegment(segment, match);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const source = this.#values.source(segment);
    this.#segments[this.#kindOf(source)]++;
    if (source === null) return null;
    const marks = this.#marks;
    if (marks === null) return new HashLeaf(this, source);
    if (this.answers(segment, match)) {
      this.#segments.pruned++;
      this.#values.ordinals?.all(segment, marks);
      return null;
    }
    this.#tally.markIn(marks);
    const ordinals = this.#values.ordinals?.of(segment) ?? null;
    return ordinals === null ? new MarkLeaf(marks, source) : this.#tally.leaf(ordinals);
  }

  /** Where nobody chooses, ordinals or hashes are counted, whichever is better: OpenSearch's hybrid. */
  #kindOf(source: ValueSource | null): 'empty' | 'numeric' | 'ordinals' | 'hashing' | 'hybrid' {
    if (source === null) return 'empty';
    if (this.#values.ordinals === null) return 'numeric';
    if (this.#hint === null) return 'hybrid';
    return this.#marks === null ? 'hashing' : 'ordinals';
  }

  override debug(): JsonMap {
    const { empty, numeric, ordinals, hashing, hybrid, pruned } = this.#segments;
    return {
      empty_collectors_used: empty,
      numeric_collectors_used: numeric,
      ordinals_collectors_used: ordinals,
      ordinals_collectors_overhead_too_high: 0,
      string_hashing_collectors_used: hashing,
      hybrid_collectors_used: hybrid,
      dynamic_pruned_segments: pruned,
    };
  }

  add(parents: Int32Array, values: Float64Array, length: number, parentCount: number): void {
    this.#meter.charge(1 + (length >>> 6));
    this.#counters.grow(parentCount);
    for (let i = 0; i < length; i++) {
      this.#counters.add(parents[i]!, this.#values.hash(values[i]!));
    }
  }

  state(): CardinalityState {
    if (this.#marks !== null) this.#tally.markIn(this.#marks);
    return { kind: 'cardinality', marks: this.#marks?.slice() ?? null, ...this.#counters.state() };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const found = stateOf<CardinalityState>('cardinality', state);
    const { marks } = found;
    if (this.#marks !== null && marks !== null) {
      for (let ordinal = 0; ordinal < marks.length; ordinal++) this.#marks[ordinal]! |= marks[ordinal]!;
    }
    this.#counters.absorb(found, parents);
  }

  build(parent: number): InternalCardinality {
    const marks = parent === 0 ? this.#marks : null;
    if (marks !== null) this.#tally.markIn(marks);
    const counter = marks === null ? this.#counters.counter(parent) : this.#countMarks(marks);
    return new InternalCardinality(this.#node, counter, this.#precision, this.#unmapped);
  }

  #countMarks(marks: Uint8Array): HyperLogLog {
    const counter = new HyperLogLog(this.#precision, this.#meter);
    if (counter.mayOutgrow(countOnes(marks)) && counter.take(this.#registersOf(marks))) return counter;
    for (let ordinal = 0; ordinal < marks.length; ordinal++) {
      if ((ordinal & 31) === 0) this.#meter.charge(1);
      if (marks[ordinal] !== 0) counter.add(this.#values.hash(ordinal));
    }
    return counter;
  }

  /** Of many: no set of their hashes is made first. */
  #registersOf(marks: Uint8Array): Uint8Array<ArrayBuffer> {
    const precision = this.#precision;
    this.#meter.take(1 << precision);
    const registers = new Uint8Array(1 << precision);
    const known = this.#values.ordinals!.hashes;
    for (let ordinal = 0; ordinal < marks.length; ordinal++) {
      if ((ordinal & 127) === 0) this.#meter.charge(1);
      if (marks[ordinal] === 0) continue;
      // Not left to `hash`, which knows them too: the call costs a tenth of the whole request.
      const hash = ordinal < known.length ? known[ordinal]! : 0;
      setHash(registers, hash === 0 ? this.#values.hash(ordinal) : hash, precision);
    }
    return registers;
  }

  figure(parent: number): number {
    this.#meter.charge(1);
    return this.#counters.cardinality(parent);
  }

  override release(): void {
    super.release();
    this.#tally.release();
    if (this.#marks !== null) giveBack(this.#marks);
    this.#marks = null;
  }
}

/** How many of the bytes, each 0 or 1, are 1. */
function countOnes(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let count = 0;
  for (let i = 0; i < words.length; i++) count += Math.imul(words[i]!, 0x01010101) >>> 24;
  for (let i = words.length * 4; i < bytes.length; i++) count += bytes[i]!;
  return count;
}

function hashedNumbers(spec: CardinalitySpec, shard: ShardContext): HashedValues {
  const values = new NumberValues('cardinality', spec.source, shard);
  const { field } = values;
  // Of unsigned longs OpenSearch counts the doubles.
  const isUnsigned = field?.fieldType.numbers?.sortsAlone === true;
  if (field !== null && !isUnsigned && isFineField(field, shard)) {
    const fine = new FineValues(field, spec.source, shard);
    const hash = (place: number): number => {
      hashBig(toBig(fine.number(place)));
      return condensed();
    };
    return { source: (segment) => fine.source(segment), hash, ordinals: null };
  }
  const fractions = isUnsigned || values.haveFractions;
  const mix = fractions ? hashDouble : hashLong;
  const hash = (value: number): number => {
    mix(value);
    return condensed();
  };
  return { source: (segment) => values.source(segment), hash, ordinals: null };
}

/** Condensed hashes of terms by the field's dictionary; kept as long as that is. */
const hashCache = new WeakMap<object, Int32Array>();

function hashesOf(dictionary: { readonly size: number } | null): Int32Array {
  if (dictionary === null) return new Int32Array(0);
  let hashes = hashCache.get(dictionary);
  if (hashes === undefined) {
    hashes = new Int32Array(dictionary.size);
    hashCache.set(dictionary, hashes);
  }
  return hashes;
}

function condensed(): number {
  return condense(hash64.high, hash64.low);
}

function hashedTerms(values: TermValues): HashedValues {
  const hashes = hashesOf(values.dictionary);
  return {
    source: (segment) => values.source(segment),
    hash: (ordinal) => {
      // A `missing` term differs between requests, and has no place among the hashes that they share.
      const isShared = ordinal < hashes.length;
      const known = isShared ? hashes[ordinal]! : 0;
      if (known !== 0) return known;
      hashBytes(values.term(ordinal));
      const hash = condensed();
      if (isShared) hashes[ordinal] = hash;
      return hash;
    },
    ordinals: {
      count: values.size,
      complete: values.field !== null && values.missing === null,
      all: (segment, marks) => markAll(values, segment, marks),
      of: (segment) => values.ordinals(segment),
      hashes,
    },
  };
}

/** Every term of a segment without deleted documents is used by one of them. */
function markAll(values: TermValues, segment: SegmentReader, marks: Uint8Array): void {
  const map = values.mapOf(segment);
  const size = segment.fielddataTerms(values.field!.name)?.size ?? 0;
  if (map === null) marks.fill(1, 0, size);
  else for (let ordinal = 0; ordinal < size; ordinal++) marks[map[ordinal]!] = 1;
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
  #parentCount = 0;

  constructor(aggregator: CardinalityAggregator, source: ValueSource) {
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

class InternalCardinality extends InternalAggregation {
  declare readonly node: AggregationNode;
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

  override get value(): number {
    return this.figure();
  }

  render(): JsonMap {
    return { value: this.figure() };
  }
}
