import { wildcardTest } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import type { Task } from '../../../tasks/task.ts';
import type { EmbeddedContext } from '../context.ts';
import { isThisNode } from '../nodes/node-rim.ts';
import { parseTaskId } from './task-id.ts';

/** Which tasks a call means. */
export interface TaskSelection {
  readonly actions?: readonly string[] | undefined;
  readonly nodes?: readonly string[] | undefined;
  readonly parent_task_id?: string | undefined;
}

/** Tasks under way that are meant, in the order in which they began. Throws ApiError for an id that is none. */
export function selectTasks(context: EmbeddedContext, selection: TaskSelection): readonly Task[] {
  const parent = parseTaskId(selection.parent_task_id);
  const matches = matchesSelection(selection, context, parent);
  if (!isThisNode(context, selection.nodes ?? [])) return [];
  return context.tasks.all().filter(matches);
}

/** Whether a task fits; nodes aside. */
export function matchesSelection(
  { actions }: TaskSelection,
  { identity }: EmbeddedContext,
  parent: ReturnType<typeof parseTaskId>,
): (task: Task) => boolean {
  const tests = (actions ?? []).flatMap((list) => splitNames(list)).map(wildcardTest);
  return (task) => {
    if (tests.length > 0 && !tests.some((test) => test(task.action))) return false;
    if (parent === undefined) return true;
    return parent.node === identity.nodeId && task.parent === parent.number;
  };
}
