import { buffer } from 'node:stream/consumers';
import { ApiError, apiError, type Route, routeTable } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import { isJsonObject, type JsonObject, readExactJson, writeExactJson } from './exact-json.ts';
import { bodyOf } from './partial/scrolls.ts';
import { RefusedItems } from './refused-items.ts';
import { jsonBytes } from './upstream-request.ts';

/** Asks the cluster what a template becomes. */
export type RenderTemplate = (body: Buffer) => Promise<{ readonly status: number; readonly body: Buffer }>;

interface Cluster {
  readonly render: RenderTemplate;
  readonly handle: (request: BackendRequest) => Promise<BackendResponse>;
}

const rows: ReadonlyMap<string, string> = new Map([
  ['search_template', 'search'],
  ['msearch_template', 'msearch'],
]);

/** Nobody can tell which indices a template will name: it is filled in first, then searched as any other search. */
export function searchesByTemplate({ name }: Route): boolean {
  return rows.has(name);
}

export async function searchByTemplate(request: BackendRequest, cluster: Cluster): Promise<BackendResponse> {
  const { explain: _explain, profile: _profile, verbose_pipeline: _verbose, ...params } = request.params;
  const route = routeTable.find(({ name }) => name === rows.get(request.route.name))!;
  const search = { ...request, route, params };
  if (request.body.empty) {
    throw apiError('parse_exception', 'request body or source parameter is required');
  }
  if (route.name === 'msearch') return searchSeveral(search, cluster);
  const rendered = await renderedBody(await jsonBytes(request), cluster);
  if (rendered.failed !== undefined)
    return { ...rendered.failed, kind: 'bytes', contentType: 'application/json' };
  return cluster.handle({ ...search, body: bodyOf(rendered.body, 'json') });
}

type Rendered =
  | { readonly failed: { readonly status: number; readonly body: Buffer }; readonly body?: never }
  | { readonly failed?: never; readonly body: Buffer };

const head = '{"template_output":'.length;

/** The search that a template becomes, with what the template's body wants of every hit. */
async function renderedBody(template: Buffer, { render }: Cluster): Promise<Rendered> {
  const answer = await render(template);
  if (answer.status >= 400) return { failed: answer };
  const text = answer.body.subarray(head, -1);
  const given = readExactJson(template);
  const wants: JsonObject = {};
  for (const name of ['explain', 'profile']) {
    if (isJsonObject(given) && (given[name] === true || given[name] === 'true')) wants[name] = true;
  }
  if (Object.keys(wants).length === 0) return { body: text };
  const search = readExactJson(text);
  return { body: isJsonObject(search) ? writeExactJson({ ...search, ...wants }) : text };
}

const lineFeed = Buffer.from('\n');

/** Header lines go on as they came, and are judged as those of any multi search. */
async function searchSeveral(request: BackendRequest, cluster: Cluster): Promise<BackendResponse> {
  const bytes = await request.body.bytes();
  if (bytes.at(-1) !== lineFeed[0]) {
    throw apiError('illegal_argument_exception', 'The msearch request must be terminated by a newline [\n]');
  }
  const lines = bytes.toString().split('\n').slice(0, -1);
  const failed = new RefusedItems('responses');
  const sent: Buffer[] = [];
  for (let at = lines[0] === '' ? 1 : 0; at + 1 < lines.length; at += 2) {
    const rendered = await renderedBody(Buffer.from(lines[at + 1]!), cluster);
    if (rendered.failed !== undefined) failed.refuse(readExactJson(rendered.failed.body) as JsonObject);
    else {
      failed.sent();
      sent.push(Buffer.from(lines[at]!), lineFeed, onOneLine(rendered.body), lineFeed);
    }
  }
  if (sent.length === 0) {
    throw apiError('action_request_validation_exception', 'Validation Failed: 1: no requests added;');
  }
  const answer = await cluster.handle({ ...request, body: bodyOf(Buffer.concat(sent), 'ndjson') });
  if (!failed.some || answer.status >= 400) return answer;
  if (answer.kind !== 'stream' && answer.kind !== 'bytes') return answer;
  const body = answer.kind === 'stream' ? await buffer(answer.body) : Buffer.from(answer.body);
  return { ...answer, kind: 'bytes', contentType: 'application/json', body: failed.joined(body) };
}

/** Throws ApiError for what is no JSON. */
function onOneLine(search: Buffer): Buffer {
  const value = readExactJson(search);
  if (value !== undefined) return writeExactJson(value);
  const reason = 'Expected [START_OBJECT] but found [null]';
  throw new ApiError({ type: 'parsing_exception', reason, details: { line: 1, col: 0 } });
}
