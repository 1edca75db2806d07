import type { Handlers } from '../context.ts';
import { hotThreads } from './hot-threads.ts';
import { nodesInfo } from './nodes-info.ts';
import { nodesStats } from './nodes-stats.ts';
import { nodesUsage } from './nodes-usage.ts';
import { prometheus } from './prometheus.ts';
import { reloadSecureSettings } from './reload-secure-settings.ts';
import { workloadStats } from './workload-stats.ts';

export const nodesHandlers: Handlers<'nodes'> = {
  'nodes.hot_threads': hotThreads,
  'nodes.info': nodesInfo,
  'nodes.prometheus': prometheus,
  'nodes.reload_secure_settings': reloadSecureSettings,
  'nodes.stats': nodesStats,
  'nodes.usage': nodesUsage,
  'nodes.wlm_stats': workloadStats,
};
