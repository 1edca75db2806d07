import type { Log } from '@sextant/base';
import type { ApiError, JsonMap, Route } from '@sextant/contract';
import type { BackendResponse } from '../../backend/backend.ts';
import { type AnswerWish, noParams, plainWish, renderAnswer } from '../answer.ts';
import { accountError, asApiError, errorEnvelope, errorHeaders, securityError } from '../error-envelope.ts';
import type { Headers } from '../http-request.ts';
import type { Exchange } from './exchange.ts';
import { UnsupportedMediaType } from './read-body.ts';
import type { AnswerSender } from './send-answer.ts';

export interface Failure {
  readonly thrown: unknown;
  readonly route: Route;
  readonly wish: AnswerWish;
  readonly withTrace: boolean;
}

/** Whatever a step threw, as an answer. */
export async function answerError(
  exchange: Exchange,
  { thrown, route, wish, withTrace }: Failure,
  sender: AnswerSender,
  log: Log,
): Promise<void> {
  if (thrown instanceof UnsupportedMediaType) {
    await sender.reply(exchange, 406, { error: thrown.message, status: 406 });
    return;
  }
  const { error, unexpected } = asApiError(thrown);
  if (unexpected) {
    log.log('error', 'http.server', `${exchange.method} ${exchange.path} failed`, { error: thrown });
  }
  const body = bodyOf(error, route, withTrace);
  const headers = {
    ...challenge(error, exchange.headers, route),
    ...(error.status === 413 || error.status === 408 ? { connection: 'close' } : {}),
  };
  const answer: BackendResponse = { kind: 'json', status: error.status, headers, body };
  await sender.deliver(exchange, answer, renderAnswer(answer, { ...wish, filter: [], params: noParams }));
}

function bodyOf(error: ApiError, { family }: Route, withTrace: boolean): JsonMap {
  if (family === 'account') return accountError(error);
  // Who is asked for credentials is told as everywhere.
  return family === 'security' && error.status !== 401
    ? securityError(error)
    : errorEnvelope(error, withTrace);
}

/** A request that is not even looked at; the connection ends with it. */
export async function answerExcess(exchange: Exchange, error: ApiError, sender: AnswerSender): Promise<void> {
  const headers = { connection: 'close' };
  const body = errorEnvelope(error, false);
  const answer: BackendResponse = { kind: 'json', status: error.status, headers, body };
  await sender.deliver(exchange, answer, renderAnswer(answer, plainWish));
}

/** The challenge of a 401. Not for our own interface: a browser would open its own dialog over it. */
function challenge(error: ApiError, asked: Headers, { family }: Route): Readonly<Record<string, string>> {
  const headers = Object.entries(errorHeaders(error));
  const isChallenge = ([name]: readonly [string, string]): boolean =>
    name.toLowerCase() === 'www-authenticate';
  if (!headers.some(isChallenge)) return Object.fromEntries(headers);
  const others = headers.filter((header) => !isChallenge(header));
  if (asked['x-requested-with'] !== undefined) return Object.fromEntries(others);
  return Object.fromEntries(family === 'account' ? [...others, ['WWW-Authenticate', 'Bearer']] : headers);
}
