import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  requireObject,
  tokenOf,
} from './json-reader.ts';
import type { Scalar } from './query-node.ts';
import { membersOf, readAt } from './read-place.ts';

/** `{field: value}` or `{field: {…options}}`, the form that most queries have. */
export interface FieldClause {
  readonly field: string;
  /** The value of the short form; undefined in the long one. */
  readonly short: unknown;
  /** The options of the long form; empty in the short one. */
  readonly options: JsonObject;
}

const noOptions: JsonObject = Object.freeze({});

export function readFieldClause(query: string, body: unknown): FieldClause {
  const names = Object.keys(requireObject(query, body));
  if (names.length > 1) {
    readAt(body as JsonObject, names[1]!);
    const found = `found [${names[0]}] and [${names[1]}]`;
    throw parsingError(`[${query}] query doesn't support multiple fields, ${found}`);
  }
  const field = names[0];
  if (field === undefined || field === '') {
    throw apiError('illegal_argument_exception', 'field name is null or empty');
  }
  const value = (body as JsonObject)[field];
  readAt(body as JsonObject, field);
  return isObject(value)
    ? { field, short: undefined, options: value }
    : { field, short: value, options: noOptions };
}

/** As `readFieldClause`, for the queries that take text: `{}` and null have their own error. */
export function readTextClause(query: string, body: unknown): FieldClause & { readonly text: Scalar } {
  const object = requireObject(query, body);
  if (Object.keys(object).length === 0) {
    readAt(object, null);
    throw parsingError('No text specified for text query');
  }
  const clause = readFieldClause(query, body);
  const value = clause.short === undefined ? clause.options.query : clause.short;
  if (Array.isArray(clause.short))
    throw apiError('illegal_state_exception', "Can't get text on a START_ARRAY");
  if (value === undefined || value === null) {
    for (const name of Object.keys(clause.options)) checkTextOption(query, name, clause.options[name]);
    readAt(object, null);
    throw parsingError('No text specified for text query');
  }
  if (clause.short === undefined) readAt(clause.options, 'query');
  return { ...clause, text: requireScalar(query, 'query', value) };
}

function checkTextOption(query: string, name: string, value: unknown): void {
  if (isObject(value) || Array.isArray(value)) throw unknownToken(query, name, value);
}

function unknownToken(query: string, name: string, value: unknown): Error {
  return parsingError(`[${query}] unknown token [${tokenOf(value)}] after [${name}]`);
}

export function requireScalar(query: string, name: string, value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw unknownToken(query, name, value);
}

/**
 * Runs a reader per option. An option without a reader is refused by name. `boost` is read here for all;
 * `_name`, which asks for `matched_queries`, is refused.
 */
export function readOptions(
  query: string,
  options: JsonObject,
  readers: Readonly<Record<string, (value: unknown) => void>>,
): { boost: number } {
  let boost = 1;
  for (const [name, value] of membersOf(options)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader !== undefined) reader(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported(query, name);
  }
  return { boost };
}
