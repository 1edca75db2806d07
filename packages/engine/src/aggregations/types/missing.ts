import type { AggregationType } from '../aggregation-tree.ts';
import { missingAggregator } from '../buckets/single-bucket.ts';
import { readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { MissingSpec } from '../specs/missing.ts';

export const missing: AggregationType<MissingSpec> = {
  name: 'missing',
  holds: true,
  gives: 'bucket',
  parse: (_name, body) => {
    const source = new SourceFields('missing', { formattable: false, zoned: false, scripted: 'keyword' });
    readFields('missing', body, source.parsers);
    return Object.freeze({ source: source.spec() });
  },
  sources: ({ source }) => [source],
  create: (node, shard, { children }) => missingAggregator(node, shard, children),
};
