import type { AggregationType } from '../aggregation-tree.ts';
import { ValueCountAggregator } from '../metrics/value-count.ts';
import { readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { ValueCountSpec } from '../specs/value-count.ts';

export const valueCount: AggregationType<ValueCountSpec> = {
  name: 'value_count',
  holds: false,
  gives: 'value',
  parse: (_name, body) => {
    const source = new SourceFields('value_count', { formattable: true, zoned: false, scripted: 'anything' });
    readFields('value_count', body, source.parsers);
    return Object.freeze({ source: source.spec() });
  },
  sources: ({ source }) => [source],
  takesStreams: true,
  create: (node, shard) => new ValueCountAggregator(node, shard),
};
