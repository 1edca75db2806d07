import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, matchesWholeSegment, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import type { ValueCountSpec } from '../specs/value-count.ts';
import { fieldOf } from '../values/field-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import { formatOf, RAW_FORMAT } from '../values/value-format.ts';
import { ConstantSource, columnSource, type ValueSink, type ValueSource } from '../values/value-source.ts';
import type { ValueStream } from '../values/value-stream.ts';
import { InternalStats } from './internal-metrics.ts';
import { addCounts } from './stats-values.ts';

/** Values by bucket of the parent. */
interface CountsState extends AggregatorState {
  readonly kind: 'counts';
  readonly counts: Float64Array<ArrayBuffer>;
}

/** value_count of a field of any type. */
export class ValueCountAggregator extends Aggregator {
  readonly #node: AggregationNode;
  readonly #field: MappedField | null;
  readonly #countsMissing: boolean;
  readonly #stream: ValueStream | null;
  readonly #meter: Meter;
  #counts = new Float64Array(16);

  constructor(node: AggregationNode<ValueCountSpec>, shard: ShardContext) {
    super();
    const { spec } = node;
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    this.#stream = shard.stream ?? null;
    this.#field = this.#stream === null ? fieldOf(spec.source, shard) : this.#stream.field;
    if (this.#stream === null) formatOf(this.#field, spec.source, false, shard.nowMs);
    this.#countsMissing = spec.source.missing !== null;
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#stream === null && !this.#countsMissing && matchesWholeSegment(segment, match);
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    if (this.#stream !== null) {
      const source = this.#stream.source(segment);
      return source === null ? null : new CountLeaf(this, source);
    }
    const name = this.#field?.name;
    const column = name === undefined ? null : (segment.numeric(name) ?? segment.fielddataOrdinals(name));
    if (column === null) return this.#countsMissing ? new CountLeaf(this, new ConstantSource(0)) : null;
    if (this.answers(segment, match)) {
      this.#counts[0]! += column.valueCount;
      return null;
    }
    return new CountLeaf(this, columnSource(column, 0, this.#countsMissing ? 0 : null));
  }

  add(parents: Int32Array, length: number, parentCount: number): void {
    this.#counts = growFloat64(this.#counts, parentCount, 0, this.#meter);
    addCounts(this.#counts, parents, length);
  }

  state(): CountsState {
    return { kind: 'counts', counts: this.#counts.slice() };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const { counts } = stateOf<CountsState>('counts', state);
    for (let i = 0; i < counts.length; i++) {
      if (counts[i] === 0) continue;
      const parent = parentOf(parents, i);
      this.#counts = growFloat64(this.#counts, parent + 1, 0, this.#meter);
      this.#counts[parent]! += counts[i]!;
    }
  }

  build(parent: number): InternalStats {
    const figures = { count: this.figure(parent), sum: 0, min: 0, max: 0, sumOfSquares: 0 };
    return new InternalStats(this.#node, 'value_count', figures, {
      format: RAW_FORMAT,
      sigma: 0,
      unmapped: this.#field === null,
    });
  }

  figure(parent: number): number {
    return this.#counts[parent] ?? 0;
  }
}

class CountLeaf implements LeafAggregator, ValueSink {
  readonly #aggregator: ValueCountAggregator;
  readonly #source: ValueSource;
  #parentCount = 0;

  constructor(aggregator: ValueCountAggregator, source: ValueSource) {
    this.#aggregator = aggregator;
    this.#source = source;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#parentCount = parentCount;
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, parents: Int32Array, _values: Float64Array, length: number): void {
    this.#aggregator.add(parents, length, this.#parentCount);
  }
}
