import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { assert, type Clock, type Log } from '@sextant/base';
import { type ApiError, apiError, type Method, type Route } from '@sextant/contract';
import type { Backend, BackendResponse, Dialect, ParamValue, RequestBody } from '../backend/backend.ts';
import { type AnswerWish, acceptsGzip, compressed, type RenderedAnswer, renderAnswer } from './answer.ts';
import type { Gate, Principal } from './authenticator.ts';
import { BodyBudget } from './body-budget.ts';
import type { DialectChooser } from './dialect.ts';
import { accountError, asApiError, errorEnvelope, errorHeaders } from './error-envelope.ts';
import { type Headers, HttpRequest } from './http-request.ts';
import { contentFormat, wishedFormat } from './media-type.ts';
import { typedParams, unrecognized } from './params.ts';
import { parseQuery } from './query-string.ts';
import { GivenBody, hasBody, StreamedBody } from './request-body.ts';
import { type RouteMatch, Router, splitPath } from './router.ts';
import type { ServiceHandler, UiHost } from './service-request.ts';
import { warningHeader } from './warning-header.ts';

export interface HttpParts {
  readonly routes: readonly Route[];
  readonly backend: Backend;
  /** One for each row that says `service`. */
  readonly services: Readonly<Record<string, ServiceHandler>>;
  readonly gate: Gate;
  readonly dialects: DialectChooser;
  readonly ui: UiHost;
  readonly log: Log;
  readonly clock: Clock;
  readonly maxContentBytes: number;
  readonly compression: boolean;
}

/** What is known of a request before anything can fail. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Headers;
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  readonly dialect: Dialect;
  readonly warnings: Set<string>;
}

const noParams: Readonly<Record<string, ParamValue>> = {};
/** Bodies under way together may always take as much. */
const leastBudgetBytes = 512 * 1024 * 1024;
const plainWish: AnswerWish = { format: undefined, pretty: false, filter: [], params: noParams };

/**
 * The rim: from a socket's request to a handler, and from its answer to bytes. Listens to nothing by itself.
 */
export class HttpService {
  readonly #parts: HttpParts;
  readonly #router: Router;
  readonly #budget: BodyBudget;

  constructor(parts: HttpParts) {
    this.#parts = parts;
    this.#budget = new BodyBudget(Math.max(leastBudgetBytes, 2 * parts.maxContentBytes));
    this.#router = new Router(parts.routes);
    for (const { name, answeredBy } of parts.routes) {
      if (answeredBy === 'service') assert(Object.hasOwn(parts.services, name), `no handler for ${name}`);
    }
  }

