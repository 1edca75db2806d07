import type { Route } from './route.ts';
import { acknowledged, indicesOptions, localParam, masterTimeouts, typeName } from './shared-params.ts';

const common = { family: 'indices', answeredBy: 'backend' } as const;

const flat = {
  flat_settings: { type: 'boolean', summary: 'settings with full names instead of nested', default: 'false' },
} as const;

const mappingRoutes = [
  {
    ...common,
    name: 'indices.get_mapping',
    methods: ['GET'],
    // `_all`, as clients of Elasticsearch 7 ask: all types, of which there is one.
    paths: [
      '/_mapping',
      '/_mappings',
      '/{index}/_mapping',
      '/{index}/_mappings',
      '/_mapping/_all',
      '/{index}/_mapping/_all',
    ],
    params: { ...masterTimeouts, ...indicesOptions, ...localParam, ...typeName },
    body: 'none',
    privilege: 'indices:admin/mappings/get',
    effect: 'reads',
    summary: 'Mappings of indices',
  },
  {
    ...common,
    name: 'indices.put_mapping',
    methods: ['PUT', 'POST'],
    paths: ['/{index}/_mapping', '/{index}/_mappings'],
    params: {
      ...acknowledged,
      ...indicesOptions,
      ...typeName,
      write_index_only: { type: 'boolean', summary: 'of an alias, only its write index', default: 'false' },
    },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/mapping/put',
    effect: 'changes',
    summary: 'Add fields to the mapping',
  },
  {
    ...common,
    name: 'indices.get_field_mapping',
    methods: ['GET'],
    paths: ['/_mapping/field/{fields}', '/{index}/_mapping/field/{fields}'],
    params: {
      ...indicesOptions,
      ...localParam,
      ...typeName,
      include_defaults: { type: 'boolean', summary: 'add what was left at its default', default: 'false' },
    },
    body: 'none',
    privilege: 'indices:admin/mappings/fields/get',
    effect: 'reads',
    summary: 'Mappings of single fields',
  },
] as const satisfies readonly Route[];

const settingsRoutes = [
  {
    ...common,
    name: 'indices.get_settings',
    methods: ['GET'],
    paths: ['/_settings', '/_settings/{name}', '/{index}/_settings', '/{index}/_settings/{name}'],
    params: {
      ...masterTimeouts,
      ...indicesOptions,
      ...localParam,
      ...flat,
      include_defaults: { type: 'boolean', summary: 'also the settings that were not set', default: 'false' },
    },
    body: 'none',
    privilege: 'indices:monitor/settings/get',
    effect: 'reads',
    summary: 'Settings of indices',
  },
  {
    ...common,
    name: 'indices.put_settings',
    methods: ['PUT'],
    paths: ['/_settings', '/{index}/_settings'],
    params: {
      ...acknowledged,
      ...indicesOptions,
      ...flat,
      preserve_existing: {
        type: 'boolean',
        summary: 'leave settings that are set as they are',
        default: 'false',
      },
    },
    body: 'required',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:admin/settings/update',
    effect: 'changes',
    summary: 'Change settings of indices',
  },
] as const satisfies readonly Route[];

const aliasRoutes = [
  {
    ...common,
    name: 'indices.get_alias',
    methods: ['GET', 'HEAD'],
    paths: ['/_alias', '/_alias/{name}', '/{index}/_alias', '/{index}/_alias/{name}'],
    withoutHead: ['/_alias'],
    params: { ...indicesOptions, ...localParam },
    body: 'none',
    privilege: 'indices:admin/aliases/get',
    effect: 'reads',
    summary: 'Aliases of indices (HEAD: whether they exist)',
  },
  {
    ...common,
    name: 'indices.get_aliases',
    methods: ['GET'],
    paths: ['/_aliases', '/{index}/_aliases'],
    params: { ...indicesOptions, ...masterTimeouts, ...localParam },
    body: 'none',
    privilege: 'indices:admin/aliases/get',
    effect: 'reads',
    summary: 'Aliases of all indices',
  },
  {
    ...common,
    name: 'indices.put_alias',
    methods: ['PUT', 'POST'],
    paths: ['/{index}/_alias/{name}', '/{index}/_aliases/{name}', '/_alias/{name}', '/_aliases/{name}'],
    params: acknowledged,
    body: 'optional',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/aliases',
    effect: 'changes',
    summary: 'Give indices another name',
  },
  {
    ...common,
    name: 'indices.put_alias_by_body',
    methods: ['PUT'],
    paths: ['/{index}/_alias', '/{index}/_aliases', '/_alias'],
    params: acknowledged,
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/aliases',
    effect: 'changes',
    summary: 'Give indices another name, which the body says',
  },
  {
    ...common,
    name: 'indices.delete_alias',
    methods: ['DELETE'],
    paths: ['/{index}/_alias/{name}', '/{index}/_aliases/{name}'],
    params: acknowledged,
    body: 'none',
    privilege: 'indices:admin/aliases',
    effect: 'changes',
    summary: 'Take names from indices',
  },
  {
    ...common,
    name: 'indices.update_aliases',
    methods: ['POST'],
    paths: ['/_aliases'],
    params: acknowledged,
    body: 'required',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:admin/aliases',
    effect: 'changes',
    summary: 'Add and remove aliases at once',
  },
] as const satisfies readonly Route[];

/** Mappings, settings and aliases. */
export const indexMetadataRoutes = [
  ...mappingRoutes,
  ...settingsRoutes,
  ...aliasRoutes,
] as const satisfies readonly Route[];
