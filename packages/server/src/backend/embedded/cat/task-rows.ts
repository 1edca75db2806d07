import { timeText } from '../../../config/units.ts';
import { taskCells } from '../../task-table.ts';
import { pendingTasks } from '../cluster/pending-tasks.ts';
import type { EmbeddedContext, RequestOf } from '../context.ts';
import { selectTasks } from '../tasks/select-tasks.ts';
import { taskBody } from '../tasks/task-body.ts';
import type { Cells } from './stats-cells.ts';

/** As in `_tasks`, the call itself and its look at this node are rows. */
export async function taskRows(
  context: EmbeddedContext,
  { task, params }: RequestOf<'cat.tasks'>,
): Promise<Cells[]> {
  const { node, nodeName, identity } = context;
  const { host, version } = node;
  const place = { host, port: String(node.httpPort), name: nodeName, version };
  const view = { nodeId: identity.nodeId, detailed: true, human: false };
  return context.tasks.within(task, { action: 'cluster:monitor/tasks/lists[n]', type: 'direct' }, async () =>
    selectTasks(context, params).map((each) => ({
      ...taskCells(taskBody(context.tasks.info(each), view), place),
    })),
  );
}

export function pendingTaskRows(context: EmbeddedContext): Cells[] {
  return pendingTasks(context).map(({ number, source, priority, waitedMs }) => ({
    insertOrder: number,
    timeInQueue: timeText(waitedMs),
    priority,
    source,
  }));
}
