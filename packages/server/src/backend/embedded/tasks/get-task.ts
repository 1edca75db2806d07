import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import type { BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { waitDefaultMs } from './list-tasks.ts';
import { resultBody, type TaskView, taskBody } from './task-body.ts';
import { parseTaskId, type TaskId } from './task-id.ts';

export const getTask: Handler<'tasks.get'> = async (context, request) => {
  const { params } = request;
  const id = parseTaskId(request.pathParams.task_id);
  // OpenSearch's number of no task.
  if (id === undefined || id.number === -1) {
    throw apiError('action_request_validation_exception', 'Validation Failed: 1: task id is required;');
  }
  const { nodeId } = context.identity;
  const view = { nodeId, detailed: true, human: params.human === true };
  if (id.node !== nodeId) throw foreign(id);
  const task = context.tasks.get(id.number);
  if (task === undefined) return finished(context, id, view);
  const before = context.tasks.info(task);
  if (params.wait_for_completion !== true) return ok({ completed: false, task: taskBody(before, view) });
  if (!(await context.tasks.ended(task, params.timeout ?? waitDefaultMs))) {
    throw apiError('timeout_exception', `Timed out waiting for completion of [${nodeId}:${id.number}]`);
  }
  const result = await context.tasks.results.find(id.number);
  // Somebody else had the answer: of the task there is only what was known before it ended.
  if (result === undefined) return ok({ completed: true, task: taskBody(before, view) });
  return ok(resultBody(result, view));
};

async function finished(context: EmbeddedContext, id: TaskId, view: TaskView): Promise<BackendResponse> {
  const result = await context.tasks.results.find(id.number);
  if (result === undefined) throw new ApiError(notFound(id));
  return ok(resultBody(result, view));
}

function notFound({ node, number }: TaskId): ErrorCause {
  const reason = `task [${node}:${number}] isn't running and hasn't stored its results`;
  return { type: 'resource_not_found_exception', reason };
}

function foreign(id: TaskId): ApiError {
  const cause = notFound(id);
  return new ApiError({
    type: 'resource_not_found_exception',
    reason:
      `task [${id.node}:${id.number}] belongs to the node [${id.node}] which isn't part of the cluster ` +
      'and there is no record of the task',
    rootCause: [cause],
    causedBy: cause,
  });
}
