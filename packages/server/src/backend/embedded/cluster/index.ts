import { explainAllocation } from '../allocation/explain-allocation.ts';
import { reroute } from '../allocation/reroute.ts';
import type { Handlers } from '../context.ts';
import { replicationHandlers } from '../replication/index.ts';
import { scriptHandlers } from '../scripts/script-handlers.ts';
import { clusterHealth } from './cluster-health.ts';
import { clusterState } from './cluster-state.ts';
import { clusterStats } from './cluster-stats.ts';
import { danglingHandlers } from './dangling-indices.ts';
import { addVotingExclusions, deleteVotingExclusions } from './exclude-from-vote.ts';
import { listPendingTasks } from './pending-tasks.ts';
import { remoteHandlers } from './remote-info.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { severalNodesHandlers } from './several-nodes.ts';

export const clusterHandlers: Handlers<'cluster'> = {
  'cluster.allocation_explain': explainAllocation,
  'cluster.delete_voting_config_exclusions': deleteVotingExclusions,
  'cluster.health': clusterHealth,
  'cluster.pending_tasks': listPendingTasks,
  'cluster.post_voting_config_exclusions': addVotingExclusions,
  ...remoteHandlers,
  'cluster.reroute': reroute,
  'cluster.state': clusterState,
  'cluster.stats': clusterStats,
  ...replicationHandlers,
  ...scriptHandlers,
  ...settingsHandlers,
  ...severalNodesHandlers,
  ...danglingHandlers,
};
