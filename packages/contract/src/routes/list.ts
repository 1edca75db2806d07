import { indicesTable, localTable } from './cat.ts';
import type { ParamSpec, Route } from './route.ts';

const common = { methods: ['GET'], body: 'none', family: 'cat', answeredBy: 'backend' } as const;

/** Here `size` is how long a page is, and not a unit. */
const page = {
  next_token: { type: 'string', summary: 'what the page before ended with' },
  sort: { type: 'string', summary: 'asc or desc: by the time of creation', default: 'asc' },
} as const satisfies Record<string, ParamSpec>;

/** The long tables of `_cat` in pages. */
export const listRoutes = [
  {
    ...common,
    name: 'list.help',
    paths: ['/_list'],
    params: {},
    privilege: 'cluster:monitor/main',
    effect: 'reads',
    summary: 'The list of tables that come in pages',
  },
  {
    ...common,
    name: 'list.indices',
    paths: ['/_list/indices', '/_list/indices/{index}'],
    params: {
      ...indicesTable,
      ...page,
      size: { type: 'int', summary: 'indices of a page: 1 to 5000', default: '500' },
    },
    privilege: 'indices:monitor/stats',
    effect: 'reads',
    summary: 'Indices in pages: health, documents, size',
  },
  {
    ...common,
    name: 'list.shards',
    paths: ['/_list/shards', '/_list/shards/{index}'],
    params: {
      ...localTable,
      ...page,
      size: { type: 'int', summary: 'copies of a page: 2000 to 20000', default: '5000' },
    },
    privilege: 'indices:monitor/stats',
    effect: 'reads',
    summary: 'Shards in pages: state, documents, size, node',
  },
  {
    ...common,
    name: 'list.wlm_stats',
    paths: ['/_list/wlm_stats'],
    params: {
      next_token: { type: 'string', summary: 'refused: all groups stand on the first page' },
      order: { type: 'string', summary: 'asc or desc', default: 'asc' },
      size: { type: 'int', summary: 'groups of a page: 1 to 100', default: '10' },
      sort: { type: 'string', summary: 'node_id or workload_group', default: 'node_id' },
      v: { type: 'boolean', summary: 'show a header', default: 'false' },
    },
    privilege: 'cluster:monitor/wlm/stats',
    effect: 'reads',
    summary: 'Searches by group of work, as a table; there is one group',
  },
] as const satisfies readonly Route[];