  /** For `createServer`. Never throws. */
  readonly handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const url = incoming.url ?? '/';
    const mark = url.indexOf('?');
    const headers = incoming.headers as Headers;
    const exchange: Exchange = {
      incoming,
      response,
      headers,
      method: incoming.method ?? 'GET',
      path: mark < 0 ? url : url.slice(0, mark),
      queryString: mark < 0 ? '' : url.slice(mark + 1),
      dialect: this.#parts.dialects.choose(headers),
      warnings: new Set(),
    };
    this.#answer(exchange).catch((error: unknown) => {
      this.#parts.log.log('debug', 'http.server', 'the caller went away', { path: exchange.path, error });
      response.destroy();
    });
  };

  async #answer(exchange: Exchange): Promise<void> {
    const { path, method } = exchange;
    const started = this.#parts.clock.nanos();
    if (path === '/_ui' || path.startsWith('/_ui/')) await this.#serveUi(exchange);
    else {
      const parts = path.includes('%') ? decodeParts(path) : splitPath(path);
      if (parts === undefined) await this.#reply(exchange, 400, { error: 'invalid uri has been requested' });
      else {
        const match = this.#router.match(method, parts);
        if (match === undefined) await this.#noRoute(exchange, parts);
        else await this.#serve(exchange, match);
      }
    }
    const tookMs = (this.#parts.clock.nanos() - started) / 1e6;
    this.#parts.log.log('debug', 'http.server', `${method} ${path}`, {
      status: exchange.response.statusCode,
      took_ms: tookMs,
    });
  }

  async #serve(exchange: Exchange, match: RouteMatch): Promise<void> {
    let wish = plainWish;
    let withTrace = false;
    try {
      const { route } = match;
      const query = parseQuery(exchange.queryString);
      const format = wishedFormat(query.get('format'), exchange.headers.accept);
      wish = { ...plainWish, format, pretty: query.has('pretty') && query.get('pretty') !== 'false' };
      const principal = await this.#authenticate(exchange, route);
      const params = typedParams(route, exchange.path, match.pathParams, query);
      withTrace = params.error_trace === true;
      const filter = Array.isArray(params.filter_path) ? (params.filter_path as readonly string[]) : [];
      // `GET /` is for people too: OpenSearch indents it unless told otherwise.
      const pretty = params.pretty ?? route.name === 'info';
      wish = { format, pretty: pretty === true, filter, params };
      refuseHelpOnNames(route, exchange.path, match.pathParams, params);
      const body = await this.#body(exchange, route, params);
      // Without a wish the answer speaks the language of the question.
      const { contentType } = body;
      if (format === undefined && (contentType === 'yaml' || contentType === 'cbor')) {
        wish = { ...wish, format: { format: contentType } };
      }
      if (principal !== undefined) await this.#authorize(principal, match, params);
      const request = this.#request(exchange, match, params, body, principal);
      const answer =
        route.answeredBy === 'backend'
          ? await this.#parts.backend.handle(request)
          : await this.#parts.services[route.name]!(request);
      await this.#send(exchange, answer, renderAnswer(answer, wish));
    } catch (thrown) {
      if (exchange.response.headersSent) throw thrown;
      await this.#fail(exchange, thrown, wish, withTrace, match.route);
    }
  }

  #request(
    exchange: Exchange,
    { route, pathParams }: RouteMatch,
    params: Readonly<Record<string, ParamValue>>,
    body: RequestBody,
    principal: Principal | undefined,
  ): HttpRequest {
    const { method, path, queryString, dialect, incoming, response, warnings } = exchange;
    const parts = { route, path, queryString, pathParams, params, body, dialect, principal };
    return new HttpRequest(
      { ...parts, method: method as Method },
      incoming,
      response,
      this.#parts.gate,
      warnings,
    );
  }

  /** A public row does not need a caller; where credentials come anyway and are good, it gets one. */
  async #authenticate(exchange: Exchange, route: Route): Promise<Principal | undefined> {
    const { authorization } = exchange.headers;
    const remoteAddress = exchange.incoming.socket.remoteAddress ?? '';
    if (route.privilege !== 'public') return this.#parts.gate.authenticate({ authorization, remoteAddress });
    if (authorization === undefined) return undefined;
    return this.#parts.gate.authenticate({ authorization, remoteAddress }).catch(() => undefined);
  }

  /** Indices are named in the path, by few calls in the parameter `index`. */
  async #authorize(
    principal: Principal,
    { route, pathParams }: RouteMatch,
    params: Readonly<Record<string, ParamValue>>,
  ): Promise<void> {
    const { privilege } = route;
    if (privilege === 'public' || privilege === 'authenticated') return;
    if (this.#parts.gate.grantsEverywhere(principal, privilege)) return;
    const named = [pathParams.index ?? [], params.index ?? []].flat().join(',');
    const unnamed = reachesAllIndices(route) ? '_all' : undefined;
    const expression = named === '' ? unnamed : named;
    if (expression === undefined || !privilege.startsWith('indices:')) {
      this.#parts.gate.authorize(principal, privilege, []);
      return;
    }
    const names = await this.#parts.backend.resolve(expression);
    this.#parts.gate.authorize(principal, privilege, names.length === 0 ? [expression] : names);
  }

  async #body(
    exchange: Exchange,
    route: Route,
    params: Readonly<Record<string, ParamValue>>,
  ): Promise<RequestBody> {
    const { incoming, headers } = exchange;
    const { source, source_content_type: sourceType } = params;
    if (!hasBody(incoming) && typeof source === 'string' && route.body !== 'none') {
      if (typeof sourceType !== 'string') {
        throw apiError('illegal_state_exception', 'source and source_content_type parameters are required');
      }
      const format = contentFormat(sourceType);
      if (format !== undefined) return new GivenBody(source, format);
      throw apiError('illegal_state_exception', `Unknown value for source_content_type [${sourceType}]`);
    }
    let format: RequestBody['contentType'] = 'none';
    // The account area answers for itself what it thinks of a media type.
    if (hasBody(incoming) && route.body !== 'none' && route.family !== 'account') {
      const header = headers['content-type'] ?? '';
      const known = contentFormat(header);
      if (known === undefined) throw new UnsupportedMediaType(header);
      format = known;
    }
    const body = new StreamedBody(incoming, format, this.#parts.maxContentBytes, this.#budget);
    if (!body.empty) exchange.response.once('close', () => body.release());
    await body.settle();
    return body;
  }

  async #noRoute(exchange: Exchange, parts: readonly string[]): Promise<void> {
    const { method, path, queryString } = exchange;
    const uri = queryString === '' ? path : `${path}?${queryString}`;
    const methods = this.#router.methods(parts);
    if (methods.length === 0) {
      await this.#reply(exchange, 400, { error: `no handler found for uri [${uri}] and method [${method}]` });
      return;
    }
    const headers = { allow: methods.join(',') };
    if (method === 'OPTIONS') {
      const type = { 'content-type': 'text/plain; charset=UTF-8' };
      const answer = { kind: 'empty', status: 200, headers: { ...headers, ...type } } as const;
      await this.#send(exchange, answer, { body: undefined });
      return;
    }
    const allowed = methods.join(', ');
    const error = `Incorrect HTTP method for uri [${uri}] and method [${method}], allowed: [${allowed}]`;
    await this.#reply(exchange, 405, { error, status: 405 }, headers);
  }

  async #serveUi(exchange: Exchange): Promise<void> {
    const { method, path, headers, response } = exchange;
    if (method !== 'GET' && method !== 'HEAD') {
      const error = `Incorrect HTTP method for uri [${path}] and method [${method}], allowed: [GET, HEAD]`;
      await this.#reply(exchange, 405, { error, status: 405 }, { allow: 'GET,HEAD' });
      return;
    }
    const answer = await this.#parts.ui.serve(path, headers);
    if (answer === undefined) {
      await this.#reply(exchange, 404, { error: `no such file [${path}]`, status: 404 });
      return;
    }
    const length = String(answer.body?.length ?? 0);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': length });
    response.end(method === 'HEAD' ? undefined : answer.body);
  }

  async #fail(
    exchange: Exchange,
    thrown: unknown,
    wish: AnswerWish,
    withTrace: boolean,
    route: Route,
  ): Promise<void> {
    if (thrown instanceof UnsupportedMediaType) {
      await this.#reply(exchange, 406, { error: thrown.message, status: 406 });
      return;
    }
    const { error, unexpected } = asApiError(thrown);
    if (unexpected) {
      this.#parts.log.log('error', 'http.server', `${exchange.method} ${exchange.path} failed`, {
        error: thrown,
      });
    }
    const body = route.family === 'account' ? accountError(error) : errorEnvelope(error, withTrace);
    const headers = {
      ...challenge(error, exchange.headers),
      ...(error.status === 413 ? { connection: 'close' } : {}),
    };
    const answer: BackendResponse = { kind: 'json', status: error.status, headers, body };
    await this.#send(exchange, answer, renderAnswer(answer, { ...wish, filter: [], params: noParams }));
  }

  async #reply(
    exchange: Exchange,
    status: number,
    body: { readonly error: string; readonly status?: number },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const answer: BackendResponse = { kind: 'json', status, headers, body: { ...body } };
    await this.#send(exchange, answer, renderAnswer(answer, plainWish));
  }

  async #send(exchange: Exchange, answer: BackendResponse, rendered: RenderedAnswer): Promise<void> {
    const { response, dialect, headers: asked, warnings } = exchange;
    const headers: Record<string, string | string[]> = { ...answer.headers };
    if (dialect.family !== 'native') headers['x-elastic-product'] = 'Elasticsearch';
    if (asked['x-opaque-id'] !== undefined) headers['x-opaque-id'] = asked['x-opaque-id'];
    if (warnings.size > 0)
      headers.warning = [...warnings].map((text) =>
        warningHeader(text, this.#parts.dialects.product(dialect)),
      );
    if (rendered.contentType !== undefined) headers['content-type'] = rendered.contentType;
    const { body } = rendered;
    if (body !== undefined && !Buffer.isBuffer(body)) {
      await this.#sendStream(exchange, answer.status, headers, body);
      return;
    }
    const isHead = exchange.method === 'HEAD';
    let bytes = body;
    if (bytes !== undefined && !isHead && this.#parts.compression) {
      const small = await compressed(bytes, asked['accept-encoding']);
      if (small !== undefined) {
        bytes = small;
        headers['content-encoding'] = 'gzip';
        headers.vary = 'accept-encoding';
      }
    }
    if (bytes !== undefined || !isHead) headers['content-length'] = String(bytes?.length ?? 0);
    response.writeHead(answer.status, headers);
    response.end(isHead ? undefined : bytes);
  }

  async #sendStream(
    { method, response, headers: asked }: Exchange,
    status: number,
    headers: Readonly<Record<string, string | string[]>>,
    body: NodeJS.ReadableStream,
  ): Promise<void> {
    const gzip = this.#parts.compression && acceptsGzip(asked['accept-encoding']);
    if (method === 'HEAD') {
      response.writeHead(status, headers);
      body.resume();
      response.end();
    } else if (gzip) {
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
      await pipeline(body, createGzip({ level: 3 }), response);
    } else {
      response.writeHead(status, headers);
      await pipeline(body, response);
    }
  }
}

