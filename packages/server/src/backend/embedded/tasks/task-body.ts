import type { ErrorCause, Json, JsonMap } from '@sextant/contract';
import { timeText } from '../../../config/units.ts';
import type { TaskInfo } from '../../../tasks/task.ts';
import type { TaskResult } from '../../../tasks/task-results.ts';
import type { Dialect } from '../../backend.ts';
import type { ShownTask } from '../../task-table.ts';
import type { EmbeddedContext } from '../context.ts';
import { causeBody } from '../error-body.ts';
import { nodeAddress, roleNames } from '../nodes/node-rim.ts';

export interface TaskView {
  readonly nodeId: string;
  /** Description, status and resources too. */
  readonly detailed: boolean;
  readonly human: boolean;
}

/** Time of processors and memory are not measured for each task. */
const noUse = { cpu_time_in_nanos: 0, memory_in_bytes: 0 } as const;
const noResources = {
  average: noUse,
  total: noUse,
  min: noUse,
  max: noUse,
  thread_info: { thread_executions: 0, active_threads: 0 },
} as const;

export const taskName = (nodeId: string, number: number): string => `${nodeId}:${number}`;

/** A task as the lists show it; `ended`: one that is over has no resources any more. */
export function taskBody(
  info: TaskInfo,
  { nodeId, detailed, human }: TaskView,
  ended = false,
): JsonMap & ShownTask {
  const { parent } = info;
  return {
    node: nodeId,
    id: info.number,
    type: info.type,
    action: info.action,
    status: detailed ? info.status : undefined,
    description: detailed ? info.description : undefined,
    start_time: human ? new Date(info.startedAt).toISOString() : undefined,
    start_time_in_millis: info.startedAt,
    running_time: human ? timeText(info.runningNanos / 1e6) : undefined,
    running_time_in_nanos: info.runningNanos,
    cancellable: info.cancellable,
    cancelled: info.cancelledAt !== undefined,
    parent_task_id: parent === undefined ? undefined : taskName(nodeId, parent),
    headers: info.opaqueId === undefined ? {} : { 'X-Opaque-Id': info.opaqueId },
    resource_stats: detailed && !ended ? noResources : undefined,
    cancellation_time_millis: info.cancelledAt,
  };
}

/** How a task ended, for those who ask and for those who ask later. */
export function resultBody({ task, outcome }: TaskResult, view: TaskView): JsonMap {
  const done = { completed: true, task: taskBody(task, view, true) };
  if ('response' in outcome) return { ...done, response: outcome.response };
  return { ...done, error: 'error' in outcome ? causeBody(outcome.error) : outcome.shownError };
}

/** What went wrong with a part of the call; the rest of it is answered. */
export function nodeFailure(nodeId: string, cause: ErrorCause): JsonMap {
  return {
    type: 'failed_node_exception',
    reason: `Failed node [${nodeId}]`,
    node_id: nodeId,
    caused_by: causeBody(cause),
  };
}

export type Grouping = 'nodes' | 'parents' | 'none';

/** Tasks arranged as asked, behind what failed. */
export function tasksBody(
  context: EmbeddedContext,
  dialect: Dialect,
  grouping: Grouping,
  tasks: readonly { readonly info: TaskInfo; readonly body: JsonMap }[],
  failures: readonly JsonMap[],
): JsonMap {
  const failed = failures.length === 0 ? {} : { node_failures: failures };
  const nodeId = context.identity.nodeId;
  const byName = (bodies: readonly { readonly info: TaskInfo; readonly body: Json }[]): JsonMap =>
    Object.fromEntries(bodies.map(({ info, body }) => [taskName(nodeId, info.number), body]));
  switch (grouping) {
    case 'none':
      return { ...failed, tasks: tasks.map(({ body }) => body) };
    case 'parents':
      return { ...failed, tasks: byName(asTrees(tasks)) };
    case 'nodes':
      if (tasks.length === 0) return { ...failed, nodes: {} };
      return { ...failed, nodes: { [nodeId]: { ...nodeBody(context, dialect), tasks: byName(tasks) } } };
  }
}

function nodeBody(context: EmbeddedContext, dialect: Dialect): JsonMap {
  const address = nodeAddress(context);
  return {
    name: context.nodeName,
    transport_address: address,
    host: context.node.host,
    ip: address,
    roles: roleNames(dialect),
    attributes: context.nodeAttributes,
  };
}

/** Parts below their whole, where that is listed too; a part begins after its whole. */
function asTrees(
  tasks: readonly { readonly info: TaskInfo; readonly body: JsonMap }[],
): readonly { readonly info: TaskInfo; readonly body: JsonMap }[] {
  const children = new Map<number, Json[]>();
  const trees = tasks.map(({ info, body }) => {
    const parts: Json[] = [];
    children.set(info.number, parts);
    return { info, parts, body };
  });
  const whole = (tree: (typeof trees)[number]): JsonMap =>
    tree.parts.length === 0 ? tree.body : { ...tree.body, children: tree.parts };
  // From the latest: when a part is put below its whole, its own parts are there already.
  for (const tree of [...trees].reverse()) {
    const { parent } = tree.info;
    if (parent !== undefined) children.get(parent)?.unshift(whole(tree));
  }
  return trees
    .filter(({ info }) => info.parent === undefined || !children.has(info.parent))
    .map((tree) => ({ info: tree.info, body: whole(tree) }));
}
