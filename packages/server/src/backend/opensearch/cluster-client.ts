import { Readable } from 'node:stream';
import type { Log } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { BalancedPool, type Dispatcher, RetryAgent } from 'undici';
import type { ClusterAddresses } from '../../config/cluster-addresses.ts';
import type { Schedule, Scheduler } from '../../tasks/scheduler.ts';
import type { Task } from '../../tasks/task.ts';

export interface ClusterClientOptions {
  readonly addresses: ClusterAddresses;
  /** PEM of the authority that signed the cluster's certificate. */
  readonly ca?: string;
  readonly log: Log;
  readonly scheduler: Scheduler;
  /** How long an accepted call may go without an answer. */
  readonly answerTimeoutMs?: number;
}

const connectTimeoutMs = 5_000;
const defaultAnswerTimeoutMs = 300_000;
const retryMs = 2_000;

/** Nothing of the call has left: another address may have it, whatever it is. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The answer was lost on the way: to ask again is safe only for what changes nothing. */
const lostOnTheWay = new Set([...neverSent, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Signs in with the service's own account, and keeps count of whether the cluster is there. */
export class ClusterClient {
  readonly #options: ClusterClientOptions;
  readonly #agent: RetryAgent;
  readonly #authorization: string | undefined;
  #problem: string | undefined;
  #retries: Schedule | undefined;
  #stopped = false;

  constructor(options: ClusterClientOptions) {
    this.#options = options;
    const { addresses, ca, answerTimeoutMs = defaultAnswerTimeoutMs } = options;
    const { username, password, origins } = addresses;
    if (username !== undefined) {
      const token = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
      this.#authorization = `Basic ${token}`;
    }
    const pool = new BalancedPool([...origins], {
      connections: 64,
      connect: { timeout: connectTimeoutMs, ...(ca === undefined ? {} : { ca }) },
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
    });
    const retries = Math.max(1, origins.length);
    this.#agent = new RetryAgent(pool, {
      maxRetries: retries,
      statusCodes: [],
      retry: (error, { state, opts }, done) => {
        const { code = '' } = error as { readonly code?: string };
        const codes = harmless.has(opts.method) ? lostOnTheWay : neverSent;
        // The first failure counts 1.
        if (state.counter <= retries && codes.has(code)) setTimeout(done, state.counter * 20);
        else done(error);
      },
    });
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Where the cluster is, for texts. */
  get shown(): string {
    return this.#options.addresses.shown;
  }

  /** Looks until the cluster is there and has its state. Throws ApiError where it refuses the service's account. */
  async connect(): Promise<void> {
    const problem = await this.#probe();
    if (problem === undefined) {
      this.#problem = undefined;
      this.#options.log.log('info', 'backend.opensearch', `connected to ${this.shown}`);
    } else this.waitFor(problem);
  }

  /** The backend is not ready, and why; it is looked at again until it is. */
  waitFor(problem: string): void {
    if (this.#problem !== problem) this.#options.log.log('error', 'backend.opensearch', problem);
    this.#problem = problem;
    if (this.#retries !== undefined || this.#stopped) return;
    const { scheduler } = this.#options;
    this.#retries = scheduler.every('opensearch/connect', { everyMs: retryMs }, async (task, schedule) => {
      if (!(await this.#look(task))) return;
      schedule.stop();
      this.#retries = undefined;
    });
  }

  /** `path` begins with a slash. Throws ApiError: away, silent, or not letting the service in. */
  async send(
    options: Omit<Dispatcher.RequestOptions, 'headers' | 'origin'> & {
      readonly headers?: Record<string, string>;
    },
  ): Promise<Dispatcher.ResponseData> {
    let answer: Dispatcher.ResponseData;
    try {
      throwBroken(options.body);
      answer = await this.#request(options);
    } catch (error) {
      throwBroken(options.body);
      throw this.#failure(error);
    }
    if (answer.statusCode === 401) {
      await answer.body.dump();
      throw this.#refused(401);
    }
    if (answer.statusCode < 500) this.#problem = undefined;
    return answer;
  }

  /** The answer's JSON, where its status is 200; else undefined. */
  async json(path: string): Promise<unknown> {
    const answer = await this.send({ method: 'GET', path });
    if (answer.statusCode === 200) return answer.body.json();
    await answer.body.dump();
    return undefined;
  }

  /** 502: the cluster refused our own account, which the caller can do nothing about. */
  refusedAccount(status: number): ApiError {
    return this.#refused(status);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#retries?.stop();
    await this.#agent.close();
  }

  #request({
    path,
    headers,
    ...options
  }: Parameters<ClusterClient['send']>[0]): Promise<Dispatcher.ResponseData> {
    const { base } = this.#options.addresses;
    const signed =
      this.#authorization === undefined ? headers : { ...headers, authorization: this.#authorization };
    return this.#agent.request({
      ...options,
      path: `${base}${path}`,
      headers: signed ?? {},
    } as Dispatcher.RequestOptions);
  }

  /** What is wrong, if anything. Throws ApiError where the account is refused. */
  async #probe(signal?: AbortSignal): Promise<string | undefined> {
    try {
      const call = { method: 'GET', path: '/_cluster/health?timeout=0s' } as const;
      const answer = await this.#request(signal === undefined ? call : { ...call, signal });
      const body = await answer.body.text();
      const { statusCode: status } = answer;
      if (status === 401 || (status === 403 && !body.includes('cluster_block_exception')))
        throw this.#refused(status);
      if (status === 503 || status === 429) return this.#recovering(status);
      if (status === 200 || status === 408) return undefined;
      return `OpenSearch at ${this.shown} answers ${status} to the question for its health; look at its own log`;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return this.#away(error as Error);
    }
  }

  /** True where there is nothing left to look for. */
  async #look(task: Task): Promise<boolean> {
    if (this.#stopped || this.#problem === undefined) return true;
    const abort = new AbortController();
    task.onCancel(() => abort.abort());
    let problem: string | undefined;
    try {
      problem = await this.#probe(abort.signal);
    } catch (error) {
      problem = (error as Error).message;
    }
    if (abort.signal.aborted) return false;
    if (problem === undefined)
      this.#options.log.log('info', 'backend.opensearch', `connected to ${this.shown}`);
    else if (problem !== this.#problem) this.#options.log.log('error', 'backend.opensearch', problem);
    this.#problem = problem;
    return problem === undefined;
  }

  #failure(error: unknown): unknown {
    if (error instanceof ApiError || (error as Error).name === 'AbortError') return error;
    const { code } = error as { readonly code?: string };
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
      const seconds = (this.#options.answerTimeoutMs ?? defaultAnswerTimeoutMs) / 1000;
      const reason = `OpenSearch at ${this.shown} took the call and gave no answer within ${seconds}s; it may still be at it`;
      return new ApiError({ type: 'timeout_exception', reason, status: 504 }, { cause: error });
    }
    const problem = this.#away(error as Error);
    this.waitFor(problem);
    return new ApiError({ type: 'connect_transport_exception', reason: problem }, { cause: error });
  }

  #away(error: Error): string {
    const cause = (error as { readonly code?: string }).code ?? error.message;
    return `OpenSearch at ${this.shown} does not answer (${cause}); start it or correct opensearch.url`;
  }

  #recovering(status: number): string {
    return `OpenSearch at ${this.shown} is still starting or recovering (${status}); waiting for it`;
  }

  #refused(status: number): ApiError {
    const { username } = this.#options.addresses;
    const who =
      username === undefined ? 'a service without an account' : `the service's account [${username}]`;
    const reason = `OpenSearch at ${this.shown} refuses ${who} (${status}); correct opensearch.username, opensearch.password or the account's rights there`;
    this.#options.log.log('error', 'backend.opensearch', reason);
    return apiError('backend_account_exception', reason);
  }
}

/** A body that cannot be read is the caller's fault, whatever became of the call because of it. */
function throwBroken(body: unknown): void {
  if (body instanceof Readable && body.errored instanceof ApiError) throw body.errored;
}
