import { bucketMetric } from './bucket-metrics.ts';
import { SimpleValue } from './simple-value.ts';

export const sumBucket = bucketMetric({
  name: 'sum_bucket',
  defaults: {},
  result: (node, values) => {
    const sum = values.reduce((total, { value }) => total + value, 0);
    return new SimpleValue(node, sum, node.spec.format);
  },
});
