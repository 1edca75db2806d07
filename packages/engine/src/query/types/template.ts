import { ApiError, apiError } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { wrapError } from '../../mapping/errors.ts';
import type { ParseQuery, QueryType } from '../query-type.ts';

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
    if (!(error instanceof ApiError)) throw error;
    const reason = `Failed to rewrite template query: ${JSON.stringify(body)}`;
    throw wrapError('illegal_argument_exception', reason, error.error);
  }
}
