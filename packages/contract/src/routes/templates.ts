import type { Route } from './route.ts';
import { acknowledged, localParam, masterTimeouts } from './shared-params.ts';

const common = { family: 'indices', answeredBy: 'backend' } as const;

const create = {
  create: { type: 'boolean', summary: 'refuse to replace one that is there', default: 'false' },
  cause: { type: 'string', summary: 'accepted: why it is made' },
} as const;

const flat = {
  flat_settings: { type: 'boolean', summary: 'settings with full names instead of nested', default: 'false' },
} as const;

const composableRoutes = [
  {
    ...common,
    name: 'indices.put_index_template',
    methods: ['PUT', 'POST'],
    paths: ['/_index_template/{name}'],
    params: { ...masterTimeouts, ...create },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/index_template/put',
    everywhere: true,
    effect: 'changes',
    summary: 'Make or replace an index template',
  },
  {
    ...common,
    name: 'indices.get_index_template',
    methods: ['GET', 'HEAD'],
    paths: ['/_index_template', '/_index_template/{name}'],
    withoutHead: ['/_index_template'],
    params: { ...masterTimeouts, ...localParam, ...flat },
    body: 'none',
    privilege: 'indices:admin/index_template/get',
    everywhere: true,
    effect: 'reads',
    summary: 'Index templates (HEAD: whether they exist)',
  },
  {
    ...common,
    name: 'indices.delete_index_template',
    methods: ['DELETE'],
    paths: ['/_index_template/{name}'],
    params: acknowledged,
    body: 'none',
    privilege: 'indices:admin/index_template/delete',
    everywhere: true,
    effect: 'changes',
    summary: 'Delete index templates',
  },
  {
    ...common,
    name: 'indices.simulate_index_template',
    methods: ['POST'],
    paths: ['/_index_template/_simulate_index/{name}'],
    params: { ...masterTimeouts, ...create },
    body: 'optional',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/index_template/simulate_index',
    everywhere: true,
    effect: 'reads',
    summary: 'What an index of this name would be made with',
  },
  {
    ...common,
    name: 'indices.simulate_template',
    methods: ['POST'],
    paths: ['/_index_template/_simulate', '/_index_template/_simulate/{name}'],
    params: { ...masterTimeouts, ...create },
    body: 'optional',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/index_template/simulate',
    everywhere: true,
    effect: 'reads',
    summary: 'What an index would be made with by a template, there or in the body',
  },
] as const satisfies readonly Route[];

const componentRoutes = [
  {
    ...common,
    name: 'cluster.put_component_template',
    methods: ['PUT', 'POST'],
    paths: ['/_component_template/{name}'],
    params: { ...acknowledged, ...create },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'cluster:admin/component_template/put',
    effect: 'changes',
    summary: 'Make or replace a part of index templates',
  },
  {
    ...common,
    name: 'cluster.get_component_template',
    methods: ['GET', 'HEAD'],
    paths: ['/_component_template', '/_component_template/{name}'],
    withoutHead: ['/_component_template'],
    params: { ...masterTimeouts, ...localParam, ...flat },
    body: 'none',
    privilege: 'cluster:admin/component_template/get',
    effect: 'reads',
    summary: 'Parts of index templates (HEAD: whether they exist)',
  },
  {
    ...common,
    name: 'cluster.delete_component_template',
    methods: ['DELETE'],
    paths: ['/_component_template/{name}'],
    params: acknowledged,
    body: 'none',
    privilege: 'cluster:admin/component_template/delete',
    effect: 'changes',
    summary: 'Delete parts of index templates that none uses',
  },
] as const satisfies readonly Route[];

const legacyRoutes = [
  {
    ...common,
    name: 'indices.put_template',
    methods: ['PUT', 'POST'],
    paths: ['/_template/{name}'],
    params: {
      ...masterTimeouts,
      ...create,
      order: {
        type: 'int',
        summary: 'where several fit, the greatest wins; the body goes before',
        default: '0',
      },
    },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'indices:admin/template/put',
    everywhere: true,
    effect: 'changes',
    summary: 'Make or replace an index template of the older kind',
  },
  {
    ...common,
    name: 'indices.get_template',
    methods: ['GET', 'HEAD'],
    paths: ['/_template', '/_template/{name}'],
    withoutHead: ['/_template'],
    params: { ...masterTimeouts, ...localParam, ...flat },
    body: 'none',
    privilege: 'indices:admin/template/get',
    everywhere: true,
    effect: 'reads',
    summary: 'Index templates of the older kind (HEAD: whether they exist)',
  },
  {
    ...common,
    name: 'indices.delete_template',
    methods: ['DELETE'],
    paths: ['/_template/{name}'],
    params: masterTimeouts,
    body: 'none',
    privilege: 'indices:admin/template/delete',
    everywhere: true,
    effect: 'changes',
    summary: 'Delete index templates of the older kind',
  },
] as const satisfies readonly Route[];

/** Templates: what indices that are made later are made with. */
export const templateRoutes = [
  ...composableRoutes,
  ...componentRoutes,
  ...legacyRoutes,
] as const satisfies readonly Route[];
