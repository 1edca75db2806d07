import { apiError } from '@sextant/contract';
import type { Scalar } from '../dsl/query-node.ts';
import { hasPostings, requireSearchable } from './field-support.ts';
import { utf8 } from './query-tokens.ts';
import type { QueryContext } from './weight.ts';

/** The one term that a value of a field is. Throws ApiError for fields whose values are none. */
export function fieldTerm(name: string, value: Scalar, context: QueryContext): Uint8Array {
  const field = context.mapping.field(name);
  if (field !== undefined) requireSearchable(field, context);
  if (field === undefined || field.storage === 'text') return utf8(String(value));
  const match = field.fieldType.match(field, value, context.nowMs);
  if (match.kind === 'term' && hasPostings(field)) return match.term;
  const reason = `Cannot extract a term from a query on field [${name}] of type [${field.type}]`;
  throw apiError('illegal_argument_exception', reason);
}
