import { Double, type Json, type JsonMap, setOwn } from '@sextant/contract';
import { javaDouble } from '../../mapping/java-text.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { InternalAggregation, type Property } from '../internal-aggregation.ts';
import type { PercentilesSpec } from '../specs/percentiles.ts';
import type { ValueFormat } from '../values/value-format.ts';

/** What values of a bucket are remembered by, whatever the method. */
export interface PercentileSketch {
  readonly isEmpty: boolean;
  /** The value that so many of 100 are not above. */
  percentile(percent: number): number;
  /** How many of 100 are not above the value. */
  rank(value: number): number;
  /** All of them as one, this one first. */
  merged(all: readonly PercentileSketch[]): PercentileSketch;
}

/** percentiles and percentile_ranks of one bucket. */
export class InternalPercentiles extends InternalAggregation {
  declare readonly node: AggregationNode;
  readonly spec: PercentilesSpec;
  readonly sketch: PercentileSketch;
  readonly format: ValueFormat;
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode,
    spec: PercentilesSpec,
    sketch: PercentileSketch,
    shown: { readonly format: ValueFormat; readonly unmapped: boolean },
  ) {
    super(node);
    this.spec = spec;
    this.sketch = sketch;
    this.format = shown.format;
    this.#unmapped = shown.unmapped;
  }

  get typedName(): string {
    return `${this.spec.method.kind}_${this.node.type.name}`;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const sketches = parts.filter((part) => part instanceof InternalPercentiles).map(({ sketch }) => sketch);
    return new InternalPercentiles(this.node, this.spec, this.sketch.merged(sketches), {
      format: this.format,
      unmapped: this.#unmapped,
    });
  }

  override get isMultiValue(): boolean {
    return true;
  }

  /** A percent or a value names its own figure, whether it was asked for or not. */
  override property(path: readonly string[]): Property {
    if (path.length === 1 && path[0] !== '') return this.figure(path[0]!);
    return super.property(path);
  }

  figure(name: string | null): number {
    return this.#value(Number(name));
  }

  #value(key: number): number {
    return this.spec.ranks ? this.sketch.rank(key) : this.sketch.percentile(key);
  }

  render(): JsonMap {
    const values = Array.from(this.spec.keys, (key) => ({ key, value: this.#value(key) }));
    const { isEmpty } = this.sketch;
    const shown = (value: number): Json => (isEmpty ? null : new Double(value));
    const hasText = !isEmpty && !this.format.raw;
    if (!this.spec.keyed) {
      return {
        values: values.map(({ key, value }) => ({
          key: new Double(key),
          value: shown(value),
          ...(hasText && { value_as_string: this.format.text(value) }),
        })),
      };
    }
    const members = {};
    for (const { key, value } of values) {
      setOwn<Json>(members, javaDouble(key), shown(value));
      if (hasText) setOwn<Json>(members, `${javaDouble(key)}_as_string`, this.format.text(value));
    }
    return { values: members };
  }
}
