import { apiError } from '@sextant/contract';
import { toDouble } from '../../dsl/json-reader.ts';
import { InternalStats, type StatsFigures } from '../metrics/internal-metrics.ts';
import { type BucketMetricSpec, bucketMetric, type KeyedValue } from './bucket-metrics.ts';

function figuresOf(values: readonly KeyedValue[]): StatsFigures {
  const figures = {
    count: values.length,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    sumOfSquares: 0,
  };
  for (const { value } of values) {
    figures.sum += value;
    figures.min = Math.min(figures.min, value);
    figures.max = Math.max(figures.max, value);
    figures.sumOfSquares += value * value;
  }
  return figures;
}

export const statsBucket = bucketMetric({
  name: 'stats_bucket',
  defaults: {},
  result: (node, values) => {
    const options = { format: node.spec.format, sigma: 0, unmapped: false, typedName: 'stats_bucket' };
    return new InternalStats(node, 'stats', figuresOf(values), options);
  },
});

interface ExtendedSpec extends BucketMetricSpec {
  readonly sigma: number;
}

export const extendedStatsBucket = bucketMetric<ExtendedSpec>({
  name: 'extended_stats_bucket',
  defaults: { sigma: 2 },
  option: (name, value) => {
    if (name !== 'sigma' || typeof value !== 'number') return null;
    const sigma = toDouble(value);
    if (sigma >= 0) return { sigma };
    throw apiError('illegal_argument_exception', 'sigma must be a non-negative double');
  },
  result: (node, values) => {
    const { format, sigma } = node.spec;
    const options = { format, sigma, unmapped: false, typedName: 'extended_stats_bucket' };
    return new InternalStats(node, 'extended_stats', figuresOf(values), options);
  },
});
