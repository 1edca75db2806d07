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

/** What reads each option. */
export type OptionReaders = Readonly<Record<string, (value: unknown) => void>>;

const noOptions: JsonObject = Object.freeze({});

/** What queries say of a field without a name; null: they find nothing in it. */
const namelessFields: ReadonlyMap<string, string | null> = new Map([
  ['match', null],
  ['match_phrase_prefix', null],
  ['match_phrase', '[match_phrase] requires fieldName'],
  ['match_bool_prefix', '[match_bool_prefix] requires fieldName'],
  ['fuzzy', 'field name cannot be null or empty'],
]);

export function readFieldClause(query: string, body: unknown): FieldClause {
  const names = Object.keys(requireObject(query, body));
  if (names.length > 1) {
    readAt(body as JsonObject, names[1]!);
    const found = `found [${names[0]}] and [${names[1]}]`;
    throw parsingError(`[${query}] query doesn't support multiple fields, ${found}`);
  }
  const field = names[0];
  const problem = field === '' ? namelessFields.get(query) : undefined;
  if (field === undefined || (field === '' && problem !== null)) {
    throw apiError('illegal_argument_exception', problem ?? 'field name is null or empty');
  }
  const value = (body as JsonObject)[field];
  readAt(body as JsonObject, field);
  return isObject(value)
    ? { field, short: undefined, options: value }
    : { field, short: value, options: noOptions };
}

/**
 * As `readFieldClause`, for the queries that take text, with their options read: `{}` and null have their own error. `query` is read
 * here.
 */
export function readTextClause(
  query: string,
  body: unknown,
  readers: OptionReaders,
): FieldClause & { readonly text: Scalar; readonly boost: number } {
  const object = requireObject(query, body);
  if (Object.keys(object).length === 0) {
    readAt(object, null);
    throw noText(query, 'fieldName');
  }
  const clause = readFieldClause(query, body);
  if (Array.isArray(clause.short))
    throw apiError('illegal_state_exception', "Can't get text on a START_ARRAY");
  const { boost } = readScalars(query, clause.options, { ...readers, query: () => undefined });
  const text = clause.short === undefined ? clause.options.query : clause.short;
  if (text === undefined || text === null) {
    readAt(object, null);
    throw noText(query, 'query value');
  }
  return { ...clause, text: requireScalar(query, 'query', text), boost };
}

function noText(query: string, missing: string): Error {
  return query === 'match'
    ? parsingError('No text specified for text query')
    : apiError('illegal_argument_exception', `[${query}] requires ${missing}`);
}

function unknownToken(query: string, name: string, value: unknown): Error {
  return parsingError(`[${query}] unknown token [${tokenOf(value)}] after [${name}]`);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function requireScalar(query: string, name: string, value: unknown): Scalar {
  if (isScalar(value)) return value;
  throw unknownToken(query, name, value);
}

/**
 * Runs a reader per option, after `check`. An option without a reader is refused by name. `boost` is read here for all;
 * `_name`, which asks for `matched_queries`, is refused.
 */
export function readOptions(
  query: string,
  options: JsonObject,
  readers: OptionReaders,
  check?: (name: string, value: unknown) => void,
): { boost: number } {
  let boost = 1;
  for (const [name, value] of membersOf(options)) {
    check?.(name, value);
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader !== undefined) reader(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported(query, name);
  }
  return { boost };
}

/** How `readScalars` takes lists. */
interface ListOptions {
  /** The option that may be one. */
  readonly name: string;
  /** Such an option may be a single value. */
  readonly mayBeSingle: boolean;
}

/** As `readOptions`, where each option is one value: what is none is refused before its name is looked at. */
export function readScalars(
  query: string,
  options: JsonObject,
  readers: OptionReaders,
  lists?: ListOptions,
): { boost: number } {
  return readOptions(query, options, readers, (name, value) => checkScalar(query, name, value, lists));
}

function checkScalar(query: string, name: string, value: unknown, lists: ListOptions | undefined): void {
  const isList = Array.isArray(value);
  const mayBeList = lists?.name === name;
  if (isList ? mayBeList : isScalar(value) && (!mayBeList || lists.mayBeSingle)) return;
  const isNamed = lists?.mayBeSingle === false ? isList || isScalar(value) : mayBeList && isObject(value);
  throw isNamed ? notSupported(query, name) : unknownToken(query, name, value);
}