class UnsupportedMediaType extends Error {
  constructor(header: string) {
    super(`Content-Type header [${header}] is not supported`);
  }
}

/** Undefined for a broken escape. */
function decodeParts(path: string): string[] | undefined {
  try {
    return splitPath(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/**
 * Rows that take an index, called without one, mean all of them; those with operations in the body do not.
 */
function reachesAllIndices(route: Route): boolean {
  const namesInBody =
    route.bodyFormat === 'ndjson' || route.name === 'mget' || route.name === 'indices.update_aliases';
  return !namesInBody && route.paths.some((path) => path.includes('{index}'));
}

/** `/_cat/indices/a?help`: the help is of the endpoint, so a name is as wrong as an unknown parameter. */
function refuseHelpOnNames(
  route: Route,
  path: string,
  pathParams: Readonly<Record<string, string>>,
  params: Readonly<Record<string, ParamValue>>,
): void {
  const names = Object.keys(pathParams);
  if (route.family === 'cat' && params.help === true && names.length > 0) throw unrecognized(path, names, []);
}

/** The challenge of a 401. Not for our own interface: a browser would open its own dialog over it. */
function challenge(error: ApiError, asked: Headers): Readonly<Record<string, string>> {
  const headers = errorHeaders(error);
  if (asked['x-requested-with'] === undefined) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'www-authenticate'),
  );
}
