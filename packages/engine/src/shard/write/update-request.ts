import { ApiError, apiError, checkNameLengths, scanJson, similarNames } from '@sextant/contract';
import { locatedError } from '../../dsl/located-error.ts';
import { membersOf, readAt } from '../../dsl/read-place.ts';
import { parseSourceRequest } from '../../dsl/source-request.ts';
import { isJsonObject, parseLossless } from '../../mapping/lossless-json.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';

/** The body of an update, checked. */
export interface UpdateRequest {
  readonly doc: Readonly<Record<string, unknown>> | undefined;
  readonly upsert: Readonly<Record<string, unknown>> | undefined;
  readonly docAsUpsert: boolean;
  readonly detectNoop: boolean;
  readonly script: ScriptSpec | undefined;
  readonly scriptedUpsert: boolean;
}

const encoder = new TextEncoder();

/** Throws ApiError with OpenSearch's texts; `conditional`: the request carries if_seq_no. */
export function parseUpdateRequest(text: string, conditional: boolean): UpdateRequest {
  const body = parseBody(text);
  const read = (tree: unknown): UpdateRequest => readUpdate(tree as UpdateBody, conditional);
  try {
    return read(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw locatedError(error, encoder.encode(text), read);
  }
}

type UpdateBody = Readonly<Record<string, unknown>>;

function readUpdate(body: UpdateBody, conditional: boolean): UpdateRequest {
  for (const [key] of membersOf(body)) {
    if (!known.has(key)) throw unreadable(`unknown field [${key}]${meant(key)}`);
  }
  const request: UpdateRequest = {
    doc: readObject(body, 'doc'),
    upsert: readObject(body, 'upsert'),
    docAsUpsert: readBoolean(body, 'doc_as_upsert', false),
    detectNoop: readBoolean(body, 'detect_noop', true),
    script: readUpdateScript(body),
    scriptedUpsert: readBoolean(body, 'scripted_upsert', false),
  };
  checkSourceFilter(body);
  validate(request, conditional);
  return request;
}

function unreadable(problem: string): ApiError {
  return apiError('x_content_parse_exception', `[UpdateRequest] ${problem}`);
}

const known: ReadonlySet<string> = new Set([
  'doc',
  'upsert',
  'doc_as_upsert',
  'detect_noop',
  'script',
  'scripted_upsert',
  '_source',
]);

/** ` did you mean [doc]?` where a known key is much like it. */
function meant(key: string): string {
  const names = similarNames(key, known);
  if (names.length === 0) return '';
  return ` did you mean ${names.length === 1 ? `[${names[0]}]` : `any of [${names.join(', ')}]`}?`;
}

function parseBody(text: string): Record<string, unknown> {
  let body: unknown;
  checkNameLengths(text);
  try {
    body = parseLossless(text);
  } catch (error) {
    const { problem } = scanJson(encoder.encode(text));
    const reason = (error as Error).message;
    throw new ApiError(problem ?? { type: 'json_parse_exception', reason }, { cause: error });
  }
  if (isJsonObject(body)) return body;
  const token = tokenOf(body);
  throw apiError(
    'x_content_parse_exception',
    `[1:1] [UpdateRequest] Expected START_OBJECT but was: ${token}`,
  );
}

function validate(request: UpdateRequest, conditional: boolean): void {
  if (request.doc !== undefined && request.script !== undefined)
    throw invalid("can't provide both script and doc");
  if (request.doc === undefined) {
    const missing = request.script === undefined ? ['script or doc is missing'] : [];
    const upsert = request.docAsUpsert ? ['doc must be specified if doc_as_upsert is enabled'] : [];
    if (missing.length + upsert.length > 0) throw invalid(...missing, ...upsert);
  }
  if (!conditional) return;
  if (request.docAsUpsert) throw invalid('compare and write operations can not be used with upsert');
  if (request.upsert !== undefined) {
    throw invalid("upsert requests don't support `if_seq_no` and `if_primary_term`");
  }
}

function invalid(...reasons: readonly string[]): ApiError {
  const listed = reasons.map((reason, i) => `${i + 1}: ${reason};`).join('');
  return apiError('action_request_validation_exception', `Validation Failed: ${listed}`);
}

function readObject(body: UpdateBody, key: string): UpdateBody | undefined {
  const value = body[key];
  if (value === undefined || isJsonObject(value)) return value;
  readAt(body, key);
  throw wrongType(key, value);
}

function wrongType(key: string, value: unknown): ApiError {
  return unreadable(`${key} doesn't support values of type: ${tokenOf(value)}`);
}

/** What it asks for is read where it is answered. */
function checkSourceFilter(body: UpdateBody): void {
  const { _source: value } = body;
  if (value === undefined) return;
  readAt(body, '_source');
  const isOne = typeof value === 'boolean' || typeof value === 'string';
  if (!isOne && !Array.isArray(value) && !isJsonObject(value)) throw wrongType('_source', value);
  inField('_source', () => parseSourceRequest(value));
}

function readUpdateScript(body: UpdateBody): ScriptSpec | undefined {
  const { script } = body;
  if (script === undefined) return undefined;
  readAt(body, 'script');
  if (typeof script !== 'string' && !isJsonObject(script)) throw wrongType('script', script);
  return inField('script', () => readScript(script));
}

/** Throws ApiError: what `read` throws, within the field. */
function inField<Result>(key: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `[UpdateRequest] failed to parse field [${key}]`;
    const { causedBy: _, ...root } = error.error;
    const isRoot = root.type === 'x_content_parse_exception' || root.type === 'parsing_exception';
    throw new ApiError({
      type: 'x_content_parse_exception',
      reason,
      causedBy: error.error,
      ...(isRoot ? { rootCause: [root] } : {}),
    });
  }
}

function readBoolean(body: UpdateBody, key: string, fallback: boolean): boolean {
  const value = body[key];
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean' && typeof value !== 'string') {
    readAt(body, key);
    throw wrongType(key, value);
  }
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === '') return false;
  readAt(body, key);
  throw new ApiError({
    type: 'x_content_parse_exception',
    reason: `[UpdateRequest] failed to parse field [${key}]`,
    causedBy: {
      type: 'illegal_argument_exception',
      reason: `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
    },
  });
}

/** Jackson's name of the token that begins the value. */
function tokenOf(value: unknown): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}
