import { apiError, Double, type JsonMap } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import type { AggregatorState } from '../aggregator-state.ts';
import { InternalAggregation } from '../internal-aggregation.ts';
import type { WeightedAvgSpec } from '../specs/weighted-avg.ts';
import { NumberValues } from '../values/field-values.ts';
import { growFloat64, growInt32 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import { RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { PairSums } from './pair-sums.ts';
import { compensatedSum } from './stats-values.ts';

/** weighted_avg on one shard: documents with a value and a weight count. */
export class WeightedAvgAggregator extends Aggregator {
  readonly #node: AggregationNode;
  readonly #values: NumberValues;
  readonly #weights: NumberValues;
  readonly #meter: Meter;
  readonly #isFormatted: boolean;
  /** Of products, and of weights. */
  readonly #sums: PairSums;

  constructor(node: AggregationNode<WeightedAvgSpec>, shard: ShardContext) {
    super();
    const { value, weight } = node.spec;
    if (value === null || weight === null) {
      const lacking = value === null ? 'value' : 'weight';
      throw apiError(
        'illegal_argument_exception',
        `Could not find field name [${lacking}] in multiValuesSource`,
      );
    }
    this.#node = node;
    this.#isFormatted = value.format !== null;
    this.#meter = new Meter(shard.budget, node.name);
    this.#values = new NumberValues('weighted_avg', value, shard);
    this.#weights = new NumberValues('weighted_avg', weight, shard);
    const largest = this.#weights.largest();
    this.#sums = new PairSums({ first: this.#values.largest() * largest, second: largest }, this.#meter);
  }

  override division(parents: number): Division {
    return this.#sums.division(parents);
  }

  override endChunk(chunk: number, keep: boolean): void {
    this.#sums.endChunk(chunk, keep);
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const values = this.#values.source(segment);
    const weights = this.#weights.source(segment);
    return values === null || weights === null ? null : new WeightedLeaf(this, values, weights);
  }

  add(parents: Int32Array, products: Float64Array, weights: Float64Array, length: number): void {
    this.#sums.add(parents, products, weights, length);
  }

  grow(buckets: number): void {
    this.#sums.grow(buckets);
  }

  state(): AggregatorState {
    return this.#sums.state();
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    this.#sums.absorb(state, parents);
  }

  build(parent: number): InternalWeightedAvg {
    this.#sums.settle();
    const { first: products, second: weights } = this.#sums.of(parent);
    const sums = { products, weights };
    // Only a format that was asked for shows a text.
    const format = this.#isFormatted ? this.#values.format : RAW_FORMAT;
    return new InternalWeightedAvg(this.#node, sums, format, this.#values.field === null);
  }

  figure(parent: number): number {
    return this.build(parent).figure();
  }
}

/** For each value of a block the weight of its document. */
class WeightedLeaf implements LeafAggregator, ValueSink {
  readonly #aggregator: WeightedAvgAggregator;
  readonly #values: ValueSource;
  readonly #weights: ValueSource;
  readonly #weightSink: ValueSink;
  #parents: Int32Array = new Int32Array(0);
  #found: Float64Array = new Float64Array(0);
  #places = new Int32Array(0);
  #keptParents = new Int32Array(0);
  #products = new Float64Array(0);

  constructor(aggregator: WeightedAvgAggregator, values: ValueSource, weights: ValueSource) {
    this.#aggregator = aggregator;
    this.#values = values;
    this.#weights = weights;
    this.#weightSink = {
      values: (_docs, places, found, length) => this.#weigh(places, found, length),
    };
  }

  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void {
    this.#aggregator.grow(parentCount);
    this.#values.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    if (this.#places.length < length) {
      this.#places = growInt32(this.#places, length, 0);
      for (let i = 0; i < this.#places.length; i++) this.#places[i] = i;
    }
    this.#parents = parents;
    this.#found = values;
    // In place of parents go the places of the values, so that each weight is given back with its own.
    this.#weights.read(docs, this.#places, length, this.#weightSink);
  }

  #weigh(places: Int32Array, weights: Float64Array, length: number): void {
    this.#keptParents = growInt32(this.#keptParents, length, 0);
    this.#products = growFloat64(this.#products, length, 0);
    for (let i = 0; i < length; i++) {
      const place = places[i]!;
      if (i > 0 && places[i - 1] === place) throw severalWeights();
      this.#keptParents[i] = this.#parents[place]!;
      this.#products[i] = this.#found[place]! * weights[i]!;
    }
    this.#aggregator.add(this.#keptParents, this.#products, weights, length);
  }
}

function severalWeights(): Error {
  return new DocumentError({
    type: 'aggregation_execution_exception',
    reason:
      'Encountered more than one weight for a single document. Use a script to combine multiple ' +
      'weights-per-doc into a single value.',
  });
}

interface WeightedSums {
  readonly products: number;
  readonly weights: number;
}

class InternalWeightedAvg extends InternalAggregation {
  readonly typedName = 'weighted_avg';
  readonly sums: WeightedSums;
  readonly #format: ValueFormat;
  readonly #unmapped: boolean;

  constructor(node: InternalAggregation['node'], sums: WeightedSums, format: ValueFormat, unmapped: boolean) {
    super(node);
    this.sums = sums;
    this.#format = format;
    this.#unmapped = unmapped;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const all = parts.filter((part) => part instanceof InternalWeightedAvg).map((part) => part.sums);
    const sums = {
      products: compensatedSum(all.map(({ products }) => products)),
      weights: compensatedSum(all.map(({ weights }) => weights)),
    };
    return new InternalWeightedAvg(this.node, sums, this.#format, this.#unmapped);
  }

  figure(): number {
    return this.sums.products / this.sums.weights;
  }

  override get value(): number {
    return this.figure();
  }

  render(): JsonMap {
    if (this.sums.weights === 0) return { value: null };
    const value = this.figure();
    return this.#format.raw
      ? { value: new Double(value) }
      : { value: new Double(value), value_as_string: this.#format.text(value) };
  }
}
