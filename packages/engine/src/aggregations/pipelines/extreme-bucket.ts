import type { JsonMap } from '@sextant/contract';
import type { ResultName } from '../aggregation-tree.ts';
import { PipelineResult } from '../internal-aggregation.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { bucketMetric, type KeyedValue } from './bucket-metrics.ts';
import { shown } from './simple-value.ts';

/** The least or greatest value of all buckets, with the keys of those that have it. */
function extremeBucket(name: string, extreme: (values: readonly number[]) => number) {
  return bucketMetric({
    name,
    defaults: {},
    result: (node, values) => {
      const value = extreme(values.map((each) => each.value));
      return new BucketMetricValue(node, value, node.spec.format, keysWith(values, value));
    },
  });
}

function keysWith(values: readonly KeyedValue[], wanted: number): string[] {
  return values.filter(({ value }) => value === wanted).map(({ key }) => key);
}

export const maxBucket = extremeBucket('max_bucket', (values) => {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
});
export const minBucket = extremeBucket('min_bucket', (values) => {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
});

class BucketMetricValue extends PipelineResult {
  readonly typedName = 'bucket_metric_value';
  readonly #value: number;
  readonly #format: ValueFormat;
  readonly #keys: readonly string[];

  constructor(node: ResultName, value: number, format: ValueFormat, keys: readonly string[]) {
    super(node);
    this.#value = value;
    this.#format = format;
    this.#keys = keys;
  }

  override get value(): number {
    return this.#value;
  }

  render(): JsonMap {
    return { ...shown('value', this.#value, this.#format), keys: [...this.#keys] };
  }
}
