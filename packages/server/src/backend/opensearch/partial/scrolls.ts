import { Readable } from 'node:stream';
import { apiError, dictionary } from '@sextant/contract';
import type { BackendRequest, RequestBody } from '../../backend.ts';
import { idsIn } from '../context-answers.ts';
import { namesOfScroll } from '../context-names.ts';
import { contextSealOf, idWithin } from '../context-seal.ts';
import { isJsonObject, type JsonObject, readExactJson, writeExactJson } from '../exact-json.ts';
import { jsonBytes } from '../upstream-request.ts';
import type { Partial, SeenIndices } from './seen-indices.ts';

/** A request with the ids of the cluster, and what its caller sees of what they lead to. */
export interface OpenedScrolls {
  readonly request: BackendRequest;
  readonly seen: SeenIndices | undefined;
}

/** Throws ApiError for a scroll that somebody began who sees something else. */
export async function openScrolls(request: BackendRequest, partial: Partial): Promise<OpenedScrolls> {
  const seal = contextSealOf(request.access);
  let last: SeenIndices | undefined;
  const open = async (given: string): Promise<string> => {
    const id = idWithin(given);
    if (seal === undefined || id === '_all') return id;
    const names = namesOfScroll(id);
    if (names === undefined) throw apiError('illegal_argument_exception', 'Cannot parse scroll id');
    const seen = await partial.of(names);
    last = seen ?? last;
    return seal.openedScroll(given, seen);
  };
  const all = async (ids: readonly string[]): Promise<string[]> => Promise.all(ids.map(open));
  const pathParams = dictionary(request.pathParams);
  if (pathParams.scroll_id !== undefined)
    pathParams.scroll_id = (await all(pathParams.scroll_id.split(','))).join(',');
  const { scroll_id: asked } = request.params;
  const inQuery = Array.isArray(asked) ? await all(asked as string[]) : asked && (await open(String(asked)));
  const params = inQuery === undefined ? request.params : { ...request.params, scroll_id: inQuery };
  const body = await openBody(request, all);
  return { request: { ...request, pathParams, params, body }, seen: last };
}

async function openBody(
  request: BackendRequest,
  open: (ids: readonly string[]) => Promise<string[]>,
): Promise<RequestBody> {
  const { body } = request;
  if (body.empty || body.contentType === 'none') return body;
  const bytes = await jsonBytes(request);
  const value = readExactJson(bytes);
  if (!isJsonObject(value) || value.scroll_id === undefined) return bodyOf(bytes);
  const ids = await open(idsIn(value.scroll_id));
  const written: JsonObject = {
    ...value,
    scroll_id: Array.isArray(value.scroll_id) ? ids : ids[0],
  };
  return bodyOf(writeExactJson(written));
}

/** A body that was read, to be read again. */
export function bodyOf(bytes: Buffer, contentType: RequestBody['contentType'] = 'json'): RequestBody {
  return {
    contentType,
    empty: false,
    bytes: async () => bytes,
    stream: () => Readable.from([bytes], { objectMode: false }),
    json: async () => readExactJson(bytes),
    parsedBytes: () => bytes,
    jsonAsWritten: async () => readExactJson(bytes),
  };
}
