import { apiError, type JsonMap } from '@sextant/contract';
import type { Task } from '../../../tasks/task.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { selectTasks } from './select-tasks.ts';
import { type Grouping, nodeFailure, type TaskView, taskBody, taskName, tasksBody } from './task-body.ts';

export const waitDefaultMs = 30_000;
const listAction = 'cluster:monitor/tasks/lists';

/** Throws ApiError for a word that is none of the three. */
export function groupingOf(text: string | undefined): Grouping {
  if (text === undefined) return 'nodes';
  if (text === 'nodes' || text === 'parents' || text === 'none') return text;
  const reason = `[group_by] must be one of [nodes], [parents] or [none] but was [${text}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** The list is a task itself, and its look at this node a part of it: both are listed. */
export const listTasks: Handler<'tasks.list'> = async (context, request) => {
  const { params, task, dialect } = request;
  const grouping = groupingOf(params.group_by);
  const { nodeId } = context.identity;
  return context.tasks.within(task, { action: `${listAction}[n]`, type: 'direct' }, async () => {
    const tasks = selectTasks(context, params);
    if (params.wait_for_completion === true) {
      const late = await firstThatIsLate(context, tasks, params.timeout ?? waitDefaultMs);
      if (late !== undefined) {
        const reason = `Timed out waiting for completion of [${taskName(nodeId, late.number)}]`;
        const failure = nodeFailure(nodeId, { type: 'timeout_exception', reason });
        return ok(tasksBody(context, dialect, grouping, [], [failure]));
      }
    }
    const view = { nodeId, detailed: params.detailed === true, human: params.human === true };
    return ok(tasksBody(context, dialect, grouping, bodiesOf(context, tasks, view), []));
  });
};

export function bodiesOf(
  context: EmbeddedContext,
  tasks: readonly Task[],
  view: TaskView,
): readonly { readonly info: ReturnType<Task['info']>; readonly body: JsonMap }[] {
  return tasks.map((task) => {
    const info = context.tasks.info(task);
    return { info, body: taskBody(info, view) };
  });
}

/** Lists do not wait for lists: two that wait for each other would wait for ever. */
async function firstThatIsLate(
  context: EmbeddedContext,
  tasks: readonly Task[],
  timeoutMs: number,
): Promise<Task | undefined> {
  const others = tasks.filter(({ action }) => !action.startsWith(listAction));
  const ended = await Promise.all(others.map((task) => context.tasks.ended(task, timeoutMs)));
  return others.find((_, i) => ended[i] === false);
}
