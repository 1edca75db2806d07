import { buffer } from 'node:stream/consumers';
import type { Clock, Log } from '@sextant/base';
import { apiError, type Json, type Method, parseNamed } from '@sextant/contract';
import type { Dispatcher } from 'undici';
import type { IndexCatalog } from '../../cluster/index-names.ts';
import { parseAddresses } from '../../config/cluster-addresses.ts';
import type { Scheduler } from '../../tasks/scheduler.ts';
import type { Backend, BackendIdentity, BackendRequest, BackendResponse, BackendStatus } from '../backend.ts';
import { type AnswerForm, answerFormOf, filteredAnswer } from './answer-form.ts';
import { type AliasBody, clusterCatalog, type ResolveBody } from './cluster-catalog.ts';
import { ClusterClient } from './cluster-client.ts';
import { answerContexts, answersContexts } from './context-answers.ts';
import { ContextGuard } from './context-names.ts';
import { contextSealOf, hasContextIds } from './context-seal.ts';
import { readExactJson } from './exact-json.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { heededActions } from './partial/heeded-actions.ts';
import { type PartialSearch, rewriteRequest, seenError, seenResponses } from './partial/partial-search.ts';
import { openScrolls } from './partial/scrolls.ts';
import { answerDocuments, readsDocuments } from './partial/seen-documents.ts';
import { mappingIn } from './partial/seen-indices.ts';
import type { RefusedItems } from './refused-items.ts';
import { answerReplication, answersReplication } from './replication-answers.ts';
import { type AskCluster, answerTasks, asksForTasks } from './task-answers.ts';
import { type RenderTemplate, searchByTemplate, searchesByTemplate } from './template-searches.ts';
import { type ClusterIndex, exclusion, NameResolver } from './upstream-names.ts';
import { pathOf, queryOf, segment } from './upstream-path.ts';
import { pathValues, type UpstreamBody, upstreamBody, upstreamMethod } from './upstream-request.ts';

export interface OpenSearchOptions {
  /** One address, or several with commas between them. */
  readonly url: string;
  /** The service's own account on the cluster; users' credentials are never passed on. */
  readonly username?: string;
  readonly password?: string;
  /** PEM of the authority that signed the cluster's certificate. */
  readonly ca?: string;
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  /** How long an accepted call may go without an answer; five minutes where not given. */
  readonly answerTimeoutMs?: number;
}

interface InfoBody {
  readonly name: string;
  readonly cluster_name: string;
  readonly cluster_uuid: string;
}

interface JsonQuestion {
  readonly method: Method;
  readonly path: string;
  readonly body?: Json;
}

interface Upstream {
  readonly form: AnswerForm;
  readonly refused: RefusedItems | undefined;
  readonly lines: UpstreamBody['lines'];
  /** Where the caller may see a part of what is searched. */
  readonly partial: PartialSearch | undefined;
  readonly call: Parameters<ClusterClient['send']>[0];
}

/** A token of the cluster tells the name that its page ended at, which may be of an index that is hidden from the caller. */
function refusePages({ route: { name } }: BackendRequest): void {
  if (name !== 'list.indices' && name !== 'list.shards') return;
  const whole = `_cat/${name.slice('list.'.length)}`;
  throw apiError('illegal_argument_exception', `[${name}] is not supported over this backend; [${whole}] is`);
}

/** Writes every call of the backend's rows anew for an existing OpenSearch cluster, streaming both ways. */
class OpenSearchBackend implements Backend {
  readonly heeded = heededActions;
  readonly #clock: Clock;
  readonly #client: ClusterClient;

  constructor({ url, username, password, ...options }: OpenSearchOptions) {
    const addresses = parseAddresses(url);
    const account = username === undefined ? {} : { username, password };
    this.#clock = options.clock;
    this.#client = new ClusterClient({ ...options, addresses: { ...addresses, ...account } });
  }

  /** Starts also while the cluster is away or recovering: calls answer 503 until it is there. */
  async start(): Promise<void> {
    await this.#client.connect();
  }

  status(): BackendStatus {
    const { problem } = this.#client;
    if (problem === undefined) return { kind: 'opensearch', ready: true };
    return { kind: 'opensearch', ready: false, problem };
  }

