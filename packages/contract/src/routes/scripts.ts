import type { Route } from './route.ts';
import { acknowledged, masterTimeouts } from './shared-params.ts';

const common = { family: 'cluster', answeredBy: 'backend' } as const;

/** Scripts and templates of searches that are kept by name. */
export const scriptRoutes = [
  {
    ...common,
    name: 'put_script',
    methods: ['PUT', 'POST'],
    paths: ['/_scripts/{id}', '/_scripts/{id}/{context}'],
    params: {
      ...acknowledged,
      context: { type: 'string', summary: 'where it is to be used: it is compiled for that' },
    },
    body: 'required',
    bodyFirst: 'parameters',
    privilege: 'cluster:admin/script/put',
    effect: 'changes',
    summary: 'Keep a script or a template of searches',
  },
  {
    ...common,
    name: 'get_script',
    methods: ['GET'],
    paths: ['/_scripts/{id}'],
    params: masterTimeouts,
    body: 'none',
    privilege: 'cluster:admin/script/get',
    effect: 'reads',
    summary: 'A script that is kept',
  },
  {
    ...common,
    name: 'delete_script',
    methods: ['DELETE'],
    paths: ['/_scripts/{id}'],
    params: acknowledged,
    body: 'none',
    privilege: 'cluster:admin/script/delete',
    effect: 'changes',
    summary: 'Delete a script that is kept',
  },
  {
    ...common,
    name: 'scripts_painless_execute',
    methods: ['GET', 'POST'],
    paths: ['/_scripts/painless/_execute'],
    params: {},
    body: 'optional',
    privilege: 'cluster:admin/scripts/painless/execute',
    effect: 'reads',
    summary: 'What a script answers, given parameters or a document that is in no index',
  },
  {
    ...common,
    name: 'get_script_context',
    methods: ['GET'],
    paths: ['/_script_context'],
    params: {},
    body: 'none',
    privilege: 'cluster:admin/script_context/get',
    effect: 'reads',
    summary: 'Where scripts may be used, and what they are given there',
  },
  {
    ...common,
    name: 'get_script_languages',
    methods: ['GET'],
    paths: ['/_script_language'],
    params: {},
    body: 'none',
    privilege: 'cluster:admin/script_language/get',
    effect: 'reads',
    summary: 'Languages of scripts, and where each of them is run',
  },
] as const satisfies readonly Route[];
