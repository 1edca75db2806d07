import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { wrapError } from '../../mapping/errors.ts';
import type { ParseQuery, QueryType } from '../query-type.ts';

const PROBLEM = 'Failed to rewrite template query: ';

interface TemplateNode extends QueryNode {
  readonly kind: 'template';
  readonly query: QueryNode;
}

/** A query with places that processors of a search pipeline would fill; what they leave is taken as it stands. */
export const template: QueryType<TemplateNode> = {
  name: 'template',
  ofField: false,
  compound: true,
  parse: parseTemplate,
  weight: ({ query }, context, boost, bind) => bind(query, context, boost),
  isNothing: ({ query }, shard, isNothing) => isNothing(query, shard),
};

/** `{"template":{"term":{…}}}`; it has neither a name nor a boost of its own. */
function parseTemplate(body: JsonObject, parse: ParseQuery): TemplateNode {
  if (Object.keys(body).length === 0) {
    const reason = 'Template string cannot be empty. A valid template must be provided.';
    throw apiError('illegal_argument_exception', reason);
  }
  try {
    return Object.freeze({ kind: 'template', query: parse(body), boost: 1 });
  } catch (error) {
    if (!(error instanceof ApiError) || isTold(error.error)) throw error;
    throw wrapError('illegal_argument_exception', PROBLEM + JSON.stringify(body), error.error);
  }
}

/** Whether a template within this one has told of it: one around the other, each would tell all of what is within it. */
function isTold(cause: ErrorCause): boolean {
  if (cause.reason?.startsWith(PROBLEM) === true) return true;
  return cause.causedBy !== undefined && isTold(cause.causedBy);
}
