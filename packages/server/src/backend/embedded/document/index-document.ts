import { apiError } from '@sextant/contract';
import type { BackendResponse } from '../../backend.ts';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { indexDescription } from '../tasks/descriptions.ts';
import { droppedAnswer, type GivenDocument, ingestOne } from './ingest-one.ts';
import { requestSource } from './request-source.ts';
import { type SingleWrite, writeAnswer, writeOne } from './single-write.ts';
import {
  checkActiveShards,
  conditionProblems,
  conditionsOf,
  idProblem,
  refreshOf,
  validationFailed,
} from './write-params.ts';
import { operationRouting, writeTarget } from './write-target.ts';

type IndexRow = 'index' | 'index_auto_id' | 'create';

/** `index` with or without an id, and `create`. */
export const indexDocument: Handler<IndexRow> = async (context, request) => {
  const { params, pathParams } = request;
  const name = pathParams.index;
  const id = pathParams.id ?? null;
  const kind = operationKind(request, id);
  refreshOf(params);
  const source = await requestSource(request);
  const conditions = conditionsOf(params);
  const problems = conditionProblems(kind, conditions);
  const tooLong = idProblem(id);
  if (tooLong !== undefined) problems.push(tooLong);
  if (problems.length > 0) throw validationFailed(problems);
  const given = { index: name, id, routing: params.routing, conditions, source };
  const document = ingestOne(context, request, given);
  if (document === 'dropped') return droppedAnswer(request, given, kind);
  return writeDocument(context, request, kind, document);
};

async function writeDocument(
  context: EmbeddedContext,
  request: RequestOf<IndexRow>,
  kind: 'index' | 'create',
  { index: name, id, source, conditions, ...document }: GivenDocument,
): Promise<BackendResponse> {
  const { params } = request;
  const target = await writeTarget(context, request, name, {
    requireAlias: params.require_alias === true,
    mayCreate: true,
    creates: kind === 'create',
  });
  if (id === '') throw apiError('illegal_argument_exception', 'if _id is specified it must not be empty');
  const routing = operationRouting(target, name, id, document.routing);
  checkActiveShards(context, target.index, params, id, routing);
  const write: SingleWrite = { index: target.index, kind, id, routing, source, conditions };
  request.task.describe(() => indexDescription(target.index.name, id, source));
  return writeAnswer(request, write, await writeOne(context, request, write));
}

function operationKind(request: RequestOf<IndexRow>, id: string | null): 'index' | 'create' {
  const given = request.params.op_type;
  const creates = request.route.name === 'create';
  if (given === undefined) return creates || id === null ? 'create' : 'index';
  const type = given.toLowerCase();
  if (type === 'create' || (type === 'index' && !creates)) return type;
  const allowed = creates ? "'create'" : "'create' or 'index'";
  throw apiError(
    'illegal_argument_exception',
    `opType must be ${allowed}, found: [${creates ? given : type}]`,
  );
}
