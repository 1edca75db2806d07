import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError } from '../dsl/json-reader.ts';
import { takeName } from '../dsl/query-name.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { readAt, readInto } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import { queryTypes } from './query-types.ts';

/** Deeper trees are refused, as by `indices.query.bool.max_nested_depth`. */
const MAX_DEPTH = 30;

/** Reads `{"<name>":{…}}`. Throws ApiError with the text of OpenSearch for what it cannot read. */
export function parseQuery(body: unknown): QueryNode {
  return parseNested(body, 1);
}

/** The same of a query that a body consists of: whatever is wrong with it, it could not be parsed. */
export function parseWholeQuery(body: unknown): QueryNode {
  try {
    return parseQuery(body);
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.type === 'parsing_exception') throw error;
    throw new ApiError({ type: 'parsing_exception', reason: 'Failed to parse', causedBy: error.error });
  }
}

function parseNested(body: unknown, depth: number): QueryNode {
  if (!isObject(body)) {
    throw parsingError(`[_na] query malformed, must start with start_object`);
  }
  const name = firstName(body);
  if (depth > MAX_DEPTH) {
    const limit = `exceeds ${MAX_DEPTH}`;
    throw apiError('illegal_argument_exception', `The nested depth of the query ${limit} used in [${name}]`);
  }
  const type = Object.hasOwn(queryTypes, name) ? queryTypes[name] : undefined;
  const inner = body[name];
  readAt(body, name);
  if (!isObject(inner)) throw parsingError(`[${name}] query malformed, no start_object after query name`);
  if (type === undefined) throw unknownQuery(name);
  readInto(body, name);
  const named = takeName(inner, type);
  const node = type.parse(named.body, (nested) => parseNested(nested, depth + 1));
  checkSole(body);
  return named.name === null ? node : Object.freeze({ ...node, name: named.name });
}

function firstName(body: JsonObject): string {
  const [name] = Object.keys(body);
  readAt(body, null);
  if (name !== undefined) return name;
  throw apiError('illegal_argument_exception', 'query malformed, empty clause found');
}

/** What stands behind the query is looked at when that is read. */
function checkSole(body: JsonObject): void {
  const [name, other] = Object.keys(body);
  if (other === undefined) return;
  readAt(body, other, 'name');
  throw parsingError(`[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`);
}

function unknownQuery(name: string): ApiError {
  const reason = `unknown query [${name}]${didYouMean(name, Object.keys(queryTypes))}`;
  const causedBy = { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` } as const;
  return new ApiError({ type: 'parsing_exception', reason, causedBy });
}
