import type { JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { indexSetting } from '../../../cluster/settings/index-rows.ts';
import type { EmbeddedContext } from '../context.ts';
import { createdVersion } from '../indices/new-index.ts';
import { allocationFilter } from './allocation-filter.ts';
import { copyText, primaryOf, type ShardCopy } from './shard-copy.ts';

/** What one of OpenSearch's deciders says of a copy on this node, in its words. */
export interface Decision {
  readonly decider: string;
  readonly decision: 'YES' | 'NO';
  readonly explanation: string;
}

export function decisionsBody(decisions: readonly Decision[]): JsonMap[] {
  return decisions.map(({ decider, decision, explanation }) => ({ decider, decision, explanation }));
}

const yes = (decider: string, explanation: string): Decision => ({ decider, decision: 'YES', explanation });
const no = (decider: string, explanation: string): Decision => ({ decider, decision: 'NO', explanation });

/** Whether the copy may be put on this node; `byCommand`: a command of `_cluster/reroute` asks for it. */
export function allocationDecisions(
  context: EmbeddedContext,
  copy: ShardCopy,
  byCommand: boolean,
): readonly Decision[] {
  const { nodeId } = context.identity;
  const { index, primary } = copy;
  const node = primary ? 'primary shard copy can be relocated' : 'replica shard copy can be allocated';
  return [
    yes('max_retry', 'shard has no previous failures'),
    afterPrimary(context, copy),
    yes('cluster_concurrent_recoveries', 'undefined cluster concurrent recoveries'),
    byCommand
      ? yes(
          'enable',
          'explicitly ignoring any disabling of allocation due to manual allocation commands via the reroute API',
        )
      : enabled(context, copy),
    nodeVersion(copy),
    yes(
      'snapshot_in_progress',
      primary ? 'no snapshots are currently running' : 'the shard is not being snapshotted',
    ),
    yes('restore_in_progress', 'ignored as shard is not being recovered from a snapshot'),
    filter(context, index),
    yes(
      'search_replica_allocation',
      `node and shard are compatible. node: [${nodeId}], is search node: [false], shard: ${copyText(copy, nodeId)}`,
    ),
    sameShard(context, copy),
    diskThreshold(context),
    throttling(context, copy),
    shardsLimit(context, index),
    yes(
      'awareness',
      'allocation awareness is not enabled, set cluster setting [cluster.routing.allocation.awareness.attributes] to enable it',
    ),
    yes(
      'load_awareness',
      'overload awareness allocation is not enabled, set cluster setting [cluster.routing.allocation.load_awareness.skew_factor] and cluster setting [cluster.routing.allocation.load_awareness.provisioned_capacity] to enable it',
    ),
    yes('target_pool', 'Routing pools are compatible. Shard pool: [LOCAL_ONLY], node pool: [LOCAL_ONLY]'),
    yes(
      'remote_store_migration',
      `[none migration_direction]: ${node} to a non-remote node for strict compatibility mode`,
    ),
  ];
}

function afterPrimary({ engine }: EmbeddedContext, { index, shard, primary }: ShardCopy): Decision {
  const name = 'replica_after_primary_active';
  if (primary) return yes(name, 'shard is primary and can be allocated');
  return primaryOf(engine, index, shard).state === 'STARTED'
    ? yes(name, 'primary shard for this replica is already active')
    : no(name, 'primary shard for this replica is not yet active');
}

/** `…routing.allocation.enable` of the index, else of the cluster. */
function enabled({ settings }: EmbeddedContext, { index, primary }: ShardCopy): Decision {
  const name = 'index.routing.allocation.enable';
  const ofIndex = Object.hasOwn(index.settings, name);
  const value = ofIndex
    ? indexSetting(index.settings, name)
    : settings.get('cluster.routing.allocation.enable');
  const by = ofIndex ? `index setting [${name}` : 'cluster setting [cluster.routing.allocation.enable';
  if (value === 'none') return no('enable', `no allocations are allowed due to ${by}=none]`);
  if (value === 'primaries' && !primary) {
    return no('enable', `replica allocations are forbidden due to ${by}=primaries]`);
  }
  if (value === 'new_primaries') {
    return no('enable', `non-new primary allocations are forbidden due to ${by}=new_primaries]`);
  }
  return yes('enable', value === 'all' ? 'all allocations are allowed' : 'primary allocations are allowed');
}

function nodeVersion({ primary }: ShardCopy): Decision {
  const version = createdVersion.text;
  return yes(
    'node_version',
    primary
      ? `can relocate primary shard from a node with version [${version}] to a node with equal-or-newer version [${version}]`
      : `can allocate replica shard to a node with version [${version}] since this is equal-or-newer than the primary version [${version}]`,
  );
}

function filter(context: EmbeddedContext, index: IndexMetadata): Decision {
  const refused = allocationFilter(context, index);
  if (refused !== undefined) return no('filter', refused);
  return yes('filter', 'node passes include/exclude/require filters');
}

function sameShard({ engine, identity }: EmbeddedContext, copy: ShardCopy): Decision {
  const { index, shard, primary } = copy;
  const there = primaryOf(engine, index, shard);
  if (there.state === 'UNASSIGNED') return yes('same_shard', 'this node does not hold a copy of this shard');
  const what = primary
    ? 'this shard is already allocated to this node'
    : 'a copy of this shard is already allocated to this node';
  return no('same_shard', `${what} ${copyText(there, identity.nodeId)}`);
}

function diskThreshold({ settings }: EmbeddedContext): Decision {
  const isOn = settings.get('cluster.routing.allocation.disk.threshold_enabled');
  return yes(
    'disk_threshold',
    isOn ? 'there is only a single data node present' : 'the disk threshold decider is disabled',
  );
}

function throttling({ engine, settings }: EmbeddedContext, { index, shard, primary }: ShardCopy): Decision {
  if (!primary && primaryOf(engine, index, shard).state !== 'STARTED') {
    return no('throttling', 'primary shard for this replica is not yet active');
  }
  const limit = primary ? settings.get('cluster.routing.allocation.node_concurrent_recoveries') : 4;
  const counts = `outgoing: [0 < ${limit}] incoming: [0 < ${limit}]`;
  return yes('throttling', `below shard recovery limit of ${counts}`);
}

const totalShards = 'index.routing.allocation.total_shards_per_node';

/** Shards that this node has: of one index, or of all. */
function shardsHere({ engine }: EmbeddedContext, indices: readonly IndexMetadata[]): number {
  return indices.reduce(
    (sum, { name, numberOfShards }) => sum + numberOfShards - engine.failures(name).length,
    0,
  );
}

function tooManyShards(count: number, limit: number, { name }: IndexMetadata): Decision {
  const allocated = `too many shards [${count}] allocated to this node for index [${name}]`;
  return no('shards_limit', `${allocated}, index setting [${totalShards}=${limit}]`);
}

function shardsLimit(context: EmbeddedContext, index: IndexMetadata): Decision {
  const limit = indexSetting(index.settings, totalShards);
  if (limit <= 0) {
    const limits = 'index: -1, index primary: -1, cluster: -1, cluster primary: -1';
    return yes('shards_limit', `total shard limits are disabled: [${limits}] <= 0`);
  }
  const count = shardsHere(context, [index]);
  if (count >= limit) return tooManyShards(count, limit, index);
  const all = shardsHere(context, context.engine.indices());
  const limits = `index limit [${limit}], index primary limit [-1], cluster level node limit [-1] and cluster level primary node limit [-1]`;
  return yes('shards_limit', `the shard count [${all}] for this node is under the ${limits}`);
}

/** What speaks against leaving the shards of the index here; nothing is moved, as there is nowhere to move it. */
export function remainDecisions(context: EmbeddedContext, index: IndexMetadata): readonly Decision[] {
  const limit = indexSetting(index.settings, totalShards);
  const count = shardsHere(context, [index]);
  const limited = limit > 0 && count > limit ? [tooManyShards(count, limit, index)] : [];
  return [filter(context, index), ...limited].filter(({ decision }) => decision === 'NO');
}

/** Whether shards may be moved to balance nodes. */
export function rebalanceDecisions(
  { settings }: EmbeddedContext,
  { index }: ShardCopy,
  anyUnassigned: boolean,
): readonly Decision[] {
  const setting =
    'cluster setting [cluster.routing.allocation.allow_rebalance] is set to [indices_all_active]';
  return [
    index.numberOfReplicas > 0
      ? no(
          'rebalance_only_when_active',
          'rebalancing is not allowed until all replicas in the cluster are active',
        )
      : yes('rebalance_only_when_active', 'rebalancing is allowed as all replicas are active in the cluster'),
    anyUnassigned
      ? no('cluster_rebalance', `the cluster has unassigned shards and ${setting}`)
      : yes('cluster_rebalance', 'all shards are active'),
    yes(
      'concurrent_rebalance',
      'below threshold [2] for concurrent rebalances, current rebalance shard count [0]',
    ),
    rebalanceEnabled(settings.get('cluster.routing.rebalance.enable'), index),
    yes('snapshot_in_progress', 'no snapshots are currently running'),
  ];
}

function rebalanceEnabled(ofCluster: string, index: IndexMetadata): Decision {
  const name = 'index.routing.rebalance.enable';
  const own = Object.hasOwn(index.settings, name) ? String(index.settings[name]).toLowerCase() : undefined;
  const value = own ?? ofCluster;
  const by =
    own === undefined ? 'cluster setting [cluster.routing.rebalance.enable' : `index setting [${name}`;
  if (value === 'none') return no('enable', `no rebalancing is allowed due to ${by}=none]`);
  if (value === 'replicas') return no('enable', `primary rebalancing is forbidden due to ${by}=replicas]`);
  return yes('enable', value === 'all' ? 'all rebalancing is allowed' : 'primary rebalancing is allowed');
}
