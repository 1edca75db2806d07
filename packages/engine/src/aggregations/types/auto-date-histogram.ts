import { apiError } from '@sextant/contract';
import type { AggregationType } from '../aggregation-tree.ts';
import { autoDateHistogramAggregator } from '../buckets/auto-date-histogram.ts';
import { intField, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { AutoDateHistogramSpec } from '../specs/auto-date-histogram.ts';

const UNITS = ['hour', 'year', 'minute', 'second', 'day', 'month'];

/** A histogram over time whose interval follows from how many buckets are wanted. */
export const autoDateHistogram: AggregationType<AutoDateHistogramSpec> = {
  name: 'auto_date_histogram',
  holds: true,
  gives: 'buckets',
  minDocCount: () => 0,
  parse: (name, body) => {
    const source = new SourceFields('auto_date_histogram', {
      formattable: true,
      zoned: true,
      scripted: 'date',
    });
    let buckets = 10;
    let minimumInterval: string | null = null;
    readFields('auto_date_histogram', body, {
      ...source.parsers,
      buckets: intField((value) => {
        if (value <= 0)
          throw apiError('illegal_argument_exception', `buckets must be greater than 0 for [${name}]`);
        buckets = value;
      }),
      minimum_interval: textField((value) => {
        if (!UNITS.includes(value)) {
          const reason = `minimum_interval must be one of [[${UNITS.join(', ')}]]`;
          throw apiError('illegal_argument_exception', reason);
        }
        minimumInterval = value;
      }),
    });
    return Object.freeze({ source: source.spec(), buckets, minimumInterval });
  },
  sources: ({ source }) => [source],
  create: (node, shard, place) => autoDateHistogramAggregator(node, shard, place),
};
