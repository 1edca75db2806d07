import type { ParamSpec, Route } from './route.ts';
import { execution, throughPipeline, totals } from './search.ts';
import { indicesOptions } from './shared-params.ts';

const common = { family: 'search', answeredBy: 'backend' } as const;

const ofBody = {
  explain: { type: 'boolean', summary: 'accepted; that of the body counts', default: 'false' },
  profile: { type: 'boolean', summary: 'accepted; that of the body counts', default: 'false' },
} as const satisfies Record<string, ParamSpec>;

/** Searches whose bodies are templates, filled in with parameters. */
export const searchTemplateRoutes = [
  {
    ...common,
    name: 'search_template',
    methods: ['GET', 'POST'],
    paths: ['/_search/template', '/{index}/_search/template'],
    params: {
      ...indicesOptions,
      ...totals,
      ...execution,
      ...ofBody,
      allow_partial_search_results: {
        type: 'boolean',
        summary: 'answer when some shards failed',
        default: 'true',
      },
      batched_reduce_size: { type: 'int', summary: 'accepted; results are reduced at once', default: '512' },
      cancel_after_time_interval: { type: 'time', summary: 'end the search where it takes longer' },
      include_named_queries_score: { type: 'boolean', summary: 'scores of named queries', default: 'false' },
      phase_took: { type: 'boolean', summary: 'tell what each phase of the search took', default: 'false' },
      preference: {
        type: 'string',
        summary: 'only these shards: `_shards:0,2`; there is one copy of each here',
      },
      request_cache: { type: 'boolean', summary: 'keep the answer, or do not, whatever the index says' },
      routing: { type: 'list', summary: 'search only the shards of these values' },
      scroll: { type: 'time', summary: 'keep the search open for the next page' },
      ...throughPipeline,
      verbose_pipeline: { type: 'boolean', summary: 'accepted; that of the body counts', default: 'false' },
    },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:data/read/search/template',
    effect: 'reads',
    cancellable: true,
    summary: 'Search by a template',
  },
  {
    ...common,
    name: 'msearch_template',
    methods: ['GET', 'POST'],
    paths: ['/_msearch/template', '/{index}/_msearch/template'],
    params: {
      ...totals,
      ...execution,
      max_concurrent_searches: { type: 'int', summary: 'searches that are under way at a time' },
      ignore_unavailable: indicesOptions.ignore_unavailable,
      allow_no_indices: indicesOptions.allow_no_indices,
      expand_wildcards: indicesOptions.expand_wildcards,
      ignore_throttled: indicesOptions.ignore_throttled,
    },
    body: 'required',
    bodyFormat: 'ndjson',
    privilege: 'indices:data/read/msearch/template',
    effect: 'reads',
    cancellable: true,
    summary: 'Several searches by templates in one request',
  },
  {
    ...common,
    name: 'rank_eval',
    methods: ['GET', 'POST'],
    paths: ['/_rank_eval', '/{index}/_rank_eval'],
    params: {
      ignore_unavailable: indicesOptions.ignore_unavailable,
      allow_no_indices: indicesOptions.allow_no_indices,
      expand_wildcards: indicesOptions.expand_wildcards,
      search_type: execution.search_type,
    },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:data/read/rank_eval',
    effect: 'reads',
    cancellable: true,
    summary: 'How good the hits of searches are, by ratings of documents',
  },
  {
    ...common,
    name: 'render_search_template',
    methods: ['GET', 'POST'],
    paths: ['/_render/template', '/_render/template/{id}'],
    params: {},
    body: 'required',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:data/read/search/template',
    effect: 'reads',
    summary: 'A template of a search, filled in',
  },
] as const satisfies readonly Route[];
