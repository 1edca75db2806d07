import { apiError } from '@sextant/contract';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { QueryContext } from './weight.ts';

type Asked = Pick<QueryContext, 'budget' | 'mapping'>;

/** Throws ApiError where `search.allow_expensive_queries` is false. `what`: the queries, as OpenSearch calls them. */
export function refuseExpensive(what: string, { budget }: Asked, advice = ''): void {
  if (!budget.refusesExpensive) return;
  const setting = "'search.allow_expensive_queries'";
  throw apiError('exception', `${what} cannot be executed when ${setting} is set to false.${advice}`);
}

/** `prefix`, `wildcard`, `regexp` or `fuzzy` of a field: each looks through its terms. */
export function refusePattern(kind: string, field: MappedField, context: Asked): void {
  if (looksThroughTerms(field)) refuseExpensive(`[${kind}] queries`, context);
}

/** Beginnings of words that are kept as terms are quick to find. */
export function refusePrefix(field: MappedField, text: string, context: Asked): void {
  if (!looksThroughTerms(field) || keepsPrefix(field, text)) return;
  const advice = ' For optimised prefix queries on text fields please enable [index_prefixes].';
  refuseExpensive('[prefix] queries', context, advice);
}

export function refuseTermRange(field: MappedField, context: Asked): void {
  if (looksThroughTerms(field)) refuseExpensive('[range] queries on [text] or [keyword] fields', context);
}

/** `wildcard` and `constant_keyword` find patterns in ways of their own. */
function looksThroughTerms({ fieldType }: MappedField): boolean {
  return fieldType.isText && fieldType.isFuzzy !== false;
}

function keepsPrefix({ keptPrefix, prefixes }: MappedField, text: string): boolean {
  if (prefixes !== undefined) return text.length >= prefixes.min - 1 && text.length <= prefixes.max;
  return keptPrefix !== undefined && text.length <= keptPrefix;
}
