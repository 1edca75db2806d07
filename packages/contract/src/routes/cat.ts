import { catParams } from './cat-params.ts';
import type { ParamSpec, Route } from './route.ts';
import { indicesOptions, localParam, masterTimeouts } from './shared-params.ts';

const local = { ...catParams, ...localParam, ...masterTimeouts } as const satisfies Record<string, ParamSpec>;
const fullId = {
  full_id: { type: 'boolean', summary: 'ids in full', default: 'false' },
} as const satisfies Record<string, ParamSpec>;
const common = { methods: ['GET'], body: 'none', family: 'cat', answeredBy: 'backend' } as const;

/** Tables for people and scripts. */
export const catRoutes = [
  {
    ...common,
    name: 'cat.help',
    paths: ['/_cat'],
    params: {},
    privilege: 'cluster:monitor/main',
    summary: 'The list of tables',
  },
  {
    ...common,
    name: 'cat.aliases',
    paths: ['/_cat/aliases', '/_cat/aliases/{name}'],
    params: { ...local, expand_wildcards: indicesOptions.expand_wildcards },
    privilege: 'indices:admin/aliases/get',
    summary: 'Aliases and their indices',
  },
  {
    ...common,
    name: 'cat.allocation',
    paths: ['/_cat/allocation', '/_cat/allocation/{node_id}'],
    params: local,
    privilege: 'cluster:monitor/state',
    summary: 'Shards and disk space of each node',
  },
  {
    ...common,
    name: 'cat.cluster_manager',
    paths: ['/_cat/cluster_manager', '/_cat/master'],
    params: local,
    privilege: 'cluster:monitor/state',
    summary: 'The node that manages the cluster',
  },
  {
    ...common,
    name: 'cat.count',
    methods: ['GET', 'POST'],
    body: 'optional',
    paths: ['/_cat/count', '/_cat/count/{index}'],
    params: catParams,
    privilege: 'indices:data/read/search',
    summary: 'Number of documents',
  },
  {
    ...common,
    name: 'cat.fielddata',
    paths: ['/_cat/fielddata', '/_cat/fielddata/{fields}'],
    params: { ...catParams, fields: { type: 'list', summary: 'fields to show' } },
    privilege: 'cluster:monitor/nodes/stats',
    summary: 'Memory of fielddata; there is none here',
  },
  {
    ...common,
    name: 'cat.health',
    paths: ['/_cat/health'],
    params: local,
    privilege: 'cluster:monitor/health',
    summary: 'Health of the cluster',
  },
  {
    ...common,
    name: 'cat.indices',
    paths: ['/_cat/indices', '/_cat/indices/{index}'],
    params: {
      ...local,
      expand_wildcards: indicesOptions.expand_wildcards,
      health: { type: 'string', summary: 'only green, yellow or red ones' },
      include_unloaded_segments: {
        type: 'boolean',
        summary: 'accepted; all segments are loaded',
        default: 'false',
      },
      pri: { type: 'boolean', summary: 'add the columns of primaries', default: 'false' },
    },
    privilege: 'indices:monitor/stats',
    summary: 'Indices: health, documents, size',
  },
  {
    ...common,
    name: 'cat.nodeattrs',
    paths: ['/_cat/nodeattrs'],
    params: local,
    privilege: 'cluster:monitor/nodes/info',
    summary: 'Attributes of nodes',
  },
  {
    ...common,
    name: 'cat.nodes',
    paths: ['/_cat/nodes'],
    params: { ...local, ...fullId },
    privilege: 'cluster:monitor/nodes/stats',
    summary: 'Nodes: memory, load, roles',
  },
  {
    ...common,
    name: 'cat.pending_tasks',
    paths: ['/_cat/pending_tasks'],
    params: local,
    privilege: 'cluster:monitor/task',
    summary: 'Changes of the cluster that wait',
  },
  {
    ...common,
    name: 'cat.plugins',
    paths: ['/_cat/plugins'],
    params: local,
    privilege: 'cluster:monitor/nodes/info',
    summary: 'Plugins; there are none here',
  },
  {
    ...common,
    name: 'cat.recovery',
    paths: ['/_cat/recovery', '/_cat/recovery/{index}'],
    params: {
      ...catParams,
      active_only: { type: 'boolean', summary: 'only those that run', default: 'false' },
      detailed: { type: 'boolean', summary: 'accepted', default: 'false' },
      index: { type: 'list', summary: 'indices to show' },
    },
    privilege: 'indices:monitor/recovery',
    summary: 'How each shard was opened',
  },
  {
    ...common,
    name: 'cat.segments',
    paths: ['/_cat/segments', '/_cat/segments/{index}'],
    params: { ...catParams, ...masterTimeouts },
    privilege: 'indices:monitor/segments',
    summary: 'Segments of each shard',
  },
  {
    ...common,
    name: 'cat.shards',
    paths: ['/_cat/shards', '/_cat/shards/{index}'],
    params: local,
    privilege: 'indices:monitor/stats',
    summary: 'Shards: state, documents, size, node',
  },
  {
    ...common,
    name: 'cat.templates',
    paths: ['/_cat/templates', '/_cat/templates/{name}'],
    params: local,
    privilege: 'cluster:monitor/state',
    summary: 'Index templates',
  },
] as const satisfies readonly Route[];
