import type { ParamSpec, Route } from './route.ts';
import { indicesOptions, queryString, sourceFilter } from './shared-params.ts';

const totals = {
  rest_total_hits_as_int: { type: 'boolean', summary: '`hits.total` as a bare number', default: 'false' },
  typed_keys: {
    type: 'boolean',
    summary: 'write the type before the name of an aggregation',
    default: 'false',
  },
} as const satisfies Record<string, ParamSpec>;

const execution = {
  ccs_minimize_roundtrips: {
    type: 'boolean',
    summary: 'accepted; concerns searches across clusters',
    default: 'true',
  },
  max_concurrent_shard_requests: {
    type: 'int',
    summary: 'accepted; shards are searched one after another',
    default: '5',
  },
  pre_filter_shard_size: { type: 'int', summary: 'accepted; shards are not filtered beforehand' },
  search_type: { type: 'string', summary: 'query_then_fetch or dfs_query_then_fetch' },
} as const satisfies Record<string, ParamSpec>;

const common = { family: 'search', answeredBy: 'backend' } as const;

export const searchRoutes = [
  {
    ...common,
    name: 'search',
    methods: ['GET', 'POST'],
    paths: ['/_search', '/{index}/_search'],
    params: {
      ...indicesOptions,
      ...queryString,
      ...sourceFilter,
      ...totals,
      ...execution,
      allow_partial_search_results: {
        type: 'boolean',
        summary: 'answer when some shards failed',
        default: 'true',
      },
      batched_reduce_size: { type: 'int', summary: 'accepted; results are reduced at once', default: '512' },
      docvalue_fields: { type: 'list', summary: 'fields to give from their columns' },
      explain: { type: 'boolean', summary: 'explain scores' },
      from: { type: 'int', summary: 'hits to skip', default: '0' },
      include_named_queries_score: { type: 'boolean', summary: 'scores of named queries', default: 'false' },
      preference: { type: 'string', summary: 'accepted; there is one copy of a shard here' },
      request_cache: { type: 'boolean', summary: 'accepted; nothing is cached' },
      routing: { type: 'list', summary: 'search only the shards of these values' },
      scroll: { type: 'time', summary: 'keep the search open for the next page' },
      search_pipeline: { type: 'string', summary: 'only `_none`: there are no search pipelines yet' },
      seq_no_primary_term: { type: 'boolean', summary: 'give sequence number and primary term of hits' },
      size: { type: 'int', summary: 'hits to give', default: '10' },
      sort: { type: 'list', summary: 'fields to sort by, each `field` or `field:asc|desc`' },
      stats: { type: 'list', summary: 'accepted; groups for statistics' },
      stored_fields: { type: 'list', summary: 'stored fields of hits, or `_none_`' },
      suggest_field: { type: 'string', summary: 'field for suggestions' },
      suggest_mode: { type: 'string', summary: 'missing, popular or always' },
      suggest_size: { type: 'int', summary: 'number of suggestions' },
      suggest_text: { type: 'string', summary: 'text to suggest for' },
      terminate_after: { type: 'int', summary: 'stop a shard after so many matches' },
      timeout: { type: 'time', summary: 'give what was found by then' },
      track_scores: { type: 'boolean', summary: 'compute scores though sorting by fields' },
      track_total_hits: {
        type: 'string',
        summary: 'true, false, or count exactly up to this number',
        default: '10000',
      },
      version: { type: 'boolean', summary: 'give versions of hits' },
    },
    body: 'optional',
    privilege: 'indices:data/read/search',
    summary: 'Search documents and compute aggregations',
  },
  {
    ...common,
    name: 'count',
    methods: ['POST', 'GET'],
    paths: ['/_count', '/{index}/_count'],
    params: {
      ...indicesOptions,
      ...queryString,
      min_score: { type: 'number', summary: 'count only documents with at least this score' },
      preference: { type: 'string', summary: 'accepted; there is one copy of a shard here' },
      routing: { type: 'list', summary: 'count only in the shards of these values' },
      terminate_after: { type: 'int', summary: 'stop a shard after so many matches' },
    },
    body: 'optional',
    privilege: 'indices:data/read/search',
    summary: 'Count the documents that match',
  },
  {
    ...common,
    name: 'msearch',
    methods: ['GET', 'POST'],
    paths: ['/_msearch', '/{index}/_msearch'],
    params: {
      ...totals,
      ...execution,
      max_concurrent_searches: { type: 'int', summary: 'accepted; searches run one after another' },
      ignore_unavailable: indicesOptions.ignore_unavailable,
      allow_no_indices: indicesOptions.allow_no_indices,
      expand_wildcards: indicesOptions.expand_wildcards,
      ignore_throttled: indicesOptions.ignore_throttled,
    },
    body: 'required',
    bodyFormat: 'ndjson',
    privilege: 'indices:data/read/msearch',
    summary: 'Several searches in one request',
  },
] as const satisfies readonly Route[];
