import { apiError } from '@sextant/contract';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { bodiesOf, groupingOf } from '../tasks/list-tasks.ts';
import { nodeFailure, tasksBody } from '../tasks/task-body.ts';
import { parseTaskId } from '../tasks/task-id.ts';
import { readPerSecond } from './by-query-options.ts';

type Rows = 'update_by_query_rethrottle' | 'delete_by_query_rethrottle' | 'reindex_rethrottle';

/** Changes the pace of work by query that is under way; the answer shows its task. */
export const rethrottle: Handler<Rows> = async (context, request) => {
  const perSecond = readPerSecond(request.params.requests_per_second);
  if (perSecond === undefined) {
    throw apiError('illegal_argument_exception', 'requests_per_second is a required parameter');
  }
  return ok(answer(context, request, perSecond));
};

function answer(
  context: EmbeddedContext,
  { params, pathParams, dialect }: RequestOf<Rows>,
  perSecond: number,
) {
  const id = parseTaskId(pathParams.task_id);
  const grouping = groupingOf(params.group_by);
  const { nodeId } = context.identity;
  const view = { nodeId, detailed: true, human: params.human === true };
  if (id === undefined) {
    throw apiError('action_request_validation_exception', 'Validation Failed: 1: task id is required;');
  }
  if (id.node !== nodeId) {
    const cause = {
      type: 'no_such_node_exception',
      reason: `No such node [${id.node}]`,
      details: { node_id: id.node },
    } as const;
    return tasksBody(context, dialect, grouping, [], [nodeFailure(id.node, cause)]);
  }
  const task = context.tasks.get(id.number);
  if (task === undefined || !context.byQuery.setPace(id.number, perSecond)) {
    const reason = `task [${id.node}:${id.number}] is missing`;
    return tasksBody(
      context,
      dialect,
      grouping,
      [],
      [nodeFailure(nodeId, { type: 'resource_not_found_exception', reason })],
    );
  }
  return tasksBody(context, dialect, grouping, bodiesOf(context, [task], view), []);
}
