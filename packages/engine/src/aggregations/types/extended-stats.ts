import { apiError } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { EXTENDED_FIGURES, STATS_FIGURES } from '../metrics/internal-metrics.ts';
import { StatsAggregator } from '../metrics/stats-aggregator.ts';
import { doubleField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { StatsSpec } from '../specs/stats.ts';

export const extendedStats: AggregationType<StatsSpec> = {
  name: 'extended_stats',
  holds: false,
  gives: 'values',
  hasFigure: (_spec, name) => STATS_FIGURES.has(name) || EXTENDED_FIGURES.has(name),
  parse: parseExtendedStats,
  sources: ({ source }) => [source],
  takesStreams: true,
  create: (node, shard, { topLevel }) => new StatsAggregator(node, shard, topLevel),
};

function parseExtendedStats(name: string, body: JsonObject): StatsSpec {
  const source = new SourceFields('extended_stats', { formattable: true, zoned: false, scripted: 'double' });
  let sigma = 2;
  readFields('extended_stats', body, {
    ...source.parsers,
    sigma: doubleField((value) => {
      if (value >= 0) {
        sigma = value;
        return;
      }
      const shown = Number.isInteger(value) ? value.toFixed(1) : String(value);
      throw apiError(
        'illegal_argument_exception',
        `[sigma] must be greater than or equal to 0. Found [${shown}] in [${name}]`,
      );
    }),
  });
  return Object.freeze({ kind: 'extended_stats', source: source.spec(), sigma });
}
