import { Readable } from 'node:stream';
import type { BackendRequest } from '../backend.ts';
import { LineGuard } from './line-guard.ts';
import { guardExpression, guardJson, refuseSystemIndices } from './system-index-guard.ts';

/** What is sent to the cluster for a request; users' requests without a way to the system indices. */
export interface UpstreamRequest {
  /** With the query string. */
  readonly path: string;
  readonly body: Readable | Buffer | null;
  /** undefined where there is no body. */
  readonly contentType: string | undefined;
}

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** Rows whose body is a document or a part of one: it names no index. */
const documentRows = new Set(['index', 'index_auto_id', 'create', 'update']);

/** Throws ApiError: a system index is named, or a body is broken where it might name one. */
export async function upstreamRequest(request: BackendRequest): Promise<UpstreamRequest> {
  if (!request.internal) refuseSystemIndices({ index: request.params.index });
  const path = request.internal ? request.path : guardedPath(request);
  const query = upstreamQuery(request);
  const body = await guardedBody(request);
  return { ...body, path: query === '' ? path : `${path}?${query}` };
}

/** OpenSearch counts for the cat calls by GET alone; clients of Elasticsearch 9 ask by POST. */
export function upstreamMethod({ method, route }: BackendRequest): BackendRequest['method'] {
  return route.name === 'cat.count' ? 'GET' : method;
}

/** A body out of the `source` parameter goes on as a body. */
function upstreamQuery({ queryString, params }: BackendRequest): string {
  if (params.source === undefined) return queryString;
  const query = new URLSearchParams(queryString);
  query.delete('source');
  query.delete('source_content_type');
  return query.toString();
}

/** The path with system indices kept out of its index expression. */
function guardedPath(request: BackendRequest): string {
  const { index: expression, ...others } = request.pathParams;
  // Without a name only a request for hidden indices can reach the system's.
  if (expression === undefined && request.params.expand_wildcards === undefined) return request.path;
  const guarded = guardExpression(expression ?? '*');
  if (guarded === expression) return request.path;
  const wanted = [...Object.keys(others), 'index'].sort().join();
  const pattern = request.route.paths.find((path) => namesIn(path).sort().join() === wanted);
  return pattern === undefined ? request.path : fillPath(pattern, { ...others, index: guarded });
}

function namesIn(pattern: string): string[] {
  return Array.from(pattern.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
}

function fillPath(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The body as it came: lines are searched as they pass, JSON is read whole, other formats go on as JSON. */
async function guardedBody(request: BackendRequest): Promise<Omit<UpstreamRequest, 'path'>> {
  const { body, internal, route } = request;
  if (body.empty || body.contentType === 'none') return { body: null, contentType: undefined };
  if (body.contentType === 'yaml' || body.contentType === 'cbor') {
    const value = await body.json();
    if (!internal && !documentRows.has(route.name)) refuseSystemIndices(value);
    return { body: Buffer.from(JSON.stringify(value ?? null)), contentType: contentTypes.json };
  }
  const contentType = contentTypes[body.contentType];
  // Rows that take lines take them under either name.
  if (route.bodyFormat === 'ndjson' && !internal) {
    const guard = new LineGuard(route.name === 'bulk');
    const source = Readable.from(body.stream());
    source.on('error', (error) => guard.destroy(error));
    return { body: source.pipe(guard), contentType };
  }
  const bytes = await body.bytes();
  if (!internal && !documentRows.has(route.name)) guardJson(bytes);
  return { body: bytes, contentType };
}
