import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Log } from '@sextant/base';
import type { Method, Route } from '@sextant/contract';
import { noAccess } from '../backend/access.ts';
import type { Backend } from '../backend/backend.ts';
import type { Networks } from '../config/networks.ts';
import type { DeprecationLog } from '../observe/deprecation-log.ts';
import type { ServiceMemory } from '../observe/service-memory.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { plainWish, renderAnswer, renderInTurns } from './answer.ts';
import { AnswersOfTurn } from './answers-of-turn.ts';
import type { Gate } from './authenticator.ts';
import type { BusyPoll } from './busy-poll.ts';
import type { DialectChooser } from './dialect.ts';
import { HttpRequest } from './http-request.ts';
import { answerError, answerExcess } from './pipeline/answer-error.ts';
import { earlyWish, fullWish, inLanguageOf, wantsTrace } from './pipeline/answer-wish.ts';
import { authenticate } from './pipeline/authenticate.ts';
import { authorize } from './pipeline/authorize.ts';
import { dispatch } from './pipeline/dispatch.ts';
import { beginExchange, type Exchange, type ExchangeRules } from './pipeline/exchange.ts';
import { guardOrigin, type OriginRules, refuseForeignChange } from './pipeline/guard-origin.ts';
import { answerNoRoute, matchRoute, shownPath } from './pipeline/match-route.ts';
import { nameIndices } from './pipeline/name-indices.ts';
import { type BodyRules, bodyRules, readBody } from './pipeline/read-body.ts';
import { readParams, refuseLate } from './pipeline/read-params.ts';
import { runAsTask } from './pipeline/run-as-task.ts';
import { AnswerSender } from './pipeline/send-answer.ts';
import { isUiPath, serveUi } from './pipeline/serve-ui.ts';
import { beginRequest, Connections } from './pipelined-requests.ts';
import { parseQuery } from './query-string.ts';
import { type RouteMatch, Router } from './router.ts';
import type { ServiceHandlers, UiHost } from './service-request.ts';
import { TransferMemory } from './transfer-memory.ts';

export interface HttpParts {
  readonly routes: readonly Route[];
  readonly backend: Backend;
  readonly services: ServiceHandlers;
  readonly gate: Gate;
  readonly dialects: DialectChooser;
  readonly ui: UiHost;
  readonly log: Log;
  readonly clock: Clock;
  /** Told of the beginning and end of each request. */
  readonly busyPoll: BusyPoll;
  readonly tasks: TaskRegistry;
  /** Told of what callers should no longer do, as they are. */
  readonly deprecations?: DeprecationLog;
  readonly maxContentBytes: number;
  readonly maxStructuredBytes: number;
  readonly memory: ServiceMemory;
  readonly compression: boolean;
  readonly origins: OriginRules;
  /** Whose `X-Forwarded-For` is believed. */
  readonly proxies: Networks;
}

/** A sender that is slower than 64 KiB in 5 s is slow; one that sends nothing for 30 s has stalled. */
const bodyPace = { leastBytes: 64 * 1024, withinMs: 5_000, stallMs: 30_000 };
/** A reader may pause for longer: a person who pages through an answer is one. */
const answerPace = { leastBytes: 64 * 1024, withinMs: 5_000, stallMs: 300_000 };

/**
 * The rim: from a socket's request to a handler, and from its answer to bytes. Listens to nothing by itself.
 * Each step of the way is a file of `pipeline`; this one shows their order.
 */
export class HttpService {
  readonly #parts: HttpParts;
  readonly #router: Router;
  readonly #exchangeRules: ExchangeRules;
  readonly #bodyRules: BodyRules;
  readonly #sender: AnswerSender;
  /** What came with an event is read in its turn; `setImmediate` calls back when all events of the turn were heard. */
  readonly #turn = new AnswersOfTurn(setImmediate);
  readonly #connections = new Connections(this.#turn.flush);

