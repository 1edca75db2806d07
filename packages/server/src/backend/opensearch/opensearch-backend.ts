import type { Log } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { type Dispatcher, Pool } from 'undici';
import type { Schedule, Scheduler } from '../../tasks/scheduler.ts';
import type { Task } from '../../tasks/task.ts';
import type { Backend, BackendIdentity, BackendRequest, BackendResponse, BackendStatus } from '../backend.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { type AskCluster, answerTasks, asksForTasks } from './task-answers.ts';
import { upstreamMethod, upstreamRequest } from './upstream-request.ts';

export interface OpenSearchOptions {
  readonly url: string;
  /** The service's own account on the cluster; users' credentials are never passed on. */
  readonly username?: string;
  readonly password?: string;
  /** PEM of the authority that signed the cluster's certificate. */
  readonly ca?: string;
  readonly log: Log;
  readonly scheduler: Scheduler;
}

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 300_000;
const retryMs = 2_000;

interface InfoBody {
  readonly name: string;
  readonly cluster_name: string;
  readonly cluster_uuid: string;
}

interface ResolveBody {
  readonly indices?: readonly { readonly name: string }[];
  readonly aliases?: readonly { readonly indices: readonly string[] }[];
}

/** Passes every call of the backend's rows to an existing OpenSearch cluster, streaming both ways. */
class OpenSearchBackend implements Backend {
  readonly #options: OpenSearchOptions;
  readonly #pool: Pool;
  readonly #base: string;
  #problem: string | undefined;
  #retries: Schedule | undefined;

  constructor(options: OpenSearchOptions) {
    this.#options = options;
    const url = new URL(options.url);
    this.#base = url.pathname.replace(/\/$/, '');
    this.#pool = new Pool(url.origin, {
      connections: 64,
      connect: { timeout: connectTimeoutMs, ...(options.ca === undefined ? {} : { ca: options.ca }) },
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
    });
  }

  /** Starts also while the cluster is away: calls answer 503 until it is there. */
  async start(): Promise<void> {
    if (await this.#probe(undefined)) return;
    const retry = { everyMs: retryMs };
    this.#retries = this.#options.scheduler.every('opensearch/connect', retry, async (task, { stop }) => {
      if (await this.#probe(task)) stop();
    });
  }

  status(): BackendStatus {
    const ready = this.#problem === undefined;
    return ready ? { kind: 'opensearch', ready } : { kind: 'opensearch', ready, problem: this.#problem! };
  }

  async identity(): Promise<BackendIdentity> {
    const answer = await this.#send({ method: 'GET', path: `${this.#base}/`, headers: this.#authorized({}) });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      const reason = `OpenSearch at ${this.#options.url} answered ${answer.statusCode}; check its credentials`;
      throw apiError('connect_transport_exception', reason);
    }
    const body = (await answer.body.json()) as InfoBody;
    return { clusterName: body.cluster_name, clusterUuid: body.cluster_uuid, nodeName: body.name };
  }

  async handle(request: BackendRequest): Promise<BackendResponse> {
    if (asksForTasks(request.route)) return answerTasks(request, (call) => this.#askForTasks(request, call));
    const { path, body, contentType: sent } = await upstreamRequest(request);
    const answer = await this.#send({
      method: upstreamMethod(request),
      path: `${this.#base}${path}`,
      headers: this.#authorized(requestHeaders(request, sent)),
      body,
      signal: request.signal,
    });
    const { headers, contentType } = responseHeaders(answer.headers);
    const status = answer.statusCode;
    if (request.method === 'HEAD') {
      await answer.body.dump();
      return { status, headers, kind: 'empty' };
    }
    return { status, headers, kind: 'stream', contentType, body: answer.body };
  }

  async resolve(expression: string): Promise<readonly string[]> {
    if (!/[*]|^_all$/.test(expression) && expression !== '') {
      return this.#concreteNames(expression.split(','));
    }
    return this.#concreteNames([expression === '' ? '*' : expression]);
  }

  async stop(): Promise<void> {
    this.#retries?.stop();
    await this.#pool.close();
  }

  /** A name may be an alias: its indices count. What the cluster does not know stays as it is. */
  async #concreteNames(names: readonly string[]): Promise<readonly string[]> {
    const path = `${this.#base}/_resolve/index/${encodeURIComponent(names.join(','))}`;
    const answer = await this.#send({ method: 'GET', path, headers: this.#authorized({}) });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      return names;
    }
    const body = (await answer.body.json()) as ResolveBody;
    const found = [
      ...(body.indices ?? []).map(({ name }) => name),
      ...(body.aliases ?? []).flatMap(({ indices }) => indices),
    ];
    return found.length === 0 ? names : [...new Set(found)];
  }

  async #askForTasks(request: BackendRequest, { method, path }: Parameters<AskCluster>[0]) {
    const headers = this.#authorized(requestHeaders(request, undefined));
    const answer = await this.#send({
      method,
      path: `${this.#base}${path}`,
      headers: { ...headers, accept: 'application/json' },
      signal: request.signal,
    });
    return { status: answer.statusCode, body: Buffer.from(await answer.body.arrayBuffer()) };
  }

  /** Whether the cluster answers. */
  async #probe(task: Task | undefined): Promise<boolean> {
    const abort = new AbortController();
    task?.onCancel(() => abort.abort());
    try {
      const headers = this.#authorized({});
      const probe = { method: 'GET', path: `${this.#base}/`, headers, signal: abort.signal } as const;
      const answer = await this.#pool.request(probe);
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`it answered ${answer.statusCode}`);
      this.#problem = undefined;
      this.#options.log.log('info', 'backend.opensearch', `connected to ${this.#options.url}`);
      return true;
    } catch (error) {
      if (!abort.signal.aborted) this.#lost(error as Error);
      return false;
    }
  }

  async #send(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    try {
      const answer = await this.#pool.request(options);
      this.#problem = undefined;
      return answer;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if ((error as Error).name === 'AbortError') throw error;
      this.#lost(error as Error);
      throw new ApiError({ type: 'connect_transport_exception', reason: this.#problem! }, { cause: error });
    }
  }

  #lost(error: Error): void {
    const cause = (error as { readonly code?: string }).code ?? error.message;
    const problem = `OpenSearch at ${this.#options.url} does not answer (${cause}); start it or correct opensearch.url`;
    if (this.#problem !== problem) this.#options.log.log('error', 'backend.opensearch', problem);
    this.#problem = problem;
  }

  #authorized(headers: Record<string, string>): Record<string, string> {
    const { username, password } = this.#options;
    if (username === undefined || password === undefined) return headers;
    const token = Buffer.from(`${username}:${password}`).toString('base64');
    return { ...headers, authorization: `Basic ${token}` };
  }
}

export function createOpenSearchBackend(options: OpenSearchOptions): Backend {
  return new OpenSearchBackend(options);
}
