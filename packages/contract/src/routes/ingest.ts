import type { Route } from './route.ts';
import { acknowledged, masterTimeouts } from './shared-params.ts';

const common = { family: 'ingest', answeredBy: 'backend' } as const;

/** Pipelines, which change documents before they are written. */
export const ingestRoutes = [
  {
    ...common,
    name: 'ingest.put_pipeline',
    methods: ['PUT'],
    paths: ['/_ingest/pipeline/{id}'],
    params: acknowledged,
    body: 'required',
    privilege: 'cluster:admin/ingest/pipeline/put',
    effect: 'changes',
    summary: 'Make or replace a pipeline',
  },
  {
    ...common,
    name: 'ingest.get_pipeline',
    methods: ['GET'],
    paths: ['/_ingest/pipeline', '/_ingest/pipeline/{id}'],
    params: masterTimeouts,
    body: 'none',
    privilege: 'cluster:admin/ingest/pipeline/get',
    effect: 'reads',
    summary: 'Pipelines by names and wildcards',
  },
  {
    ...common,
    name: 'ingest.delete_pipeline',
    methods: ['DELETE'],
    paths: ['/_ingest/pipeline/{id}'],
    params: acknowledged,
    body: 'none',
    privilege: 'cluster:admin/ingest/pipeline/delete',
    effect: 'changes',
    summary: 'Delete pipelines',
  },
  {
    ...common,
    name: 'ingest.simulate',
    methods: ['GET', 'POST'],
    paths: ['/_ingest/pipeline/_simulate', '/_ingest/pipeline/{id}/_simulate'],
    params: {
      verbose: { type: 'boolean', summary: 'show the document after each processor', default: 'false' },
    },
    body: 'required',
    privilege: 'cluster:admin/ingest/pipeline/simulate',
    effect: 'reads',
    summary: 'Documents as a pipeline would make them',
  },
  {
    ...common,
    name: 'ingest.processor_grok',
    methods: ['GET'],
    paths: ['/_ingest/processor/grok'],
    params: { s: { type: 'boolean', summary: 'in the order of their names', default: 'false' } },
    body: 'none',
    privilege: 'cluster:admin/ingest/processor/grok/get',
    effect: 'reads',
    summary: 'The patterns that expressions of grok may name',
  },
] as const satisfies readonly Route[];
