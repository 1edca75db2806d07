import type { JsonMap } from '@sextant/contract';
import type { AggregationNode, AggregationTree } from '../aggregation-tree.ts';
import type { Aggregator } from '../aggregator.ts';
import { ProfiledAggregator } from './profiled-aggregator.ts';

/** What was measured of the aggregations of a shard. */
export interface AggregationProfile {
  /** Those that collected what the query matches, and those that saw every document. */
  readonly collected: CollectorProfile | null;
  readonly everything: CollectorProfile | null;
  /** Each with those within it, as the answer shows them. */
  readonly aggregations: readonly JsonMap[];
}

/** How OpenSearch names what collects for several aggregations, and what that took. */
interface CollectorProfile {
  readonly name: string;
  readonly nanos: number;
}

/** `own`: those at the top of the tree, on one shard. Null where they were not measured. */
export function aggregationProfile(
  own: readonly Aggregator[],
  { children }: AggregationTree,
): AggregationProfile | null {
  const profiled = own.filter((aggregator) => aggregator instanceof ProfiledAggregator);
  if (profiled.length < children.length) return null;
  const of = (everything: boolean): CollectorProfile | null => {
    const wanted = ({ type }: AggregationNode): boolean => (type.everything === true) === everything;
    const names = children.filter(wanted).map(({ name }) => name);
    if (names.length === 0) return null;
    const nanos = profiled.reduce(
      (sum, each, i) => sum + (wanted(children[i]!) ? each.collectingNanos : 0),
      0,
    );
    return { name: collectorName(names), nanos };
  };
  return {
    collected: of(false),
    everything: of(true),
    aggregations: profiled.map((aggregator) => aggregator.json()),
  };
}

function collectorName(names: readonly string[]): string {
  if (names.length === 1) return `ProfilingAggregator: [${names[0]}]`;
  return `MultiBucketCollector: [[${names.join(', ')}]]`;
}
