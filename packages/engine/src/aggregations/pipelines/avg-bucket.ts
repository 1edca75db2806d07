import { bucketMetric } from './bucket-metrics.ts';
import { SimpleValue } from './simple-value.ts';

export const avgBucket = bucketMetric({
  name: 'avg_bucket',
  defaults: {},
  result: (node, values) => {
    const sum = values.reduce((total, { value }) => total + value, 0);
    return new SimpleValue(node, sum / values.length, node.spec.format);
  },
});
