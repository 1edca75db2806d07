import { buffer } from 'node:stream/consumers';
import { apiError, type Method, parseNamed, type Route } from '@sextant/contract';
import { internalAccess } from '../backend/access.ts';
import type { Backend, BackendRequest, BackendResponse, InternalCall } from '../backend/backend.ts';
import { unlistedTask } from '../tasks/task.ts';
import { compactJson } from '../wire/json-writer.ts';
import { asApiError, errorEnvelope } from './error-envelope.ts';
import { typedParams } from './params.ts';
import { nameIndices } from './pipeline/name-indices.ts';
import { parseQuery } from './query-string.ts';
import { GivenBody, noBody } from './request-body.ts';
import { Router, splitPath } from './router.ts';

/**
 * Calls of the service on its own behalf, by the same rows and handlers as any other; errors come as answers.
 */
export function internalCalls(routes: readonly Route[], backend: Backend): InternalCall {
  const router = new Router(routes.filter((route) => route.answeredBy === 'backend'));
  return async (call) => {
    const match = router.match(call.method, splitPath(call.path).map(decodeURIComponent));
    if (match === undefined)
      throw apiError('illegal_state_exception', `no row for ${call.method} ${call.path}`);
    try {
      const query = parseQuery(call.query ?? '');
      const params = typedParams(match.route, call.path, match.pathParams, query);
      const response = await backend.handle({
        route: match.route,
        method: call.method satisfies Method,
        askedPath: call.path,
        pathParams: match.pathParams,
        params,
        indices: nameIndices(match, params, internalAccess, 0),
        headers: {},
        body: bodyOf(call.body, match.route),
        dialect: { family: 'opensearch', major: 3, documentType: false, openSearchKeys: true },
        access: internalAccess,
        warn: () => {},
        task: unlistedTask(match.route.privilege),
        signal: new AbortController().signal,
      });
      return { status: response.status, body: await contentOf(response) };
    } catch (thrown) {
      const { error, unexpected } = asApiError(thrown);
      if (unexpected) throw thrown;
      return { status: error.status, body: errorEnvelope(error, false) };
    }
  };
}

function bodyOf(body: Parameters<InternalCall>[0]['body'], route: Route): BackendRequest['body'] {
  if (body === undefined) return noBody;
  return new GivenBody(
    typeof body === 'string' ? body : compactJson(body).toString(),
    route.bodyFormat ?? 'json',
  );
}

async function contentOf(response: BackendResponse): Promise<unknown> {
  switch (response.kind) {
    case 'json':
      return parseNamed(compactJson(response.body).toString());
    case 'bytes':
      return parsed(Buffer.from(response.body));
    case 'stream':
      return parsed(await buffer(response.body));
    case 'text':
      return response.body;
    case 'table':
    case 'empty':
      return undefined;
  }
}

function parsed(bytes: Buffer): unknown {
  return bytes.length === 0 ? undefined : parseNamed(bytes.toString());
}
