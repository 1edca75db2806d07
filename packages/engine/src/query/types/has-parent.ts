import { apiError } from '@sextant/contract';
import { type InnerHitsBody, noCollapse, parseInnerHits } from '../../dsl/inner-hits.ts';
import {
  isObject,
  type JsonObject,
  notSupported,
  requireBoost,
  singleOptions,
  toBoolean,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { relationOfParent } from '../../mapping/join-relations.ts';
import { ANY_COUNT } from '../found-ids.ts';
import { joined, relationFor } from '../joined-documents.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface HasParentNode extends QueryNode {
  readonly kind: 'has_parent';
  /** Of the parent. */
  readonly type: string;
  readonly query: QueryNode;
  /** Children have the score of their parent. */
  readonly isScored: boolean;
  readonly ignoreUnmapped: boolean;
  /** The parent is shown with each hit. */
  readonly innerHits: InnerHitsBody | null;
}

export const hasParent: QueryType<HasParentNode> = {
  name: 'has_parent',
  ofField: false,
  parse: parseHasParent,
  weight: hasParentWeight,
};

/** `{"has_parent":{"parent_type":"question","query":{…},"score":true,"inner_hits":{…}}}` */
function parseHasParent(body: JsonObject, parse: ParseQuery): HasParentNode {
  let type: string | null = null;
  let query: QueryNode | null = null;
  let isScored = false;
  let ignoreUnmapped = false;
  let innerHits: InnerHitsBody | null = null;
  let boost = 1;
  for (const { name, value } of singleOptions(body)) {
    if (name === 'query' && isObject(value)) query = parse(value);
    else if (name === 'inner_hits' && isObject(value))
      innerHits = parseInnerHits(value, noCollapse('has_parent'));
    else if (isObject(value)) throw notSupported('has_parent', name);
    else if (name === 'parent_type') type = toText(value);
    else if (name === 'score') isScored = toBoolean(value);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('has_parent', name);
  }
  const required = (field: string): Error =>
    apiError('illegal_argument_exception', `[has_parent] requires '${field}' field`);
  if (type === null) throw required('parent_type');
  if (query === null) throw required('query');
  return Object.freeze({ kind: 'has_parent', type, query, isScored, ignoreUnmapped, innerHits, boost });
}

function hasParentWeight(node: HasParentNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { type, query, isScored } = node;
  const relation = relationFor(node, context, 'a parent', (join) => relationOfParent(join, type));
  if (relation === null) return new MatchNoneWeight('');
  const { ids, children } = relation;
  const mode = isScored ? 'max' : 'none';
  const counts = { min: 1, max: ANY_COUNT };
  return joined({ ids, query, from: type, to: children, mode, ...counts, boost }, context, bind);
}
