import { STATUS_CODES } from 'node:http';
import type { Clock, Log } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import {
  type HostAnswer,
  type HostCall,
  HostCallError,
  type HostCaller,
} from '../../../../transport/outgoing-http.ts';
import { type RemotePage, readPage, readVersion } from './remote-answer.ts';
import type { RemoteInfo } from './remote-info.ts';
import { endScroll, firstPage, nextPage, type RemoteSearch } from './remote-request.ts';

export interface RemotePagesOptions {
  readonly remote: RemoteInfo;
  readonly search: RemoteSearch;
  readonly caller: HostCaller;
  /** How long the other side keeps its scroll between two pages. */
  readonly keepAliveMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends what waits for the other side. */
  readonly signal: AbortSignal;
  /** Is told of each call that is made again. */
  readonly onRetry: () => void;
}

/** Longest answer, as in OpenSearch. */
export const remoteAnswerBytesMax = 100 * 1024 * 1024;
/** Of an error of the other side, what is shown. */
const shownMax = 16_384;
const retriesMax = 11;
const firstPauseMs = 500;
/** For so long an answer waits for the end of the scroll, which ends by itself anyhow. */
const closeMaxMs = 10_000;

/** The documents of a search of another service, page by page; empty after the last. */
export class RemotePages {
  readonly #options: RemotePagesOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #scrollId: string | undefined;

  constructor(options: RemotePagesOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#ended.signal]);
    const { username, password, headers } = options.remote;
    const token = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
    this.#headers = {
      accept: 'application/json',
      ...(username === undefined ? {} : { authorization: `Basic ${token}` }),
      ...headers,
    };
  }

  /** `pauseMs`: how long after this page the next one will be asked for. Throws ApiError. */
  async next(pauseMs: number): Promise<RemotePage> {
    const { search, keepAliveMs } = this.#options;
    const keptMs = Math.ceil(keepAliveMs + pauseMs);
    let page: RemotePage;
    if (this.#scrollId === undefined) {
      const version = readVersion(await this.#call({ method: 'GET', path: '/' }));
      page = this.#read(await this.#call(firstPage(search, version, keptMs)));
    } else page = this.#read(await this.#call(nextPage(this.#scrollId, keptMs)));
    this.#scrollId = page.scrollId ?? this.#scrollId;
    return page;
  }

  #read(body: Uint8Array): RemotePage {
    return readPage(body, this.#options.search);
  }

  /** Lets the other side forget the scroll. What fails here is logged alone. */
  async close(): Promise<void> {
    const { caller, clock, log } = this.#options;
    // A page that is still asked for would be waited for first.
    this.#ended.abort();
    const late = new AbortController();
    const cancel = clock.after(closeMaxMs, () => late.abort());
    try {
      const { signal } = late;
      if (this.#scrollId !== undefined)
        await caller.send(this.#headed({ ...endScroll(this.#scrollId), signal }));
    } catch (error) {
      const { message } = error as Error;
      log.log('warn', 'index.reindex', 'failed to clear the scroll of the remote', { error: message });
    } finally {
      cancel();
      this.#scrollId = undefined;
      await caller.close();
    }
  }

  #headed({ path, body, ...call }: Omit<HostCall, 'headers'>): HostCall {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      ...call,
      path: `${this.#options.remote.base}${path}`,
      headers: { ...json, ...this.#headers },
      ...(body === undefined ? {} : { body }),
    };
  }

  /** What is refused because too much is asked of the other side is asked again after a pause. */
  async #call(asked: Omit<HostCall, 'headers'>): Promise<Uint8Array> {
    const { caller, onRetry } = this.#options;
    const signal = this.#signal;
    const call = this.#headed({ ...asked, signal });
    for (let retry = 0; ; retry++) {
      const answer = await caller.send(call).catch((error: unknown) => {
        throw this.#failure(error);
      });
      if (answer.status >= 200 && answer.status < 300) return jsonOf(answer);
      if (answer.status !== 429 || retry === retriesMax || signal.aborted) throw this.#refused(call, answer);
      onRetry();
      await this.#pause(firstPauseMs * 2 ** Math.min(retry, 6));
    }
  }

  async #pause(ms: number): Promise<void> {
    const { clock } = this.#options;
    const signal = this.#signal;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, () => resolve());
      const end = (): void => {
        cancel();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** The error of the other side, with its status. */
  #refused({ method, path }: HostCall, { status, body }: HostAnswer): ApiError {
    const text = Buffer.from(body.subarray(0, shownMax)).toString();
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
    const reason =
      `method [${method}], host [${this.#options.remote.origin}], URI [${path}], ` +
      `status line [${line}]\n${text}`;
    return new ApiError({
      type: 'status_exception',
      reason: `body=${text}`,
      status: status >= 400 ? status : 500,
      causedBy: { type: 'response_exception', reason },
    });
  }

  #failure(error: unknown): unknown {
    if (!(error instanceof HostCallError)) return error;
    const { origin, socketTimeoutMs } = this.#options.remote;
    return new ApiError(failureCause(error, origin, socketTimeoutMs), { cause: error });
  }
}

function failureCause({ kind, code }: HostCallError, origin: string, socketTimeoutMs: number): ErrorCause {
  switch (kind) {
    case 'unreachable':
      return { type: 'http_host_connect_exception', reason: `Connect to ${origin} failed: ${code}` };
    case 'silent':
      return { type: 'socket_timeout_exception', reason: `${socketTimeoutMs} MILLISECONDS` };
    case 'too long': {
      const limit = `entity content is too long [${code}] for the configured buffer limit [${remoteAnswerBytesMax}]`;
      return {
        type: 'illegal_argument_exception',
        reason: 'Remote responded with a chunk that was too large. Use a smaller batch size.',
        causedBy: { type: 'content_too_long_exception', reason: limit },
      };
    }
    case 'broken':
      return { type: 'connection_closed_exception', reason: `the call of ${origin} failed (${code})` };
  }
}

/** Throws ApiError where it is no JSON by its own account. */
function jsonOf({ contentType, body }: HostAnswer): Uint8Array {
  if (contentType !== undefined && /^application\/([a-z.+-]*\+)?json\b/i.test(contentType)) return body;
  const reason =
    "Response didn't include supported Content-Type, remote is likely not an OpenSearch instance";
  throw new ApiError({ type: 'exception', reason });
}
