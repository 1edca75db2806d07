import { type ApiError, apiError, isObject } from '@sextant/contract';
import { parseTimeMs } from '../../../../config/units.ts';

/** Another service whose documents a reindex reads, as its request names it. */
export interface RemoteInfo {
  /** Scheme, host and port: what is called, and nothing else is. */
  readonly origin: string;
  /** `host:port`, as the list of those that may be read knows it. */
  readonly place: string;
  /** Before every path; '' or `/prefix`. */
  readonly base: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly socketTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

const timeoutMs = 30_000;
/** Clocks count no further. */
const timeoutMaxMs = 2 ** 31 - 1;
const schemes = ['http', 'https'];
/** Scheme, account, host, port, path. */
const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/([^@/?#]*@)?(\[[0-9a-f:.]+\]|[^:/?#@[\]]+):(\d{1,5})(\/[^?#]*)?$/i;
/** Line feeds would begin another header. */
const HEADER_VALUE_BAD = /[^\u0020-\u007e\u0080-\u00ff]/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Of HTTP itself: how a call is framed, and whom it reaches, is not the caller's affair. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Reads `remote` of a reindex's source, beside the source's query. Throws ApiError, which shows no password. */
export function readRemote(remote: unknown, query: unknown): RemoteInfo {
  if (!isObject(remote)) {
    const reason = `[remote] must be an object and not [${JSON.stringify(remote)}]`;
    throw apiError('class_cast_exception', reason);
  }
  const { host, username, password, headers, socket_timeout, connect_timeout, ...others } = remote;
  const user = textOf('username', username);
  const secret = textOf('password', password);
  const address = addressOf(textOf('host', host));
  const given = headersOf(headers);
  const socketTimeoutMs = timeOf('socket_timeout', socket_timeout);
  const connectTimeoutMs = timeOf('connect_timeout', connect_timeout);
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw invalid(`Unsupported fields in [remote]: [${unknown.join(',')}]`);
  if (query !== undefined && !isObject(query)) {
    throw invalid(`Expected [query] to be an object but was [${String(query)}]`);
  }
  return { ...address, username: user, password: secret, headers: given, socketTimeoutMs, connectTimeoutMs };
}

/** What is judged is what is called: a host that could be read in two ways is refused. */
function addressOf(text: string | undefined): Pick<RemoteInfo, 'origin' | 'place' | 'base'> {
  if (text === undefined) {
    throw apiError('null_pointer_exception', '[host] must be specified to reindex from a remote cluster');
  }
  const [, scheme = '', account, host = '', port = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (account !== undefined) {
    throw invalid('[host] of [remote] holds an account: give it as [username] and [password]');
  }
  const isKnown = schemes.includes(scheme.toLowerCase());
  const origin = `${scheme.toLowerCase()}://${host}:${port}`;
  const url = isKnown && URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.hostname !== host.toLowerCase()) {
    const shown = text.replace(/\/\/[^/]*@/, '//');
    throw invalid(`[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [${shown}]`);
  }
  return { origin, place: `${host}:${port}`, base: path.replace(/\/+$/, '') };
}

function headersOf(given: unknown): Readonly<Record<string, string>> {
  if (given === undefined || given === null) return {};
  const values = isObject(given) ? Object.values(given) : [given];
  if (!isObject(given) || values.some((value) => typeof value !== 'string')) {
    throw invalid('Expected [headers] to be an object containing strings');
  }
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const text = String(value);
    if (!HEADER_NAME.test(name) || ownHeaders.has(name.toLowerCase()) || HEADER_VALUE_BAD.test(text)) {
      throw invalid(`[headers] of [remote] may not hold [${name}]`);
    }
    headers.set(name.toLowerCase(), text);
  }
  return Object.fromEntries(headers);
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw invalid(`Expected [${name}] to be a string but was [${JSON.stringify(value)}]`);
}

function timeOf(name: string, value: unknown): number {
  const text = textOf(name, value);
  if (text === undefined) return timeoutMs;
  // -1 and 0: without end.
  return Math.min(Math.max(0, Math.ceil(parseTimeMs(text, name))), timeoutMaxMs);
}

function invalid(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

/** For the description of a task: without the password. `query`: as it is sent. */
export function shownRemote({ origin, base, username, password }: RemoteInfo, query: string): string {
  const { protocol } = new URL(origin);
  const [, host, port] = /^[a-z]+:\/\/(.*):(\d+)$/.exec(origin) ?? [];
  return [
    ...(protocol === 'http:' ? [] : [`scheme=${protocol.slice(0, -1)}`]),
    `host=${host}`,
    `port=${port}`,
    ...(base === '' ? [] : [`pathPrefix=${base}`]),
    `query=${query}`,
    ...(username === undefined ? [] : [`username=${username}`]),
    ...(password === undefined ? [] : ['password=<<>>']),
  ].join(' ');
}
