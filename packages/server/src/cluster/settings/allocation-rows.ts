import { isIP } from 'node:net';
import { apiError } from '@sextant/contract';
import { dynamic, type SettingRow } from './setting-row.ts';
import { booleanType, intType, type SettingType, stringType, wordType } from './setting-type.ts';

/** What becomes of the settings of allocation on a node that is alone. */
const explained = 'what `_cluster/allocation/explain` answers';

const allocation = wordType(
  ['all', 'primaries', 'new_primaries', 'none'],
  (text) => `Illegal allocation.enable value [${text.toUpperCase()}]`,
);
const rebalance = wordType(
  ['all', 'primaries', 'replicas', 'none'],
  (text) => `Illegal rebalance.enable value [${text.toUpperCase()}]`,
);
const allowRebalance = wordType(
  ['always', 'indices_primaries_active', 'indices_all_active'],
  (text) => `Illegal value for cluster.routing.allocation.allow_rebalance: ${text}`,
);

/** Values of attributes with commas between them; those of addresses are addresses, or patterns. */
const nodeFilter: SettingType<string> = {
  values: 'values, or patterns, with commas between them',
  read: (text, name) => {
    const value = stringType.read(text, name);
    if (!/\._(?:ip|host_ip|publish_ip)$/.test(name)) return value;
    for (const each of value.split(',').map((part) => part.trim())) {
      if (each === '' || each.includes('*') || isIP(each) !== 0) continue;
      throw apiError('illegal_argument_exception', `invalid IP address [${each}] for [${name}]`);
    }
    return value;
  },
};

const filters = dynamic(nodeFilter, undefined, explained);
const recoveries = (fallback: string): SettingRow<number> =>
  dynamic(intType({ min: 0 }), fallback, explained);

/** Kept, shown and explained: on one node there is nothing to move. `enable: none` also keeps shards in their data paths. */
export const allocationRows = {
  'cluster.routing.allocation.allow_rebalance': dynamic(allowRebalance, 'indices_all_active', explained),
  'cluster.routing.allocation.cluster_concurrent_rebalance': dynamic(intType({ min: -1 }), '2', explained),
  'cluster.routing.allocation.enable': dynamic(allocation, 'all', explained),
  'cluster.routing.allocation.exclude.*': filters,
  'cluster.routing.allocation.include.*': filters,
  'cluster.routing.allocation.node_concurrent_incoming_recoveries': recoveries('2'),
  'cluster.routing.allocation.node_concurrent_outgoing_recoveries': recoveries('2'),
  'cluster.routing.allocation.node_concurrent_recoveries': recoveries('2'),
  'cluster.routing.allocation.node_initial_primaries_recoveries': recoveries('4'),
  'cluster.routing.allocation.require.*': filters,
  'cluster.routing.rebalance.enable': dynamic(rebalance, 'all', explained),
  'cluster.routing.use_adaptive_replica_selection': dynamic(
    booleanType,
    'true',
    'nothing: there is one copy of each shard',
  ),
} as const satisfies Record<string, SettingRow>;
