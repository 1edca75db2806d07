import { apiError } from '@sextant/contract';
import type { BackendRequest } from '../../backend.ts';
import { namesOfPointInTime } from '../context-names.ts';
import { type ContextSeal, withSealedHead, withSeals } from '../context-seal.ts';
import { isJsonObject, type JsonValue, readExactJson, writeExactJson } from '../exact-json.ts';
import { bodyParams, type RewrittenSearch, rewriteSearch, withParams } from './rewrite-search.ts';
import { notThere } from './rewriting.ts';
import { seenAnswer, withoutMarks } from './seen-answer.ts';
import type { Partial, SeenIndices } from './seen-indices.ts';

/** Rows with one search as their body. */
const rows: ReadonlySet<string> = new Set(['search', 'count', 'cat.count', 'delete_by_query']);
/** Rows that search, or show what stands in an index, and are not rewritten. */
const refusedRows: ReadonlySet<string> = new Set(['indices.validate_query', 'update_by_query']);

/** A search as it is sent for somebody who may see a part of what it searches. */
export interface PartialSearch extends Pick<RewrittenSearch, 'seen' | 'globals'> {
  /** Without the parameters that now stand in the body. */
  readonly request: BackendRequest;
  readonly body: Buffer;
}

interface Sent {
  readonly partial: Partial;
  /** Of the path, as they are sent. */
  readonly names: readonly string[];
  /** As it would be sent for anybody. */
  readonly body: unknown;
}

/** undefined: nothing of what is searched is hidden from the caller. Throws ApiError for what cannot be asked then. */
export async function rewriteRequest(
  request: BackendRequest,
  { partial, names, body }: Sent,
): Promise<PartialSearch | undefined> {
  const { route, params } = request;
  if (partial.isWhole) return undefined;
  if (refusedRows.has(route.name)) await partial.refuse(names, route.name);
  if (!rows.has(route.name)) return undefined;
  const given = Buffer.isBuffer(body) ? readExactJson(body) : undefined;
  const pit = isJsonObject(given) && isJsonObject(given.pit) && request.indices.length === 0 ? given.pit : {};
  const searched = pit.id === undefined ? names : (namesOfPointInTime(String(pit.id)) ?? []);
  const seen = await partial.of(searched, params);
  if (seen === undefined) return undefined;
  const rewritten = rewriteSearch(withParams(given, params), seen);
  const pipeline = route.name === 'search' ? { search_pipeline: '_none' } : {};
  const left = Object.entries(params).filter(([name]) => !bodyParams.includes(name));
  return {
    request: { ...request, params: Object.fromEntries(left) },
    body: writeExactJson({ ...rewritten.body, ...pipeline }),
    seen,
    globals: rewritten.globals,
  };
}

interface Parts {
  readonly search: Pick<PartialSearch, 'seen' | 'globals'> | undefined;
  /** Of a multi search, by the number of the search. */
  readonly lines: ReadonlyMap<number, RewrittenSearch> | undefined;
  /** Of a caller who may not search everything. */
  readonly seal: ContextSeal | undefined;
}

/** The answer to a search, or to several, as the caller may see it. */
export function seenResponses(bytes: Buffer, { search, lines, seal }: Parts): Buffer {
  const isWhole = search === undefined && lines === undefined;
  const sealed = isWhole && seal !== undefined ? withSealedHead(bytes, seal) : undefined;
  if (sealed !== undefined) return sealed;
  const given = readExactJson(bytes);
  const answer = seal === undefined ? given : withSeals(given, seal, search?.seen);
  if (!isJsonObject(answer))
    throw apiError('status_exception', 'the cluster answered with something else than an object');
  if (search !== undefined) {
    return withoutMarks(writeExactJson(seenAnswer(answer, search)), search.seen);
  }
  const { responses } = answer;
  if (lines === undefined || !Array.isArray(responses)) return writeExactJson(answer);
  const shown = responses.map((one: JsonValue, at) => {
    const own = lines.get(at);
    return own === undefined ? one : seenAnswer(one, own);
  });
  const hiding = [...lines.values()].map(({ seen }) => seen).find(({ hidesFields }) => hidesFields);
  const written = writeExactJson({ ...answer, responses: shown });
  return hiding === undefined ? written : withoutMarks(written, hiding);
}

/** An error of the cluster in the caller's own names. */
export function seenError(text: string, seen: SeenIndices | undefined): string {
  return seen?.hidesFields === true ? text.replaceAll(notThere, '') : text;
}
