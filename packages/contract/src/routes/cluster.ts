import type { Route } from './route.ts';
import { acknowledged, indicesOptions, localParam, masterTimeouts } from './shared-params.ts';

const common = { methods: ['GET'], body: 'none', family: 'cluster', answeredBy: 'backend' } as const;

const flat = {
  flat_settings: { type: 'boolean', summary: 'names with dots instead of nesting', default: 'false' },
} as const;

/** The cluster as a whole: health, statistics, state, settings. */
export const clusterRoutes = [
  {
    ...common,
    name: 'cluster.health',
    paths: ['/_cluster/health', '/_cluster/health/{index}'],
    params: {
      ...acknowledged,
      ...localParam,
      expand_wildcards: indicesOptions.expand_wildcards,
      level: { type: 'string', summary: 'cluster, indices or shards', default: 'cluster' },
      wait_for_active_shards: { type: 'string', summary: 'wait for so many active shards, or all' },
      wait_for_events: { type: 'string', summary: 'wait for events of this priority: immediate … languid' },
      wait_for_no_initializing_shards: {
        type: 'boolean',
        summary: 'wait until no shard is being opened',
        default: 'false',
      },
      wait_for_no_relocating_shards: {
        type: 'boolean',
        summary: 'wait until no shard moves',
        default: 'false',
      },
      wait_for_nodes: { type: 'string', summary: 'wait for so many nodes: 3, >=3, le(3)' },
      wait_for_relocating_shards: { type: 'string', summary: 'refused: use wait_for_no_relocating_shards' },
      wait_for_status: { type: 'string', summary: 'wait for green, yellow or red, or better' },
    },
    privilege: 'cluster:monitor/health',
    effect: 'reads',
    summary: 'Health, and waiting for it: 408 when the time is over',
  },
  {
    ...common,
    name: 'cluster.stats',
    paths: ['/_cluster/stats', '/_cluster/stats/nodes/{node_id}'],
    params: {
      timeout: acknowledged.timeout,
      flat_settings: { ...flat.flat_settings, summary: 'accepted; no settings are shown' },
    },
    privilege: 'cluster:monitor/stats',
    effect: 'reads',
    summary: 'Figures over all indices and nodes',
  },
  {
    ...common,
    name: 'cluster.state',
    paths: ['/_cluster/state', '/_cluster/state/{metric}', '/_cluster/state/{metric}/{index}'],
    params: { ...masterTimeouts, ...localParam, ...flat, ...indicesOptions },
    privilege: 'cluster:monitor/state',
    effect: 'reads',
    summary: 'Metadata, routing table, nodes and blocks',
  },
  {
    ...common,
    name: 'cluster.pending_tasks',
    paths: ['/_cluster/pending_tasks'],
    params: { ...masterTimeouts, ...localParam },
    privilege: 'cluster:monitor/task',
    effect: 'reads',
    summary: 'Changes of the cluster that wait',
  },
  {
    ...common,
    name: 'cluster.remote_info',
    paths: ['/_remote/info'],
    params: {},
    privilege: 'cluster:monitor/remote/info',
    effect: 'reads',
    summary: 'Connected remote clusters; there are none here',
  },
  {
    ...common,
    name: 'cluster.get_settings',
    paths: ['/_cluster/settings'],
    params: {
      ...acknowledged,
      ...flat,
      include_defaults: { type: 'boolean', summary: 'add the settings that nobody set', default: 'false' },
    },
    privilege: 'cluster:monitor/state',
    effect: 'reads',
    summary: 'Settings of the cluster',
  },
  {
    ...common,
    name: 'cluster.put_settings',
    methods: ['PUT'],
    body: 'required',
    bodyFirst: 'unknown parameters',
    paths: ['/_cluster/settings'],
    params: { ...acknowledged, ...flat },
    privilege: 'cluster:admin/settings/update',
    effect: 'changes',
    summary: 'Change settings: persistent, or transient until the next start',
  },
] as const satisfies readonly Route[];
