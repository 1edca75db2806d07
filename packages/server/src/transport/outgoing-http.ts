import { Client, type Dispatcher } from 'undici';

/** One other service that this one calls over HTTP, and nothing but it: an answer that names another place is an answer. */
export interface HostCaller {
  /** Rejects with HostCallError, or with the abort of `signal`. */
  send(call: HostCall): Promise<HostAnswer>;
  close(): Promise<void>;
}

export interface HostCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface HostAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface HostOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly connectTimeoutMs: number;
  /** How long the other side may be silent. */
  readonly socketTimeoutMs: number;
  /** Longest body of an answer. */
  readonly bytesMax: number;
}

/** How https is judged. */
export interface HostTls {
  /** PEM of the authorities that are believed; those of the system where absent. */
  readonly ca?: readonly string[];
  /** `full` looks at authority and name, `certificate` at the authority, `none` at nothing. */
  readonly verification: 'full' | 'certificate' | 'none';
}

/** The services that may be called, and how. */
export interface RemoteHosts {
  /** Patterns of `host:port`; `*` stands for any run of characters. */
  readonly allowed: readonly string[];
  readonly open: (options: HostOptions) => Promise<HostCaller>;
}

/** Why there is no answer. */
export class HostCallError extends Error {
  readonly kind: 'unreachable' | 'silent' | 'too long' | 'broken';
  /** For people: without addresses of the caller's headers or account. */
  readonly code: string;

  constructor(kind: HostCallError['kind'], code: string, cause: unknown) {
    super(`${kind}: ${code}`, { cause });
    this.kind = kind;
    this.code = code;
  }
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const silent: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Calls over the network. */
export function openHost(options: HostOptions, tls: HostTls): HostCaller {
  return new NetworkCaller(options, tls);
}

class NetworkCaller implements HostCaller {
  readonly #client: Client;
  readonly #bytesMax: number;

  constructor(
    { origin, connectTimeoutMs, socketTimeoutMs, bytesMax }: HostOptions,
    { ca, verification }: HostTls,
  ) {
    this.#bytesMax = bytesMax;
    this.#client = new Client(origin, {
      connect: {
        timeout: connectTimeoutMs,
        ...(ca === undefined ? {} : { ca: [...ca] }),
        ...(verification === 'none' ? { rejectUnauthorized: false } : {}),
        ...(verification === 'certificate' ? { checkServerIdentity: () => undefined } : {}),
      },
      headersTimeout: socketTimeoutMs,
      bodyTimeout: socketTimeoutMs,
      // Of headers.
      maxHeaderSize: 65_536,
    });
  }

  async send(call: HostCall): Promise<HostAnswer> {
    try {
      const { method, path, headers, body, signal } = call;
      const answer = await this.#client.request({
        method,
        path,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      const type = answer.headers['content-type'];
      return {
        status: answer.statusCode,
        contentType: Array.isArray(type) ? type[0] : type,
        body: await this.#read(answer),
      };
    } catch (error) {
      if (call.signal?.aborted === true || error instanceof HostCallError) throw error;
      throw callError(error);
    }
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  async #read({ body, headers }: Dispatcher.ResponseData): Promise<Uint8Array> {
    const tooLong = (length: number): HostCallError => {
      body.on('error', () => {}).destroy();
      return new HostCallError('too long', String(length), undefined);
    };
    const told = Number(headers['content-length'] ?? 0);
    if (told > this.#bytesMax) throw tooLong(told);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > this.#bytesMax) throw tooLong(length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  }
}

function callError(error: unknown): HostCallError {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const shown = code ?? message;
  if (unreachable.has(shown)) return new HostCallError('unreachable', shown, error);
  return new HostCallError(silent.has(shown) ? 'silent' : 'broken', shown, error);
}