  async identity(): Promise<BackendIdentity> {
    const body = (await this.#client.json('/')) as InfoBody | undefined;
    if (body === undefined) {
      const reason = `OpenSearch at ${this.#client.shown} does not say who it is; look at its own log`;
      throw apiError('connect_transport_exception', reason);
    }
    return { clusterName: body.cluster_name, clusterUuid: body.cluster_uuid, nodeName: body.name };
  }

  async handle(request: BackendRequest): Promise<BackendResponse> {
    if (asksForTasks(request.route)) return answerTasks(request, (call) => this.#askForTasks(request, call));
    if (answersContexts(request.route)) return this.#contexts(request);
    if (answersReplication(request.route)) return this.#replication(request);
    if (searchesByTemplate(request.route)) return this.#templates(request);
    if (readsDocuments(request)) {
      const documents = await this.#documents(request);
      if (documents !== undefined) return documents;
    }
    return this.#passOn(request);
  }

  async #passOn(given: BackendRequest): Promise<BackendResponse> {
    const resolver = this.#resolver(given);
    const isScroll = given.route.name === 'scroll' || given.route.name === 'clear_scroll';
    const { request, seen } =
      isScroll && !given.access.internal
        ? await openScrolls(given, resolver.partial)
        : { request: given, seen: undefined };
    const upstream = await this.#upstream(request, resolver);
    // What the caller may not see he is refused first.
    refusePages(request);
    const { refused, call } = upstream;
    if (refused?.all === true && Buffer.isBuffer(call.body)) return joined(200, {}, refused, undefined);
    const answer = await this.#client.send(call);
    const status = answer.statusCode;
    if (status === 503 && request.access.internal) {
      this.#client.waitFor(
        `OpenSearch at ${this.#client.shown} is still starting or recovering (503); waiting for it`,
      );
    }
    const { headers, contentType } = responseHeaders(answer.headers);
    if (request.method === 'HEAD') {
      await answer.body.dump();
      // Only the answer to a GET says who is refused.
      if (status === 403) await this.#judgeRefusal(await this.#client.send({ ...call, method: 'GET' }));
      return { status, headers, kind: 'empty' };
    }
    if (status >= 400) return this.#failed(answer, headers, contentType, upstream);
    const { form, partial, lines } = upstream;
    const ofScroll = seen === undefined ? undefined : { seen, globals: noNames };
    const search = partial ?? ofScroll;
    if (form.kind === 'whole') {
      const whole = await buffer(answer.body);
      const seal = hasContextIds(whole) ? contextSealOf(request.access) : undefined;
      const isPartial = search !== undefined || (lines !== undefined && lines.rewritten.size > 0);
      const isWritten = isPartial || seal !== undefined;
      const body = isWritten ? seenResponses(whole, { search, lines: lines?.rewritten, seal }) : whole;
      if (refused?.some === true) return joined(status, headers, refused, body);
      return { status, headers, kind: 'bytes', contentType: contentType ?? 'application/json', body };
    }
    if (refused?.some === true) return joined(status, headers, refused, await buffer(answer.body));
    if (form.kind === 'stream') return { status, headers, kind: 'stream', contentType, body: answer.body };
    return { status, headers, ...filteredAnswer(form, await buffer(answer.body), contentType) };
  }

  async stop(): Promise<void> {
    await this.#client.stop();
  }

  async #upstream(given: BackendRequest, resolver: NameResolver): Promise<Upstream> {
    const {
      body: written,
      contentType,
      refused,
      path: ownPath,
      lines,
    } = await upstreamBody(given, resolver, this.#clock.now());
    const names = await resolver.ofPath();
    const path = ownPath ?? pathOf(given.route, pathValues(given, names));
    const partial = await rewriteRequest(given, { partial: resolver.partial, names, body: written });
    const request = partial?.request ?? given;
    const form = answerFormOf(request, !resolver.partial.isWhole);
    const query = [queryOf(request, form.notSent), form.query].filter((part) => part !== '').join('&');
    return {
      form,
      refused,
      lines,
      partial,
      call: {
        method: upstreamMethod(request),
        path: query === '' ? path : `${path}?${query}`,
        headers: requestHeaders(
          request,
          partial === undefined ? contentType : 'application/json',
          form.kind === 'stream',
        ),
        body: partial === undefined ? written : partial.body,
        signal: request.signal,
      },
    };
  }

