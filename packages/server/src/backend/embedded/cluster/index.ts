import { type Handlers, ok } from '../context.ts';
import { clusterHealth } from './cluster-health.ts';
import { clusterState } from './cluster-state.ts';
import { clusterStats } from './cluster-stats.ts';
import { listPendingTasks } from './pending-tasks.ts';
import { settingsHandlers } from './settings-handlers.ts';

export const clusterHandlers: Handlers<'cluster'> = {
  'cluster.health': clusterHealth,
  'cluster.pending_tasks': listPendingTasks,
  'cluster.remote_info': async () => ok({}),
  'cluster.state': clusterState,
  'cluster.stats': clusterStats,
  ...settingsHandlers,
};
