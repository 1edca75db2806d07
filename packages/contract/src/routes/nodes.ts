import type { ParamSpec, Route } from './route.ts';

const common = { methods: ['GET'], body: 'none', family: 'nodes', answeredBy: 'backend' } as const;
const shared = {
  flat_settings: { type: 'boolean', summary: 'names with dots instead of nesting', default: 'false' },
  timeout: { type: 'time', summary: 'how long to wait', default: '30s' },
} as const satisfies Record<string, ParamSpec>;

/** The nodes: what they are, and what they measure. */
export const nodesRoutes = [
  {
    ...common,
    name: 'nodes.info',
    paths: ['/_nodes', '/_nodes/{node_id}', '/_nodes/{node_id}/{metric}'],
    params: shared,
    privilege: 'cluster:monitor/nodes/info',
    effect: 'reads',
    summary: 'Name, version, address, roles and settings of nodes',
  },
  {
    ...common,
    name: 'nodes.stats',
    paths: [
      '/_nodes/stats',
      '/_nodes/{node_id}/stats',
      '/_nodes/stats/{metric}',
      '/_nodes/{node_id}/stats/{metric}',
      '/_nodes/stats/{metric}/{index_metric}',
      '/_nodes/{node_id}/stats/{metric}/{index_metric}',
    ],
    params: {
      timeout: shared.timeout,
      level: { type: 'string', summary: 'node, indices or shards', default: 'node' },
      completion_fields: { type: 'list', summary: 'accepted; there are no completion fields' },
      fielddata_fields: { type: 'list', summary: 'accepted; there is no field data' },
      fields: { type: 'list', summary: 'accepted; there is no field data' },
      groups: { type: 'list', summary: 'groups of searches to show, as searches named them in `stats`' },
      include_segment_file_sizes: { type: 'boolean', summary: 'sizes by kind of file', default: 'false' },
    },
    privilege: 'cluster:monitor/nodes/stats',
    effect: 'reads',
    summary: 'Measured figures: indices, memory, processor, disk',
  },
  {
    ...common,
    name: 'nodes.hot_threads',
    paths: [
      '/_nodes/hot_threads',
      '/_nodes/{node_id}/hot_threads',
      '/_nodes/hotthreads',
      '/_nodes/{node_id}/hotthreads',
      '/_cluster/nodes/hot_threads',
      '/_cluster/nodes/{node_id}/hot_threads',
      '/_cluster/nodes/hotthreads',
      '/_cluster/nodes/{node_id}/hotthreads',
    ],
    params: {
      timeout: shared.timeout,
      ignore_idle_threads: { type: 'boolean', summary: 'leave out what runs nothing', default: 'true' },
      interval: { type: 'time', summary: 'how long threads are watched', default: '500ms' },
      snapshots: { type: 'int', summary: 'stacks of each thread to compare', default: '10' },
      threads: { type: 'int', summary: 'how many threads to show, the busiest first', default: '3' },
      type: { type: 'string', summary: 'cpu; wait and block: nothing here waits for a lock', default: 'cpu' },
    },
    privilege: 'cluster:monitor/nodes/hot_threads',
    effect: 'reads',
    summary: 'What the threads are doing now: sampled stacks, and the tasks under way',
  },
  {
    ...common,
    name: 'nodes.usage',
    paths: [
      '/_nodes/usage',
      '/_nodes/{node_id}/usage',
      '/_nodes/usage/{metric}',
      '/_nodes/{node_id}/usage/{metric}',
    ],
    params: { timeout: shared.timeout },
    privilege: 'cluster:monitor/nodes/usage',
    effect: 'reads',
    summary: 'How often each kind of request was made since the start',
  },
  {
    ...common,
    name: 'nodes.reload_secure_settings',
    methods: ['POST'],
    body: 'optional',
    paths: ['/_nodes/reload_secure_settings', '/_nodes/{node_id}/reload_secure_settings'],
    params: { timeout: shared.timeout },
    privilege: 'cluster:admin/nodes/reload_secure_settings',
    effect: 'changes',
    summary: 'Answers each node; there is no keystore to read again',
  },
  {
    ...common,
    name: 'nodes.wlm_stats',
    paths: [
      '/_wlm/stats',
      '/_wlm/{node_id}/stats',
      '/_wlm/stats/{workload_group_id}',
      '/_wlm/{node_id}/stats/{workload_group_id}',
    ],
    params: {},
    privilege: 'cluster:monitor/wlm/stats',
    effect: 'reads',
    summary: 'Searches by group of work; there is one group, of all of them',
  },
] as const satisfies readonly Route[];
