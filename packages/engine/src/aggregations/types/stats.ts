import type { AggregationType, Gives } from '../aggregation-tree.ts';
import { type MetricKind, STATS_FIGURES } from '../metrics/internal-metrics.ts';
import { StatsAggregator } from '../metrics/stats-aggregator.ts';
import { readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { StatsSpec } from '../specs/stats.ts';

function statsType(kind: MetricKind, gives: Gives): AggregationType<StatsSpec> {
  return {
    name: kind,
    holds: false,
    gives,
    hasFigure: (_spec, name) => STATS_FIGURES.has(name),
    parse: (_name, body) => {
      const source = new SourceFields(kind, { formattable: true, zoned: false, scripted: 'double' });
      readFields(kind, body, source.parsers);
      return Object.freeze({ kind, source: source.spec(), sigma: 0 });
    },
    sources: ({ source }) => [source],
    takesStreams: true,
    create: (node, shard, { topLevel }) => new StatsAggregator(node, shard, topLevel),
  };
}

export const min = statsType('min', 'value');
export const max = statsType('max', 'value');
export const sum = statsType('sum', 'value');
export const avg = statsType('avg', 'value');
export const stats = statsType('stats', 'values');
