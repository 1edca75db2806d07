import type { Route } from './route.ts';
import { acknowledged, waitForShards } from './shared-params.ts';

const common = {
  family: 'indices',
  answeredBy: 'backend',
  methods: ['PUT', 'POST'],
  params: {
    ...acknowledged,
    ...waitForShards,
    copy_settings: { type: 'boolean', summary: 'only true: settings are always copied', default: 'true' },
    wait_for_completion: {
      type: 'boolean',
      summary: 'false: answer at once with the name of a task',
      default: 'true',
    },
    task_execution_timeout: { type: 'time', summary: 'accepted; the task ends by itself', default: '1h' },
  },
  body: 'optional',
  bodyFirst: 'parameters',
  privilege: 'indices:admin/resize',
  effect: 'changes',
} as const;

/** New indices with the documents of one that is not written to. */
export const resizeRoutes = [
  {
    ...common,
    name: 'indices.shrink',
    paths: ['/{index}/_shrink/{target}'],
    summary: 'Make an index of the documents of another one, with fewer shards',
  },
  {
    ...common,
    name: 'indices.split',
    paths: ['/{index}/_split/{target}'],
    summary: 'Make an index of the documents of another one, with more shards',
  },
  {
    ...common,
    name: 'indices.clone',
    paths: ['/{index}/_clone/{target}'],
    summary: 'Make an index of the documents of another one, with as many shards',
  },
] as const satisfies readonly Route[];
