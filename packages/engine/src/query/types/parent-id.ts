import { apiError } from '@sextant/contract';
import { type JsonObject, notSupported, requireBoost, toBoolean, toText } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { relationOfChild } from '../../mapping/join-relations.ts';
import { refuseExpensive } from '../expensive-queries.ts';
import { shardError } from '../field-support.ts';
import type { BoolNode } from '../nodes/bool.ts';
import type { TermNode } from '../nodes/term.ts';
import type { BindQuery, QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

interface ParentIdNode extends QueryNode {
  readonly kind: 'parent_id';
  /** Of the children; null where it was not given. */
  readonly type: string | null;
  /** Of the parent. */
  readonly id: string;
  readonly ignoreUnmapped: boolean;
}

export const parentId: QueryType<ParentIdNode> = {
  name: 'parent_id',
  ofField: false,
  parse: parseParentId,
  weight: parentIdWeight,
};

/** `{"parent_id":{"type":"answer","id":"1","ignore_unmapped":false}}` */
function parseParentId(body: JsonObject): ParentIdNode {
  let type: string | null = null;
  let id: string | null = null;
  let ignoreUnmapped = false;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (typeof value === 'object') throw notSupported('parent_id', name);
    if (name === 'type') type = toText(value);
    else if (name === 'id') id = toText(value);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('parent_id', name);
  }
  if (type !== null && id === null)
    throw apiError('illegal_argument_exception', "[parent_id] requires 'id' field");
  return Object.freeze({ kind: 'parent_id', type, id: id ?? '', ignoreUnmapped, boost });
}

/** The children of one parent; scored by how many children of any name it has. */
function parentIdWeight(node: ParentIdNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  refuseExpensive('[joining] queries', context);
  const { type, id, ignoreUnmapped } = node;
  const { join } = context.mapping;
  const relation = join === undefined || type === null ? undefined : relationOfChild(join, type);
  if (join === undefined || relation === undefined || type === null) {
    if (ignoreUnmapped) return new MatchNoneWeight('');
    const { index } = context.searcher;
    const missing =
      join === undefined ? `join field found for index [${index}]` : `relation found for child [${type}]`;
    throw shardError(context, `[parent_id] no ${missing}`);
  }
  const term = (field: string, value: string): TermNode => {
    return { kind: 'term', field, value, caseInsensitive: false, boost: 1 };
  };
  const children: BoolNode = {
    kind: 'bool',
    must: [term(relation.ids, id)],
    filter: [term(join.field, type)],
    should: [],
    mustNot: [],
    minimumShouldMatch: null,
    adjustPureNegative: true,
    boost: 1,
  };
  return bind(children, context, boost);
}
