import type { ParamSpec, Route } from './route.ts';
import { throughPipeline } from './search.ts';
import { indicesOptions, queryString, sourceFilter } from './shared-params.ts';

const pace = {
  requests_per_second: {
    type: 'string',
    summary: 'documents a second; -1 is as fast as it goes',
    default: '-1',
  },
} as const satisfies Record<string, ParamSpec>;

const work = {
  ...pace,
  max_docs: { type: 'int', summary: 'documents at most' },
  refresh: { type: 'boolean', summary: 'refresh what was written to at the end', default: 'false' },
  scroll: {
    type: 'time',
    summary:
      'how long another service that is read keeps its documents between two pages; others are kept anyhow',
  },
  slices: { type: 'string', summary: 'parts that are done side by side, or `auto`', default: '1' },
  timeout: { type: 'time', summary: 'accepted; a write waits for nothing but its shard' },
  wait_for_active_shards: { type: 'string', summary: 'copies that have to be there' },
  wait_for_completion: { type: 'boolean', summary: 'false: goes on as a task', default: 'true' },
} as const satisfies Record<string, ParamSpec>;

const onQuery = {
  ...indicesOptions,
  ...queryString,
  ...sourceFilter,
  ...work,
  allow_partial_search_results: {
    type: 'boolean',
    summary: 'accepted; a shard that fails ends the work in any case',
  },
  conflicts: {
    type: 'string',
    summary: '`abort` or `proceed` where a document has changed',
    default: 'abort',
  },
  from: { type: 'int', summary: 'not allowed' },
  preference: { type: 'string', summary: 'only these shards: `_shards:0,2`' },
  request_cache: { type: 'boolean', summary: 'accepted; nothing is kept' },
  routing: { type: 'list', summary: 'only the shards of these values' },
  scroll_size: { type: 'int', summary: 'documents that are written at a time', default: '1000' },
  ...throughPipeline,
  search_timeout: { type: 'time', summary: 'end where finding documents takes longer' },
  search_type: { type: 'string', summary: 'query_then_fetch or dfs_query_then_fetch; nothing is scored' },
  size: { type: 'int', summary: 'another name of `max_docs`' },
  sort: { type: 'list', summary: 'fields to sort by, each `field` or `field:asc|desc`' },
  stats: { type: 'list', summary: 'names under which the statistics count the search' },
  terminate_after: { type: 'int', summary: 'stop a shard after so many matches' },
  version: { type: 'boolean', summary: 'accepted; versions are always looked at' },
} as const satisfies Record<string, ParamSpec>;

const common = { family: 'document', answeredBy: 'backend', methods: ['POST'], effect: 'changes' } as const;

const rethrottle = {
  ...common,
  params: { ...pace, group_by: { type: 'string', summary: 'nodes, parents or none', default: 'nodes' } },
  body: 'none',
  privilege: 'cluster:admin/reindex/rethrottle',
  summary: 'Change the pace of work that is under way',
} as const;

/** Work on all documents that a query finds. */
export const byQueryRoutes = [
  {
    ...common,
    name: 'update_by_query',
    paths: ['/{index}/_update_by_query'],
    params: {
      ...onQuery,
      pipeline: { type: 'string', summary: 'the ingest pipeline that documents go through; `_none`: none' },
    },
    body: 'optional',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:data/write/update/byquery',
    cancellable: 'by task',
    summary: 'Write documents anew that a query finds',
  },
  {
    ...common,
    name: 'delete_by_query',
    paths: ['/{index}/_delete_by_query'],
    params: onQuery,
    body: 'optional',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:data/write/delete/byquery',
    cancellable: 'by task',
    summary: 'Delete documents that a query finds',
  },
  {
    ...common,
    name: 'reindex',
    paths: ['/_reindex'],
    params: {
      ...work,
      require_alias: { type: 'boolean', summary: 'refuse a target that is not an alias', default: 'false' },
    },
    body: 'required',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:data/write/reindex',
    cancellable: 'by task',
    summary: 'Copy documents that a query finds into another index',
  },
  { ...rethrottle, name: 'update_by_query_rethrottle', paths: ['/_update_by_query/{task_id}/_rethrottle'] },
  { ...rethrottle, name: 'delete_by_query_rethrottle', paths: ['/_delete_by_query/{task_id}/_rethrottle'] },
  { ...rethrottle, name: 'reindex_rethrottle', paths: ['/_reindex/{task_id}/_rethrottle'] },
] as const satisfies readonly Route[];
