import { ApiError, type ErrorCause } from '@sextant/contract';
import { type JsonObject, requireBoost, toBoolean, toDouble, toInt, tokenOf } from './json-reader.ts';
import { itemsOf, membersOf } from './read-place.ts';
import { didYouMean } from './suggestions.ts';

type Token =
  | 'VALUE_NULL'
  | 'VALUE_STRING'
  | 'VALUE_NUMBER'
  | 'VALUE_BOOLEAN'
  | 'START_OBJECT'
  | 'START_ARRAY';

/** How one member of an object is read. `read` throws where the value does not fit. */
export interface FieldParser {
  readonly tokens: readonly Token[];
  readonly read: (value: unknown) => void;
}

export type FieldParsers = Readonly<Record<string, FieldParser>>;

/** Errors that OpenSearch looks into for the root of others. */
const ROOTS: ReadonlySet<string> = new Set([
  'parse_exception',
  'parsing_exception',
  'x_content_parse_exception',
]);

function parseError(reason: string, causedBy?: ErrorCause): ApiError {
  const cause = { type: 'x_content_parse_exception' as const, reason, ...(causedBy && { causedBy }) };
  if (causedBy === undefined || !ROOTS.has(causedBy.type)) return new ApiError(cause);
  return new ApiError({ ...cause, rootCause: causedBy.rootCause ?? [causedBy] });
}

/**
 * Reads every member of `body` in its order by the parser of that name, in the words of OpenSearch's
 * ObjectParser: unknown names, values of a wrong kind and failures inside are `x_content_parse_exception`.
 */
export function readFields(type: string, body: JsonObject, parsers: FieldParsers): void {
  for (const [name, value] of membersOf(body)) {
    const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
    if (parser === undefined) {
      throw parseError(`[${type}] unknown field [${name}]${didYouMean(name, Object.keys(parsers))}`);
    }
    const token = tokenOf(value);
    if (!parser.tokens.some((allowed) => allowed === token)) {
      throw parseError(`[${type}] ${name} doesn't support values of type: ${token}`);
    }
    try {
      parser.read(value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw parseError(`[${type}] failed to parse field [${name}]`, error.error);
    }
  }
}

export function textField(set: (value: string) => void): FieldParser {
  return { tokens: ['VALUE_STRING'], read: (value) => set(String(value)) };
}

export function intField(set: (value: number) => void): FieldParser {
  return { tokens: ['VALUE_NUMBER', 'VALUE_STRING'], read: (value) => set(toInt(value)) };
}

export function doubleField(set: (value: number) => void): FieldParser {
  return { tokens: ['VALUE_NUMBER', 'VALUE_STRING'], read: (value) => set(toDouble(value)) };
}

export function booleanField(set: (value: boolean) => void): FieldParser {
  return { tokens: ['VALUE_BOOLEAN', 'VALUE_STRING'], read: (value) => set(toBoolean(value)) };
}

export function boostField(set: (value: number) => void): FieldParser {
  return { tokens: ['VALUE_NUMBER', 'VALUE_STRING'], read: (value) => set(requireBoost(value)) };
}

/** `_name` of a query that is named by a text alone, which was taken before (`takeName`): what is left is none. */
export const nameField: FieldParser = textField(() => {});

/** Throws where one of the members is not given: all that are missing are named. */
export function required(body: JsonObject, names: readonly string[]): void {
  const missing = names.filter((name) => !Object.hasOwn(body, name));
  if (missing.length === 0) return;
  throw new ApiError({ type: 'illegal_argument_exception', reason: `Required [${missing.join(', ')}]` });
}

/** As `readFields`, for the body of a query: what is wrong is a `parsing_exception` in its words. */
export function readQueryFields(query: string, body: JsonObject, parsers: FieldParsers): void {
  try {
    readFields(query, body, parsers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error: causedBy } = error;
    throw new ApiError({ type: 'parsing_exception', reason: causedBy.reason, causedBy });
  }
}

/** A list of what `read` reads, or one of it alone. */
export function listField(tokens: FieldParser['tokens'], read: (value: unknown) => void): FieldParser {
  return {
    tokens: ['START_ARRAY', ...tokens],
    read: (value) => {
      if (!Array.isArray(value)) read(value);
      else for (const item of itemsOf(value as readonly unknown[])) read(item);
    },
  };
}
