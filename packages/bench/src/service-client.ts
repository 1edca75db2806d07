import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** OpenSearch tells in a header what each part of a task took: after a thousand pages of a scroll that is long. */
const maxHeaderSize = 4 << 20;

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** What is asked of a service, ready to be sent. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Buffer;
  readonly type?: string;
}

export interface Timing {
  /** Milliseconds of the middle request. */
  readonly p50Ms: number;
  readonly perSecond: number;
  readonly failed: number;
}

/** One service under measurement, over connections that are kept. */
export class ServiceClient {
  readonly #url: URL;
  readonly #authorization: string | undefined;
  readonly #agent = new Agent({ keepAlive: true });

  /** `account`: `name:password`. */
  constructor(url: string, account: string | undefined) {
    this.#url = new URL(url);
    this.#authorization =
      account === undefined ? undefined : `Basic ${Buffer.from(account).toString('base64')}`;
  }

  send({ method, path, body, type = 'application/json' }: Call): Promise<Reply> {
    const headers: Record<string, string> = {};
    if (this.#authorization !== undefined) headers.authorization = this.#authorization;
    if (body !== undefined) {
      headers['content-type'] = type;
      headers['content-length'] = String(body.length);
    }
    const { hostname, port } = this.#url;
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, hostname, port, method, path, headers, maxHeaderSize };
      const outgoing = request(options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** As `send`, with a value as JSON. Rejects where the answer is an error. */
  async json(method: string, path: string, value?: unknown): Promise<unknown> {
    const body = value === undefined ? {} : { body: Buffer.from(JSON.stringify(value)) };
    const { status, text } = await this.send({ method, path, ...body });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** Sends the calls round and round, each connection its next when it has the answer to its last. */
  async closedLoop(calls: readonly Call[], connections: number, seconds: number): Promise<Timing> {
    const times: number[] = [];
    const started = performance.now();
    const end = started + seconds * 1000;
    let next = 0;
    let failed = 0;
    const connection = async (): Promise<void> => {
      do {
        const call = calls[next++ % calls.length]!;
        const sent = performance.now();
        const { status } = await this.send(call);
        times.push(performance.now() - sent);
        if (status >= 400) failed++;
      } while (performance.now() < end);
    };
    await Promise.all(Array.from({ length: connections }, connection));
    const perSecond = (times.length / (performance.now() - started)) * 1000;
    times.sort((a, b) => a - b);
    return { p50Ms: times[times.length >> 1]!, perSecond, failed };
  }

  close(): void {
    this.#agent.destroy();
  }
}
