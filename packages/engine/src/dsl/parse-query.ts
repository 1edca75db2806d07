import { ApiError, apiError, table } from '@sextant/contract';
import { parseBool } from './bool.ts';
import { parseConstantScore, parseDisMax } from './compound.ts';
import { parseExists } from './exists.ts';
import { parseFuzzy } from './fuzzy.ts';
import { parseIds } from './ids.ts';
import { isObject, type JsonObject, parsingError } from './json-reader.ts';
import { parseMatch, parseMatchBoolPrefix } from './match.ts';
import { parseMatchAll, parseMatchNone } from './match-all.ts';
import { parseMatchPhrase } from './match-phrase.ts';
import { parseMultiMatch } from './multi-match.ts';
import { parsePrefix, parseWildcard } from './multi-term.ts';
import { takeName } from './query-name.ts';
import type { QueryNode } from './query-node.ts';
import { parseRange } from './range.ts';
import { didYouMean } from './suggestions.ts';
import { parseTerm } from './term.ts';
import { parseTerms } from './terms.ts';

type QueryParser = (body: unknown, parse: (body: unknown) => QueryNode) => QueryNode;

const parsers: Readonly<Record<string, QueryParser>> = table({
  bool: parseBool,
  constant_score: parseConstantScore,
  dis_max: parseDisMax,
  exists: parseExists,
  fuzzy: parseFuzzy,
  ids: parseIds,
  match: parseMatch,
  match_all: parseMatchAll,
  match_bool_prefix: parseMatchBoolPrefix,
  match_none: parseMatchNone,
  match_phrase: parseMatchPhrase,
  multi_match: parseMultiMatch,
  prefix: parsePrefix,
  range: parseRange,
  term: parseTerm,
  terms: parseTerms,
  wildcard: parseWildcard,
});

/** Deeper trees are refused, as by `indices.query.bool.max_nested_depth`. */
const MAX_DEPTH = 30;

/** Reads `{"<name>":{…}}`. Throws ApiError with the text of OpenSearch for what it cannot read. */
export function parseQuery(body: unknown): QueryNode {
  return parseNested(body, 1);
}

function parseNested(body: unknown, depth: number): QueryNode {
  if (!isObject(body)) {
    throw parsingError(`[_na] query malformed, must start with start_object`);
  }
  const name = soleName(body);
  if (depth > MAX_DEPTH) {
    const limit = `exceeds ${MAX_DEPTH}`;
    throw apiError('illegal_argument_exception', `The nested depth of the query ${limit} used in [${name}]`);
  }
  const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
  const inner = body[name];
  if (!isObject(inner)) throw parsingError(`[${name}] query malformed, no start_object after query name`);
  if (parser === undefined) throw unknownQuery(name);
  const named = takeName(name, inner);
  const node = parser(named.body, (nested) => parseNested(nested, depth + 1));
  return named.name === null ? node : Object.freeze({ ...node, name: named.name });
}

function soleName(body: JsonObject): string {
  const names = Object.keys(body);
  const name = names[0];
  if (name === undefined) throw apiError('illegal_argument_exception', 'query malformed, empty clause found');
  if (names.length > 1) {
    throw parsingError(`[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`);
  }
  return name;
}

function unknownQuery(name: string): ApiError {
  const reason = `unknown query [${name}]${didYouMean(name, Object.keys(parsers))}`;
  const causedBy = { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` } as const;
  return new ApiError({ type: 'parsing_exception', reason, causedBy });
}
