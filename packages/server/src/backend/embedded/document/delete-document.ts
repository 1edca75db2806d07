import type { Handler } from '../context.ts';
import { deleteDescription } from '../tasks/descriptions.ts';
import { type SingleWrite, writeAnswer, writeOne } from './single-write.ts';
import {
  checkActiveShards,
  conditionProblems,
  conditionsOf,
  refreshOf,
  validationFailed,
} from './write-params.ts';
import { operationRouting, writeTarget } from './write-target.ts';

/** Deletes one document; 404 with `not_found` where there is none. */
export const deleteDocument: Handler<'delete'> = async (context, request) => {
  const { params, pathParams } = request;
  const name = pathParams.index;
  const id = pathParams.id;
  refreshOf(params);
  const conditions = conditionsOf(params);
  const problems = conditionProblems('delete', conditions);
  if (problems.length > 0) throw validationFailed(problems);
  const target = await writeTarget(context, request, name, {
    requireAlias: false,
    mayCreate: conditions.versionType !== 'internal',
    creates: false,
  });
  const routing = operationRouting(target, name, id, params.routing);
  checkActiveShards(context, target.index, params, id, routing);
  const source = new Uint8Array(0);
  const write: SingleWrite = { index: target.index, kind: 'delete', id, routing, source, conditions };
  request.task.describe(() => deleteDescription(target.index.name, id));
  return writeAnswer(request, write, await writeOne(context, request, write));
};
