import type { Route } from './route.ts';
import { indicesOptions, queryString } from './shared-params.ts';

const common = { family: 'indices', answeredBy: 'backend' } as const;

const upkeepRoutes = [
  {
    ...common,
    name: 'indices.refresh',
    methods: ['POST', 'GET'],
    paths: ['/_refresh', '/{index}/_refresh'],
    params: indicesOptions,
    body: 'none',
    privilege: 'indices:admin/refresh',
    summary: 'Make what was written searchable',
  },
  {
    ...common,
    name: 'indices.flush',
    methods: ['POST', 'GET'],
    paths: ['/_flush', '/{index}/_flush', '/_flush/synced', '/{index}/_flush/synced'],
    params: {
      ...indicesOptions,
      force: { type: 'boolean', summary: 'also when nothing changed', default: 'false' },
      wait_if_ongoing: { type: 'boolean', summary: 'wait for a flush that is under way', default: 'true' },
    },
    body: 'none',
    privilege: 'indices:admin/flush',
    summary: 'Write a commit point and trim the translog',
  },
  {
    ...common,
    name: 'indices.forcemerge',
    methods: ['POST'],
    paths: ['/_forcemerge', '/{index}/_forcemerge'],
    params: {
      ...indicesOptions,
      flush: { type: 'boolean', summary: 'flush afterwards', default: 'true' },
      max_num_segments: { type: 'int', summary: 'merge down to so many segments per shard' },
      only_expunge_deletes: {
        type: 'boolean',
        summary: 'only segments with many deleted documents',
        default: 'false',
      },
      wait_for_completion: {
        type: 'boolean',
        summary: 'false: answer at once with the name of a task',
        default: 'true',
      },
      primary_only: { type: 'boolean', summary: 'accepted; there are only primaries here', default: 'false' },
    },
    body: 'none',
    privilege: 'indices:admin/forcemerge',
    summary: 'Merge segments',
  },
  {
    ...common,
    name: 'indices.clear_cache',
    methods: ['POST'],
    paths: ['/_cache/clear', '/{index}/_cache/clear'],
    params: {
      ...indicesOptions,
      index: { type: 'list', summary: 'indices, where the path names none' },
      fielddata: { type: 'boolean', summary: 'only field data' },
      fields: { type: 'list', summary: 'only these fields' },
      file: { type: 'boolean', summary: 'only the file cache' },
      query: { type: 'boolean', summary: 'only the query cache' },
      request: { type: 'boolean', summary: 'only the request cache' },
    },
    body: 'none',
    privilege: 'indices:admin/cache/clear',
    summary: 'Clear caches; nothing is cached here, so nothing is lost',
  },
] as const satisfies readonly Route[];

const inspectionRoutes = [
  {
    ...common,
    name: 'indices.stats',
    methods: ['GET'],
    paths: ['/_stats', '/_stats/{metric}', '/{index}/_stats', '/{index}/_stats/{metric}'],
    params: {
      expand_wildcards: indicesOptions.expand_wildcards,
      ignore_unavailable: indicesOptions.ignore_unavailable,
      allow_no_indices: indicesOptions.allow_no_indices,
      completion_fields: { type: 'list', summary: 'accepted; there are no completion fields' },
      fielddata_fields: { type: 'list', summary: 'accepted; there is no field data' },
      fields: { type: 'list', summary: 'accepted; there is no field data' },
      forbid_closed_indices: { type: 'boolean', summary: 'a closed index is an error', default: 'true' },
      groups: { type: 'list', summary: 'groups of searches to show, as searches named them in `stats`' },
      include_segment_file_sizes: { type: 'boolean', summary: 'sizes by kind of file', default: 'false' },
      include_unloaded_segments: {
        type: 'boolean',
        summary: 'accepted; all segments are loaded',
        default: 'false',
      },
      level: { type: 'string', summary: 'cluster, indices or shards', default: 'indices' },
    },
    body: 'none',
    privilege: 'indices:monitor/stats',
    summary: 'Figures of indices',
  },
  {
    ...common,
    name: 'indices.recovery',
    methods: ['GET'],
    paths: ['/_recovery', '/{index}/_recovery'],
    params: {
      ...indicesOptions,
      active_only: { type: 'boolean', summary: 'only those that run; none does', default: 'false' },
      detailed: { type: 'boolean', summary: 'add the list of copied files; none was', default: 'false' },
    },
    body: 'none',
    privilege: 'indices:monitor/recovery',
    summary: 'How each shard was opened',
  },
  {
    ...common,
    name: 'indices.segments',
    methods: ['GET'],
    paths: ['/_segments', '/{index}/_segments'],
    params: {
      ...indicesOptions,
      verbose: { type: 'boolean', summary: 'accepted; memory is always shown', default: 'false' },
    },
    body: 'none',
    privilege: 'indices:monitor/segments',
    summary: 'Segments of shards',
  },
  {
    ...common,
    name: 'indices.analyze',
    methods: ['GET', 'POST'],
    paths: ['/_analyze', '/{index}/_analyze'],
    params: { index: { type: 'string', summary: 'index whose analyzers and fields are meant' } },
    body: 'required',
    privilege: 'indices:admin/analyze',
    summary: 'Tokens that an analyzer makes of a text',
  },
  {
    ...common,
    name: 'indices.validate_query',
    methods: ['GET', 'POST'],
    paths: ['/_validate/query', '/{index}/_validate/query'],
    params: {
      ...indicesOptions,
      ...queryString,
      all_shards: { type: 'boolean', summary: 'accepted; all shards validate alike', default: 'false' },
      explain: { type: 'boolean', summary: 'say why a query is not valid', default: 'false' },
      rewrite: { type: 'boolean', summary: 'accepted with explain', default: 'false' },
    },
    body: 'optional',
    privilege: 'indices:admin/validate/query',
    summary: 'Whether a query is valid',
  },
] as const satisfies readonly Route[];

/** Upkeep and inspection. */
export const indexMaintenanceRoutes = [
  ...upkeepRoutes,
  ...inspectionRoutes,
] as const satisfies readonly Route[];
