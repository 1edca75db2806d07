import type { Route } from '@sextant/contract';
import type { ParamValue } from '../../backend/backend.ts';
import { type AnswerWish, plainWish } from '../answer.ts';
import { wishedFormat } from '../media-type.ts';
import type { Exchange } from './exchange.ts';

/** What an error before the parameters are known is shaped by: format and indentation. */
export function earlyWish(exchange: Exchange, query: ReadonlyMap<string, string>): AnswerWish {
  const format = wishedFormat(query.get('format'), exchange.headers.accept);
  return { ...plainWish, format, pretty: query.has('pretty') && query.get('pretty') !== 'false' };
}

/** Known before the parameters are, which may be what is wrong. */
export function wantsTrace(query: ReadonlyMap<string, string>): boolean {
  const given = query.get('error_trace');
  return given === '' || given === 'true';
}

export function fullWish(
  early: AnswerWish,
  route: Route,
  params: Readonly<Record<string, ParamValue>>,
): AnswerWish {
  const filter = Array.isArray(params.filter_path) ? (params.filter_path as readonly string[]) : [];
  // `GET /` is for people too: OpenSearch indents it unless told otherwise.
  const pretty = params.pretty ?? route.name === 'info';
  return { format: early.format, pretty: pretty === true, filter, params };
}

/** Without a wish the answer speaks the language of the question. */
export function inLanguageOf(wish: AnswerWish, contentType: string): AnswerWish {
  if (wish.format !== undefined) return wish;
  if (contentType !== 'yaml' && contentType !== 'cbor') return wish;
  return { ...wish, format: { format: contentType } };
}
