import type { Route } from './route.ts';
import { acknowledged, masterTimeouts } from './shared-params.ts';

const common = { family: 'search', answeredBy: 'backend' } as const;

/** Pipelines, which change searches before they are done, and their answers. */
export const searchPipelineRoutes = [
  {
    ...common,
    name: 'search_pipeline.put',
    methods: ['PUT'],
    paths: ['/_search/pipeline/{id}'],
    params: acknowledged,
    body: 'required',
    privilege: 'cluster:admin/search/pipeline/put',
    effect: 'changes',
    summary: 'Make or replace a search pipeline',
  },
  {
    ...common,
    name: 'search_pipeline.get',
    methods: ['GET'],
    paths: ['/_search/pipeline', '/_search/pipeline/{id}'],
    params: masterTimeouts,
    body: 'none',
    privilege: 'cluster:admin/search/pipeline/get',
    effect: 'reads',
    summary: 'Search pipelines by names and wildcards',
  },
  {
    ...common,
    name: 'search_pipeline.delete',
    methods: ['DELETE'],
    paths: ['/_search/pipeline/{id}'],
    params: acknowledged,
    body: 'none',
    privilege: 'cluster:admin/search/pipeline/delete',
    effect: 'changes',
    summary: 'Delete search pipelines',
  },
] as const satisfies readonly Route[];
