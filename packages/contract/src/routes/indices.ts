import { dataStreamRoutes } from './data-streams.ts';
import { indexMaintenanceRoutes } from './index-maintenance.ts';
import { indexMetadataRoutes } from './index-metadata.ts';
import { resizeRoutes } from './resize.ts';
import type { Route } from './route.ts';
import {
  acknowledged,
  indicesOptions,
  localParam,
  masterTimeouts,
  typeName,
  waitForShards,
} from './shared-params.ts';
import { templateRoutes } from './templates.ts';

const common = { family: 'indices', answeredBy: 'backend' } as const;

const shown = {
  flat_settings: { type: 'boolean', summary: 'settings with full names instead of nested', default: 'false' },
  include_defaults: { type: 'boolean', summary: 'also the settings that were not set', default: 'false' },
} as const;

const lifecycleRoutes = [
  {
    ...common,
    name: 'indices.create',
    methods: ['PUT'],
    paths: ['/{index}'],
    params: { ...acknowledged, ...waitForShards, ...typeName },
    body: 'optional',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/create',
    effect: 'changes',
    summary: 'Create an index with settings, mappings and aliases',
  },
  {
    ...common,
    name: 'indices.delete',
    methods: ['DELETE'],
    paths: ['/{index}'],
    params: { ...acknowledged, ...indicesOptions },
    body: 'none',
    privilege: 'indices:admin/delete',
    effect: 'changes',
    summary: 'Delete indices with all they hold',
  },
  {
    ...common,
    name: 'indices.get',
    methods: ['GET', 'HEAD'],
    paths: ['/{index}'],
    params: { ...masterTimeouts, ...indicesOptions, ...localParam, ...typeName, ...shown },
    body: 'none',
    privilege: 'indices:admin/get',
    effect: 'reads',
    summary: 'Aliases, mappings and settings of indices (HEAD: whether they exist)',
  },
  {
    ...common,
    name: 'indices.open',
    methods: ['POST'],
    paths: ['/_open', '/{index}/_open'],
    params: {
      ...acknowledged,
      ...indicesOptions,
      ...waitForShards,
      wait_for_completion: {
        type: 'boolean',
        summary: 'false: answer at once with the name of a task',
        default: 'true',
      },
      task_execution_timeout: { type: 'time', summary: 'accepted; the task ends by itself', default: '1h' },
    },
    body: 'none',
    privilege: 'indices:admin/open',
    effect: 'changes',
    summary: 'Open closed indices',
  },
  {
    ...common,
    name: 'indices.close',
    methods: ['POST'],
    paths: ['/_close', '/{index}/_close'],
    params: { ...acknowledged, ...indicesOptions, ...waitForShards },
    body: 'none',
    privilege: 'indices:admin/close',
    effect: 'changes',
    summary: 'Close indices: kept, but neither searched nor written',
  },
  {
    ...common,
    name: 'indices.add_block',
    methods: ['PUT'],
    paths: ['/{index}/_block/{block}'],
    params: { ...acknowledged, ...indicesOptions },
    body: 'none',
    privilege: 'indices:admin/block/add',
    effect: 'changes',
    summary: 'Forbid reads, writes or metadata changes of indices',
  },
  {
    ...common,
    name: 'indices.rollover',
    methods: ['POST'],
    paths: ['/{index}/_rollover', '/{index}/_rollover/{new_index}'],
    params: {
      ...acknowledged,
      ...waitForShards,
      dry_run: { type: 'boolean', summary: 'only look whether the conditions are met', default: 'false' },
    },
    body: 'optional',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/rollover',
    effect: 'changes',
    summary: 'Let what is written to an alias go to a new index, where the conditions are met',
  },
  {
    ...common,
    name: 'indices.resolve_index',
    methods: ['GET'],
    paths: ['/_resolve/index/{name}'],
    params: indicesOptions,
    body: 'none',
    privilege: 'indices:admin/resolve/index',
    effect: 'reads',
    summary: 'Indices and aliases behind an expression',
  },
] as const satisfies readonly Route[];

export const indicesRoutes = [
  ...lifecycleRoutes,
  ...resizeRoutes,
  ...indexMetadataRoutes,
  ...indexMaintenanceRoutes,
  ...templateRoutes,
  ...dataStreamRoutes,
] as const satisfies readonly Route[];
