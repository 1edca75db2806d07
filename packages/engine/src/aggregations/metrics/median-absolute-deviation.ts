import { Double, type JsonMap } from '@sextant/contract';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import { InternalAggregation } from '../internal-aggregation.ts';
import type { MedianDeviationSpec } from '../specs/median-absolute-deviation.ts';
import { plainNumbers } from '../values/field-values.ts';
import { Meter } from '../values/meter.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { type MedianDeviation, medianDeviation } from './median-deviation.ts';
import { addDigestChunk } from './percentiles.ts';
import { SketchAggregator } from './sketch-aggregator.ts';
import { type RawDigest, TDigest } from './t-digest.ts';

/** median_absolute_deviation on one shard. */
export function medianDeviationAggregator(
  node: AggregationNode<MedianDeviationSpec>,
  shard: ShardContext,
): Aggregator {
  const { source, compression } = node.spec;
  const values = plainNumbers(node.type.name, source, shard);
  const meter = new Meter(shard.budget, node.name);
  const create = () => new TDigest(compression, meter);
  const shown = { format: values.format, unmapped: values.field === null };
  return new SketchAggregator<RawDigest>(values, {
    ordered: true,
    create,
    addChunk: (total, chunk) => addDigestChunk(total as TDigest, chunk, compression),
    result: (sketch) => {
      const deviation = medianDeviation((sketch as TDigest | null) ?? create(), compression);
      return new InternalMedianDeviation(node, compression, deviation, shown);
    },
  });
}

class InternalMedianDeviation extends InternalAggregation {
  readonly typedName = 'median_absolute_deviation';
  readonly deviation: MedianDeviation;
  readonly #compression: number;
  readonly #shown: { readonly format: ValueFormat; readonly unmapped: boolean };

  constructor(
    node: InternalAggregation['node'],
    compression: number,
    deviation: MedianDeviation,
    shown: { readonly format: ValueFormat; readonly unmapped: boolean },
  ) {
    super(node);
    this.#compression = compression;
    this.deviation = deviation;
    this.#shown = shown;
  }

  override get unmapped(): boolean {
    return this.#shown.unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const sum = new TDigest(this.#compression);
    for (const part of parts)
      if (part instanceof InternalMedianDeviation) sum.addDigest(part.deviation.sketch);
    const deviation = medianDeviation(sum, this.#compression);
    return new InternalMedianDeviation(this.node, this.#compression, deviation, this.#shown);
  }

  figure(): number {
    return this.deviation.value;
  }

  override get value(): number {
    return this.deviation.value;
  }

  render(): JsonMap {
    const { value } = this.deviation;
    if (Number.isNaN(value)) return { value: null };
    const { format } = this.#shown;
    const text = format.raw ? {} : { value_as_string: format.text(value) };
    return { value: new Double(value), ...text };
  }
}
