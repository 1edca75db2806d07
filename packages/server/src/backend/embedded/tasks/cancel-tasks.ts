import type { ErrorCause, JsonMap } from '@sextant/contract';
import type { Task } from '../../../tasks/task.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { bodiesOf, groupingOf } from './list-tasks.ts';
import { matchesSelection, selectTasks } from './select-tasks.ts';
import { nodeFailure, tasksBody } from './task-body.ts';
import { parseTaskId, type TaskId } from './task-id.ts';

/** Ends the named task, or all that can be ended and are meant. */
export const cancelTasks: Handler<'tasks.cancel'> = async (context, request) => {
  const { params, pathParams, dialect } = request;
  const grouping = groupingOf(params.group_by);
  const id = parseTaskId(pathParams.task_id);
  const { nodeId } = context.identity;
  const parent = parseTaskId(params.parent_task_id);
  if (id !== undefined && (params.nodes ?? []).length > 0) {
    throw validationFailed(['task id cannot be used together with node ids']);
  }
  const chosen = id === undefined ? allMeant(context, request) : theNamed(context, request, { id, parent });
  const { tasks, failures } = chosen;
  for (const task of tasks) context.tasks.cancel(task, 'by user request');
  if (params.wait_for_completion === true) {
    await Promise.all(tasks.map((task) => new Promise<void>((resolve) => task.onEnd(resolve))));
  }
  const view = { nodeId, detailed: false, human: params.human === true };
  return ok(tasksBody(context, dialect, grouping, bodiesOf(context, tasks, view), failures));
};

interface Chosen {
  readonly tasks: readonly Task[];
  readonly failures: readonly JsonMap[];
}

function allMeant(context: EmbeddedContext, { params }: RequestOf<'tasks.cancel'>): Chosen {
  return { tasks: selectTasks(context, params).filter(({ cancellable }) => cancellable), failures: [] };
}

function theNamed(
  context: EmbeddedContext,
  { params }: RequestOf<'tasks.cancel'>,
  { id, parent }: { readonly id: TaskId; readonly parent: TaskId | undefined },
): Chosen {
  const failed = (cause: ErrorCause): Chosen => ({ tasks: [], failures: [nodeFailure(id.node, cause)] });
  if (id.node !== context.identity.nodeId) {
    const details = { node_id: id.node };
    return failed({ type: 'no_such_node_exception', reason: `No such node [${id.node}]`, details });
  }
  const name = `${id.node}:${id.number}`;
  const task = context.tasks.get(id.number);
  if (task === undefined) {
    return failed({ type: 'resource_not_found_exception', reason: `task [${name}] is not found` });
  }
  if (!task.cancellable) {
    const reason = `task [${name}] doesn't support cancellation`;
    return failed({ type: 'illegal_argument_exception', reason });
  }
  if (!matchesSelection(params, context, parent)(task)) {
    const reason = `task [${name}] doesn't support this operation`;
    return failed({ type: 'illegal_argument_exception', reason });
  }
  return { tasks: [task], failures: [] };
}