  #contexts(request: BackendRequest): Promise<BackendResponse> {
    const resolver = this.#resolver(request);
    const guard = new ContextGuard(request.access, resolver);
    return answerContexts(request, { resolver, guard, ask: this.#askJson(request) });
  }

  #replication(request: BackendRequest): Promise<BackendResponse> {
    const resolver = this.#resolver(request);
    const refusedAccount = () => this.#client.refusedAccount(403);
    return answerReplication(request, { resolver, ask: this.#askJson(request), refusedAccount });
  }

  #resolver(request: BackendRequest): NameResolver {
    const ask = this.#askJson(request);
    return new NameResolver(
      request,
      () => this.#catalog(),
      async (index) =>
        mappingIn((await ask({ method: 'GET', path: `/${segment(index)}/_mapping` })).body, index),
    );
  }

  /** Documents by id, of indices of which the caller may see a part; undefined: of no such index. */
  async #documents(request: BackendRequest): Promise<BackendResponse | undefined> {
    const ask = this.#askJson(request);
    const { filter_path: _path, pretty: _pretty, format: _format, ...params } = request.params;
    const answer = async (call: BackendRequest) => {
      const { status, ...response } = await this.#passOn(call);
      if (response.kind !== 'bytes' && response.kind !== 'stream') return { status, body: undefined };
      const bytes = response.kind === 'bytes' ? Buffer.from(response.body) : await buffer(response.body);
      return { status, body: readExactJson(bytes) };
    };
    return answerDocuments(
      { ...request, params },
      {
        partial: this.#resolver(request).partial,
        answer,
        search: (index, body) =>
          ask({ method: 'POST', path: `/${segment(index)}/_search`, body: body as Json }),
      },
    );
  }

  /** Questions of our own making, with JSON both ways. */
  #askJson({ signal }: BackendRequest) {
    return async ({ body, ...call }: JsonQuestion): Promise<{ status: number; body: unknown }> => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const sent = body === undefined ? null : Buffer.from(JSON.stringify(body));
      const answer = await this.#client.send({ ...call, headers, body: sent, signal });
      return { status: answer.statusCode, body: parseNamed((await buffer(answer.body)).toString()) };
    };
  }

  #templates(request: BackendRequest): Promise<BackendResponse> {
    const render: RenderTemplate = async (body) => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const call = { method: 'POST', path: '/_render/template', headers, body } as const;
      const answer = await this.#client.send({ ...call, signal: request.signal });
      return { status: answer.statusCode, body: await buffer(answer.body) };
    };
    return searchByTemplate(request, { render, handle: (search) => this.handle(search) });
  }

  async #askForTasks({ signal }: BackendRequest, call: Parameters<AskCluster>[0]) {
    const answer = await this.#client.send({ ...call, headers: { accept: 'application/json' }, signal });
    return { status: answer.statusCode, body: await buffer(answer.body) };
  }

  /** An error of the cluster, short as they are: as it is, unless it is about us. */
  async #failed(
    answer: Dispatcher.ResponseData,
    headers: Readonly<Record<string, string>>,
    contentType: string | undefined,
    { refused, partial }: Upstream,
  ): Promise<BackendResponse> {
    const status = answer.statusCode;
    const text = await this.#judgeRefusal(answer);
    // Nothing was sent, so the cluster complains; each item has its own answer.
    if (refused?.all === true) return joined(200, {}, refused, undefined);
    const body = Buffer.from(seenError(text.replaceAll(`,${exclusion}`, ''), partial?.seen), 'latin1');
    return { status, headers, kind: 'bytes', contentType: contentType ?? 'application/json', body };
  }

  /** Its text, a byte a character. Throws ApiError for a 403 that is no block of an index: it means our own account. */
  async #judgeRefusal({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
    const text = (await buffer(body)).toString('latin1');
    if (statusCode === 403 && !text.includes('block_exception')) throw this.#client.refusedAccount(403);
    return text;
  }

  /** Asked anew each time: what a name stands for may have changed a moment ago. */
  async #catalog(): Promise<IndexCatalog<ClusterIndex>> {
    const [resolved, aliased] = await Promise.all([
      this.#client.json('/_resolve/index/*?expand_wildcards=all'),
      this.#client.json('/_alias'),
    ]);
    if (resolved === undefined) {
      throw apiError('connect_transport_exception', 'the cluster does not say which indices it has');
    }
    return clusterCatalog(resolved as ResolveBody, aliased as AliasBody | undefined, this.#clock.now());
  }
}

const noNames: ReadonlySet<string> = new Set();

function joined(
  status: number,
  headers: Readonly<Record<string, string>>,
  refused: RefusedItems,
  answer: Buffer | undefined,
): BackendResponse {
  return { status, headers, kind: 'bytes', contentType: 'application/json', body: refused.joined(answer) };
}

export function createOpenSearchBackend(options: OpenSearchOptions): Backend {
  return new OpenSearchBackend(options);
}
