import { ApiError, apiError, isObject } from '@sextant/contract';
import { inPlaceOf, membersOf, parseSearchRequest, readAt, type SearchBody, tokenOf } from '@sextant/engine';
import { type VersionType, validationFailed, versionTypeOf } from '../document/write-params.ts';
import { readConflicts } from './by-query-options.ts';
import { type RemoteInfo, readRemote } from './remote/remote-info.ts';

export interface ReindexRequest {
  readonly names: readonly string[];
  /** Another service that is read. */
  readonly remote: RemoteInfo | undefined;
  /** Of the source: query, sort, `_source`, slice. */
  readonly search: SearchBody;
  readonly dest: ReindexDestination;
  readonly conflicts: unknown;
  readonly maxDocs: number | undefined;
  readonly pageSize: number | undefined;
  readonly script: unknown;
}

export interface ReindexDestination {
  readonly index: string;
  readonly create: boolean;
  readonly versionType: VersionType;
  /** `keep`, `discard` or the value behind `=`. */
  readonly routing: 'keep' | 'discard' | { readonly value: string };
  readonly pipeline: string | undefined;
}

const KEYS = ['conflicts', 'dest', 'max_docs', 'script', 'size', 'source'];

/** Throws ApiError for what is no reindex. */
export function readReindex(body: SearchBody): ReindexRequest {
  for (const [name] of membersOf(body)) {
    if (!KEYS.includes(name)) throw unknown('reindex', name);
  }
  const source = objectOf('source', body.source);
  const { index, remote, size, type: _type, ...search } = source;
  inPlaceOf(source, search);
  readAt(body, 'conflicts');
  const conflicts = body.conflicts;
  inField('reindex', 'conflicts', () => readConflicts(conflicts));
  const dest = objectOf('dest', body.dest);
  for (const [name] of membersOf(dest)) if (!DEST_KEYS.includes(name)) throw unknown('dest', name);
  readAt(body, 'source');
  const from =
    remote === undefined ? undefined : inField('reindex', 'source', () => readRemote(remote, search.query));
  if (from === undefined) inField('reindex', 'source', () => parseSearchRequest(search));
  const maxDocs = body.max_docs ?? body.size;
  const names = [index ?? []].flat().flatMap((name) => String(name).split(','));
  const problems: string[] = [];
  if (names.length === 0) problems.push('use _all if you really want to copy from all existing indexes');
  if (dest.index === undefined) problems.push('index must be specified');
  if (!isRouting(dest.routing)) {
    problems.push('routing must be unset, [keep], [discard] or [=<some new value>]');
  }
  if (problems.length > 0) throw validationFailed(problems);
  return {
    names,
    remote: from,
    search,
    conflicts,
    dest: destination(dest),
    maxDocs: maxDocs === undefined ? undefined : readMost(body, maxDocs),
    pageSize: size === undefined ? undefined : Number(size),
    script: body.script === undefined ? undefined : objectOf('script', body.script),
  };
}

const DEST_KEYS = ['index', 'op_type', 'pipeline', 'routing', 'version_type', 'type'];

function destination(dest: Readonly<Record<string, unknown>>): ReindexDestination {
  readAt(dest, 'op_type');
  const type = dest.op_type;
  if (type !== undefined && type !== 'index' && type !== 'create') {
    const reason = `opType must be 'create' or 'index', found: [${String(type)}]`;
    throw nested('op_type', apiError('illegal_argument_exception', reason));
  }
  const { routing } = dest;
  readAt(dest, 'version_type');
  return {
    index: String(dest.index),
    create: type === 'create',
    versionType: inDest('version_type', () => versionTypeOf(dest.version_type)),
    routing: typeof routing === 'string' ? routingOf(routing) : 'keep',
    pipeline: dest.pipeline === undefined ? undefined : String(dest.pipeline),
  };
}

function isRouting(value: unknown): boolean {
  return value === undefined || value === 'keep' || value === 'discard' || /^=/.test(String(value));
}

function routingOf(text: string): ReindexDestination['routing'] {
  if (text === 'keep' || text === 'discard') return text;
  return { value: text.slice(1) };
}

function readMost(body: SearchBody, most: unknown): number {
  readAt(body, body.max_docs === undefined ? 'size' : 'max_docs');
  return inField('reindex', 'max_docs', () => checkedMost(most));
}

function checkedMost(value: unknown): number {
  const most = Number(value);
  if (!Number.isInteger(most))
    throw apiError('number_format_exception', `For input string: "${String(value)}"`);
  if (most >= 1) return most;
  const reason =
    most === 0
      ? '[max_docs] should be >= [slices]'
      : `[max_docs] parameter cannot be negative, found [${most}]`;
  throw apiError('illegal_argument_exception', reason);
}

function objectOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (isObject(value)) return value;
  const reason = `[reindex] ${name} doesn't support values of type: ${tokenOf(value)}`;
  throw apiError('x_content_parse_exception', reason);
}

function unknown(parser: string, name: string): ApiError {
  const error = apiError('x_content_parse_exception', `[${parser}] unknown field [${name}]`);
  return parser === 'reindex' ? error : failed('reindex', parser, error);
}

function inDest<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw nested(name, error);
  }
}

function nested(name: string, error: ApiError): ApiError {
  return failed('reindex', 'dest', failed('dest', name, error));
}

function inField<Result>(parser: string, name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw failed(parser, name, error);
  }
}

function failed(parser: string, name: string, { error: causedBy }: ApiError): ApiError {
  const reason = `[${parser}] failed to parse field [${name}]`;
  const isWrapped = causedBy.type === 'x_content_parse_exception' || causedBy.type === 'parsing_exception';
  return new ApiError({
    type: 'x_content_parse_exception',
    reason,
    causedBy,
    ...(isWrapped ? { rootCause: [withoutCause(causedBy)] } : {}),
  });
}

function withoutCause({ causedBy: _, ...error }: ApiError['error']): ApiError['error'] {
  return error;
}
