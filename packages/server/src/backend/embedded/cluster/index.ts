import { type Handlers, ok } from '../context.ts';
import { clusterHealth } from './cluster-health.ts';
import { clusterState, pendingTasks } from './cluster-state.ts';
import { clusterStats } from './cluster-stats.ts';
import { settingsHandlers } from './settings-handlers.ts';

export const clusterHandlers: Handlers<'cluster'> = {
  'cluster.health': clusterHealth,
  'cluster.pending_tasks': pendingTasks,
  'cluster.remote_info': async () => ok({}),
  'cluster.state': clusterState,
  'cluster.stats': clusterStats,
  ...settingsHandlers,
};
