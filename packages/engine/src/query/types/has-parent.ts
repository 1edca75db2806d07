import { apiError } from '@sextant/contract';
import type { InnerHitsBody } from '../../dsl/inner-hits.ts';
import { readJoining } from '../../dsl/joining-options.ts';
import { type JsonObject, toBoolean, toText } from '../../dsl/json-reader.ts';
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
  isNothing: ({ query }, shard, isNothing) => {
    isNothing(query, shard);
    return false;
  },
};

/** `{"has_parent":{"parent_type":"question","query":{…},"score":true,"inner_hits":{…}}}` */
function parseHasParent(body: JsonObject, parse: ParseQuery): HasParentNode {
  let type = null as string | null;
  let isScored = false;
  const { query, ...options } = readJoining('has_parent', body, parse, (name, value) => {
    if (name === 'parent_type') type = toText(value);
    else if (name === 'score') isScored = toBoolean(value);
    else return false;
    return true;
  });
  const required = (field: string): Error =>
    apiError('illegal_argument_exception', `[has_parent] requires '${field}' field`);
  if (type === null) throw required('parent_type');
  if (query === null) throw required('query');
  return Object.freeze({ kind: 'has_parent', type, query, isScored, ...options });
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