  constructor(parts: HttpParts) {
    const { maxContentBytes, maxStructuredBytes } = parts;
    this.#parts = parts;
    const { dialects, proxies } = parts;
    this.#exchangeRules = { choose: (headers) => dialects.choose(headers), proxies };
    const coming = new TransferMemory(parts.memory.requests, parts.clock, bodyPace);
    this.#bodyRules = bodyRules(maxContentBytes, maxStructuredBytes, coming);
    this.#router = new Router(parts.routes);
    const waiting = new TransferMemory(parts.memory.answers, parts.clock, answerPace);
    this.#sender = new AnswerSender({ ...parts, waiting, turn: this.#turn });
  }

  /** For `createServer`. Never throws. */
  readonly handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { log, busyPoll } = this.#parts;
    busyPoll.begin();
    this.#turn.begin();
    const exchange = beginExchange(incoming, response, this.#exchangeRules);
    const connection = this.#connections.of(incoming.socket);
    const excess = beginRequest(connection);
    const answered =
      excess === undefined ? this.#answer(exchange) : answerExcess(exchange, excess, this.#sender);
    const ended = (): void => {
      connection.underWay--;
      busyPoll.end();
      this.#turn.end();
    };
    answered.then(ended, (error: unknown) => {
      ended();
      log.log('debug', 'http.server', 'the caller went away', { path: exchange.path, error });
      response.destroy();
    });
  };

  async #answer(exchange: Exchange): Promise<void> {
    const { path, method } = exchange;
    const { clock, log, ui } = this.#parts;
    const started = clock.nanos();
    const ended = guardOrigin(exchange, this.#parts.origins);
    if (ended !== undefined) await this.#sender.deliver(exchange, ended, renderAnswer(ended, plainWish));
    else if (isUiPath(path)) await serveUi(exchange, ui, this.#sender);
    else {
      const match = matchRoute(exchange, this.#router);
      if (match.route === undefined) await answerNoRoute(exchange, match, this.#sender);
      else await this.#serve(exchange, match);
    }
    this.#tellDeprecations(exchange);
    const tookMs = (clock.nanos() - started) / 1e6;
    const status = exchange.response.statusCode;
    log.log('debug', 'http.server', `${method} ${path}`, { status, took_ms: tookMs });
  }

  #tellDeprecations({ warnings, headers }: Exchange): void {
    if (warnings.size === 0) return;
    for (const text of warnings) this.#parts.deprecations?.record(text, headers['x-opaque-id']);
  }

  async #serve(exchange: Exchange, match: RouteMatch): Promise<void> {
    const { route, pathParams } = match;
    const { gate } = this.#parts;
    let wish = plainWish;
    let withTrace = false;
    try {
      const query = parseQuery(exchange.queryString);
      wish = earlyWish(exchange, query);
      withTrace = wantsTrace(query);
      refuseForeignChange(exchange, route, this.#parts.origins);
      const principal = await authenticate(exchange, route, gate);
      const { params, late } = readParams(exchange, match, query);
      wish = fullWish(wish, route, params);
      const body = await readBody(exchange, route, params, this.#bodyRules);
      wish = inLanguageOf(wish, body.contentType);
      if (late !== undefined) await refuseLate(late, body);
      const access = principal === undefined ? noAccess : gate.access(principal);
      authorize(route, access);
      const indices = nameIndices(match, params, access, this.#parts.clock.now());
      const { dialect } = exchange;
      const askedPath = shownPath(exchange.path);
      const method = exchange.method as Method;
      // Everything before this line is about who asks for what; from here on it is work, and a task.
      const answer = await runAsTask(exchange, route, this.#parts.tasks, (task) => {
        const request = {
          route,
          method,
          askedPath,
          pathParams,
          params,
          indices,
          access,
          body,
          dialect,
          principal,
          task,
        };
        return dispatch(new HttpRequest(request, exchange), this.#parts);
      });
      const rendered = await renderInTurns(answer, wish, (bytes) => this.#sender.requireRoom(bytes));
      await this.#sender.send(exchange, answer, rendered);
    } catch (thrown) {
      if (exchange.response.headersSent) throw thrown;
      await answerError(exchange, { thrown, route, wish, withTrace }, this.#sender, this.#parts.log);
    }
  }
}
