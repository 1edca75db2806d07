import { apiError } from '@sextant/contract';
import type { InnerHitsBody } from '../../dsl/inner-hits.ts';
import { readJoining } from '../../dsl/joining-options.ts';
import { type JsonObject, toInt, toText } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { relationOfChild } from '../../mapping/join-relations.ts';
import { ANY_COUNT } from '../found-ids.ts';
import { type JoinScoreMode, readScoreMode } from '../join-score-mode.ts';
import { joined, relationFor } from '../joined-documents.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface HasChildNode extends QueryNode {
  readonly kind: 'has_child';
  /** Of the children. */
  readonly type: string;
  readonly query: QueryNode;
  readonly scoreMode: JoinScoreMode;
  /** So many children have to match. */
  readonly min: number;
  readonly max: number;
  readonly ignoreUnmapped: boolean;
  /** The children that match are shown with each hit. */
  readonly innerHits: InnerHitsBody | null;
}

export const hasChild: QueryType<HasChildNode> = {
  name: 'has_child',
  ofField: false,
  parse: parseHasChild,
  weight: hasChildWeight,
  isNothing: ({ query }, shard, isNothing) => {
    isNothing(query, shard);
    return false;
  },
};

/** `{"has_child":{"type":"answer","query":{…},"score_mode":"sum","min_children":2,"inner_hits":{…}}}` */
function parseHasChild(body: JsonObject, parse: ParseQuery): HasChildNode {
  let type = null as string | null;
  let scoreMode: JoinScoreMode = 'none';
  let [min, max] = [1, ANY_COUNT];
  const { query, ...options } = readJoining('has_child', body, parse, (name, value) => {
    if (name === 'type') type = toText(value);
    else if (name === 'score_mode') scoreMode = readScoreMode(value);
    else if (name === 'min_children') min = toInt(value);
    else if (name === 'max_children') max = toInt(value);
    else return false;
    return true;
  });
  if (type === null) throw refused("requires 'type' field");
  if (query === null) throw refused("requires 'query' field");
  checkCounts(min, max);
  return Object.freeze({ kind: 'has_child', type, query, scoreMode, min, max, ...options });
}

function checkCounts(min: number, max: number): void {
  if (min < 0) throw refused("requires non-negative 'min_children' field");
  if (max < 0) throw refused("requires non-negative 'max_children' field");
  if (max < min) throw refused("'max_children' is less than 'min_children'");
}

function refused(why: string): Error {
  return apiError('illegal_argument_exception', `[has_child] ${why}`);
}

function hasChildWeight(node: HasChildNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { type, query, scoreMode: mode, min, max } = node;
  const relation = relationFor(node, context, 'a child', (join) => relationOfChild(join, type));
  if (relation === null) return new MatchNoneWeight('');
  const { ids, parent } = relation;
  return joined({ ids, query, from: type, to: [parent], mode, min, max, boost }, context, bind);
}
