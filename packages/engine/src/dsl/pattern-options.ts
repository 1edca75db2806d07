import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from './field-clause.ts';
import { toBoolean, toText } from './json-reader.ts';
import type { QueryNode } from './query-node.ts';

/** What queries for all terms of a form share. */
export interface PatternNode extends QueryNode {
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
}

/** `{"field":"ab"}` or with `value` (or the name of the query), `boost`, `case_insensitive`, `rewrite`. */
export function readPattern(query: string, body: unknown): PatternNode {
  const clause = readFieldClause(query, body);
  let value: string | null = null;
  let caseInsensitive = false;
  const take = (given: unknown): void => {
    // One reads null as none, the other refuses it as no text.
    value = query === 'prefix' && given === null ? null : toText(given);
  };
  if (clause.short !== undefined) take(clause.short);
  const readers: Record<string, (given: unknown) => void> = {
    value: take,
    case_insensitive: (given) => {
      caseInsensitive = toBoolean(given);
    },
    rewrite: checkRewrite,
  };
  // A prefix has no such name.
  if (query !== 'prefix') readers[query] = take;
  const { boost } = readOptions(query, clause.options, readers);
  if (value === null) throw apiError('illegal_argument_exception', 'value cannot be null');
  return Object.freeze({ kind: query, field: clause.field, value, caseInsensitive, boost });
}

/** Only those ways of rewriting that give a constant score, which is the default. */
export function checkRewrite(value: unknown): void {
  if (value === null) return;
  const text = toText(value);
  if (!['constant_score', 'constant_score_blended', 'constant_score_boolean'].includes(text)) {
    throw apiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
  }
}
