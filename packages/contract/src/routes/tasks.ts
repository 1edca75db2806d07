import type { ParamSpec, Route } from './route.ts';
import { taskParams } from './shared-params.ts';

const groupBy = {
  // Not an enum: OpenSearch words the refusal of other values in its own way.
  group_by: { type: 'string', summary: 'nodes, parents or none: how tasks are arranged', default: 'nodes' },
} as const satisfies Record<string, ParamSpec>;

const waiting = {
  timeout: { type: 'time', summary: 'how long to wait for completion', default: '30s' },
  wait_for_completion: { type: 'boolean', summary: 'wait until the tasks have ended', default: 'false' },
} as const satisfies Record<string, ParamSpec>;

const common = { body: 'none', family: 'tasks', answeredBy: 'backend' } as const;

/** Work under way: every request is a task. */
export const tasksRoutes = [
  {
    ...common,
    name: 'tasks.list',
    methods: ['GET'],
    paths: ['/_tasks'],
    params: {
      ...taskParams,
      ...groupBy,
      ...waiting,
      detailed: { type: 'boolean', summary: 'add description and status of each task', default: 'false' },
    },
    privilege: 'cluster:monitor/tasks/lists',
    effect: 'reads',
    summary: 'Tasks under way',
  },
  {
    ...common,
    name: 'tasks.get',
    methods: ['GET'],
    paths: ['/_tasks/{task_id}'],
    params: waiting,
    privilege: 'cluster:monitor/task/get',
    effect: 'reads',
    summary: 'One task under way, or how it ended where nobody waited for it',
  },
  {
    ...common,
    name: 'tasks.cancel',
    methods: ['POST'],
    paths: ['/_tasks/_cancel', '/_tasks/{task_id}/_cancel'],
    params: { ...taskParams, ...groupBy, wait_for_completion: waiting.wait_for_completion },
    privilege: 'cluster:admin/tasks/cancel',
    effect: 'changes',
    summary: 'End tasks early, where they can be',
  },
] as const satisfies readonly Route[];
