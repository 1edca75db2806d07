import { apiError } from '@sextant/contract';
import type { InnerHitsBody } from '../../dsl/inner-hits.ts';
import { readJoining } from '../../dsl/joining-options.ts';
import { type JsonObject, toText } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { BlockJoinWeight } from '../block-join-weight.ts';
import { refuseExpensive } from '../expensive-queries.ts';
import { type JoinScoreMode, readScoreMode } from '../join-score-mode.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import {
  FixedScoreWeight,
  MatchNoneWeight,
  type QueryContext,
  type Weight,
  withoutScores,
} from '../weight.ts';

export interface NestedNode extends QueryNode {
  readonly kind: 'nested';
  readonly path: string;
  readonly query: QueryNode;
  readonly scoreMode: JoinScoreMode;
  readonly ignoreUnmapped: boolean;
  /** The objects that match are shown with each hit. */
  readonly innerHits: InnerHitsBody | null;
}

export const nested: QueryType<NestedNode> = {
  name: 'nested',
  ofField: false,
  compound: true,
  parse: parseNested,
  weight: nestedWeight,
  isNothing: ({ query }, shard, isNothing) => {
    isNothing(query, shard);
    return false;
  },
};

/** Nested queries within each other, unless `index.query.max_nested_depth` says otherwise. */
const DEFAULT_DEPTH = 20;

/** `{"nested":{"path":"comments","query":{…},"score_mode":"avg","ignore_unmapped":false,"inner_hits":{…}}}` */
function parseNested(body: JsonObject, parse: ParseQuery): NestedNode {
  let path = null as string | null;
  let scoreMode: JoinScoreMode = 'avg';
  const { query, ...options } = readJoining('nested', body, parse, (name, value) => {
    if (name === 'path') path = toText(value);
    else if (name === 'score_mode') scoreMode = readScoreMode(value);
    else return false;
    return true;
  });
  const required = (field: string): Error =>
    apiError('illegal_argument_exception', `[nested] requires '${field}' field`);
  if (path === null) throw required('path');
  if (query === null) throw required('query');
  return Object.freeze({ kind: 'nested', path, query, scoreMode, ...options });
}

function nestedWeight(node: NestedNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  refuseExpensive('[joining] queries', context);
  const { path, scoreMode } = node;
  const object = context.mapping.object(path);
  if (object === undefined) {
    if (node.ignoreUnmapped) return new MatchNoneWeight();
    throw illegalState(`[nested] failed to find nested object under path [${path}]`);
  }
  if (object.nested === undefined)
    throw illegalState(`[nested] nested object under path [${path}] is not of nested type`);
  const nestedDepth = (context.nestedDepth ?? 0) + 1;
  checkDepth(nestedDepth, context);
  const { nestedPath: parentPath = null } = context;
  const scored = scoreMode === 'none' ? withoutScores(context) : context;
  const inner = bind(node.query, { ...scored, nestedPath: path, nestedDepth }, boost);
  if (inner instanceof MatchNoneWeight) return inner;
  // An object that is asked for within its own path is that object.
  if (parentPath === path) return scored === context ? inner : new FixedScoreWeight(inner, 0);
  return new BlockJoinWeight(context, inner, { path, parentPath, scoreMode });
}

function checkDepth(depth: number, { mapping }: QueryContext): void {
  const limit = Number(mapping.flat['index.query.max_nested_depth'] ?? DEFAULT_DEPTH);
  if (depth <= limit) return;
  throw apiError(
    'illegal_argument_exception',
    `The depth of Nested Query is [${depth}] has exceeded the allowed maximum of [${limit}]. This maximum can be set ` +
      'by changing the [index.query.max_nested_depth] index level setting.',
  );
}

function illegalState(reason: string): Error {
  return apiError('illegal_state_exception', reason);
}
