import { apiError } from '@sextant/contract';
import { inField } from '../dsl/field-failure.ts';
import {
  isObject,
  type JsonObject,
  parsingError,
  toFloat,
  toInt,
  tokenOf,
  toText,
} from '../dsl/json-reader.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { membersOf } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import { parseQuery } from '../query/parse-query.ts';

type RescoreMode = 'avg' | 'max' | 'min' | 'total' | 'multiply';

/** One step of `rescore`: the best hits get a second score. */
export interface RescoreRequest {
  readonly query: QueryNode;
  /** So many of the best hits of each shard. */
  readonly windowSize: number;
  readonly queryWeight: number;
  readonly rescoreQueryWeight: number;
  readonly mode: RescoreMode;
}

const DEFAULT_WINDOW = 10;

const OPTIONS = ['rescore_query', 'query_weight', 'rescore_query_weight', 'score_mode'];

/** A step, or a list of them. */
export function parseRescore(value: unknown): RescoreRequest[] {
  return [value].flat().map(parseStep);
}

function parseStep(value: unknown): RescoreRequest {
  if (!isObject(value)) throw parsingError(`unexpected token [${tokenOf(value)}] after [rescore]`);
  let windowSize = DEFAULT_WINDOW;
  let step: Omit<RescoreRequest, 'windowSize'> | null = null;
  for (const [name, given] of membersOf(value)) {
    if (isObject(given)) {
      if (name !== 'query') throw apiError('named_object_not_found_exception', `unknown field [${name}]`);
      step = parseQueryStep(given);
    } else if (Array.isArray(given) || given === null) {
      throw parsingError(`unexpected token [${tokenOf(given)}] after [${name}]`);
    } else if (name === 'window_size') windowSize = toInt(given);
    else throw parsingError(`rescore doesn't support [${name}]`);
  }
  if (step === null) throw parsingError('missing rescore type');
  if (windowSize < 0) throw apiError('illegal_argument_exception', '[window_size] must not be negative');
  return Object.freeze({ ...step, windowSize });
}

function parseQueryStep(body: JsonObject): Omit<RescoreRequest, 'windowSize'> {
  let query: QueryNode | null = null;
  let queryWeight = 1;
  let rescoreQueryWeight = 1;
  let mode: RescoreMode = 'total';
  for (const [name, value] of membersOf(body)) {
    if (name === 'rescore_query') query = inField('query', name, () => parseQuery(value));
    else if (name === 'query_weight') queryWeight = inField('query', name, () => toFloat(value));
    else if (name === 'rescore_query_weight')
      rescoreQueryWeight = inField('query', name, () => toFloat(value));
    else if (name === 'score_mode') mode = inField('query', name, () => parseMode(toText(value)));
    else {
      const hint = didYouMean(name, OPTIONS);
      throw apiError('x_content_parse_exception', `[query] unknown field [${name}]${hint}`);
    }
  }
  if (query === null) throw apiError('illegal_argument_exception', 'rescore_query cannot be null');
  return { query, queryWeight, rescoreQueryWeight, mode };
}

const modes: readonly RescoreMode[] = ['avg', 'max', 'min', 'total', 'multiply'];

function parseMode(text: string): RescoreMode {
  const mode = modes.find((each) => each === text.toLowerCase());
  if (mode === undefined) throw apiError('illegal_argument_exception', `illegal score_mode [${text}]`);
  return mode;
}
