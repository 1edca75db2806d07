import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from './field-clause.ts';
import { toBoolean, toText } from './json-reader.ts';
import type { PrefixNode, WildcardNode } from './query-node.ts';

/** `{"prefix":{"field":"ab"}}` or with `value`, `boost`, `case_insensitive`, `rewrite`. */
export function parsePrefix(body: unknown): PrefixNode {
  return Object.freeze({ kind: 'prefix', ...readPattern('prefix', body) });
}

/**
 * `{"wildcard":{"field":"a*b?"}}` or with `value` (or `wildcard`), `boost`, `case_insensitive`, `rewrite`.
 */
export function parseWildcard(body: unknown): WildcardNode {
  return Object.freeze({ kind: 'wildcard', ...readPattern('wildcard', body) });
}

function readPattern(query: 'prefix' | 'wildcard', body: unknown): Omit<PrefixNode, 'kind'> {
  const clause = readFieldClause(query, body);
  let value: string | null = clause.short === undefined ? null : toText(clause.short);
  let caseInsensitive = false;
  const take = (given: unknown): void => {
    value = toText(given);
  };
  const readers: Record<string, (given: unknown) => void> = {
    value: take,
    case_insensitive: (given) => {
      caseInsensitive = toBoolean(given);
    },
    rewrite: checkRewrite,
  };
  readers[query] = take;
  const { boost } = readOptions(query, clause.options, readers);
  if (value === null) throw apiError('illegal_argument_exception', 'value cannot be null');
  return { field: clause.field, value, caseInsensitive, boost };
}

/** Only those ways of rewriting that give a constant score, which is the default. */
function checkRewrite(value: unknown): void {
  const text = toText(value);
  if (!['constant_score', 'constant_score_blended', 'constant_score_boolean'].includes(text)) {
    throw apiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
  }
}
