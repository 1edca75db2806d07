import { ApiError, apiError, dictionary, type ErrorCause } from '@sextant/contract';
import { isObject, requireBoost, requireObject, toBoolean, tokenOf, toText } from './json-reader.ts';
import type { BoolNode, QueryNode } from './query-node.ts';
import { didYouMean } from './suggestions.ts';

const CLAUSES = ['must', 'must_not', 'mustNot', 'should', 'filter'];
const OPTIONS = ['minimum_should_match', 'adjust_pure_negative', 'boost'];

/** `{"bool":{"must":…,"filter":…,"should":…,"must_not":…}}`, each a query or a list of queries. */
export function parseBool(body: unknown, parse: (body: unknown) => QueryNode): BoolNode {
  const clauses: Record<string, QueryNode[]> = dictionary({ must: [], filter: [], should: [], must_not: [] });
  let minimumShouldMatch: string | null = null;
  let adjustPureNegative = true;
  let boost = 1;
  for (const [name, value] of Object.entries(requireObject('bool', body))) {
    if (CLAUSES.includes(name)) {
      clauses[name === 'mustNot' ? 'must_not' : name]!.push(...readClauses(name, value, parse));
    } else if (name === 'minimum_should_match') minimumShouldMatch = readMinimum(value);
    else if (name === 'adjust_pure_negative') adjustPureNegative = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw unknownClause(name);
  }
  return Object.freeze({
    kind: 'bool',
    must: Object.freeze(clauses.must!),
    filter: Object.freeze(clauses.filter!),
    should: Object.freeze(clauses.should!),
    mustNot: Object.freeze(clauses.must_not!),
    minimumShouldMatch,
    adjustPureNegative,
    boost,
  });
}

function unknownClause(name: string): ApiError {
  const hint = didYouMean(name, [...CLAUSES, ...OPTIONS]);
  return apiError('x_content_parse_exception', `[bool] unknown field [${name}]${hint}`);
}

function readMinimum(value: unknown): string | null {
  if (value === null) return null;
  if (isObject(value) || Array.isArray(value)) throw wrongType('minimum_should_match', value);
  return toText(value);
}

function wrongType(name: string, value: unknown): ApiError {
  const reason = `[bool] ${name} doesn't support values of type: ${tokenOf(value)}`;
  return apiError('x_content_parse_exception', reason);
}

/** The innermost error that a parser threw of its own is the root. */
function failedClause(name: string, cause: ErrorCause): ApiError {
  const reason = `[bool] failed to parse field [${name}]`;
  const { rootCause, ...causedBy } = cause;
  const ofParser = cause.type === 'parsing_exception' || cause.type === 'x_content_parse_exception';
  const root = rootCause ?? (ofParser ? [{ type: cause.type, reason: cause.reason }] : undefined);
  const error: ErrorCause = { type: 'x_content_parse_exception', reason, causedBy };
  return new ApiError(root === undefined ? error : { ...error, rootCause: root });
}

function readClauses(name: string, value: unknown, parse: (body: unknown) => QueryNode): QueryNode[] {
  if (!isObject(value) && !Array.isArray(value)) throw wrongType(name, value);
  const bodies: unknown[] = Array.isArray(value) ? value : [value];
  return bodies.map((body) => {
    if (!isObject(body)) throw wrongType(name, body);
    try {
      return parse(body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw failedClause(name, error.error);
    }
  });
}
