import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { relationOfChild } from '../../mapping/join-relations.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import type { ShardContext } from '../aggregator.ts';
import { type JoinedNames, joinAggregator } from '../buckets/join-aggregator.ts';

interface JoinSpec {
  /** Of the children. */
  readonly type: string;
}

/** The children of a name of the documents that come, or the parents of those that have the name. */
function joining(name: 'children' | 'parent'): AggregationType<JoinSpec> {
  const joined = ({ type }: JoinSpec, { join }: ShardContext['mapping']): JoinedNames | null => {
    const relation = join === undefined ? undefined : relationOfChild(join, type);
    if (join === undefined || relation === undefined) return null;
    const [from, to] = name === 'children' ? [relation.parent, type] : [type, relation.parent];
    return { relation, field: join.field, from, to };
  };
  return {
    name,
    holds: true,
    gives: 'bucket',
    isOneBucket: () => false,
    parse: (own, body) => Object.freeze({ type: readType(own, body, name) }),
    termsOf: (spec, mapping) => {
      const found = joined(spec, mapping);
      return found === null ? [] : [found.relation.ids];
    },
    handsOn: () => null,
    create: (node, shard, { children, topLevel }) => {
      const found = joined(node.spec, shard.mapping);
      return joinAggregator(node, shard, children, { joined: found, isSingle: topLevel });
    },
  };
}

function readType(name: string, body: JsonObject, aggregation: string): string {
  let type: string | null = null;
  for (const [key, value] of membersOf(body)) {
    if (typeof value !== 'string') throw parsingError(`Unexpected token ${tokenOf(value)} in [${name}].`);
    if (key !== 'type') throw parsingError(`Unknown key for a ${tokenOf(value)} in [${name}]: [${key}].`);
    type = value;
  }
  if (type === null)
    throw parsingError(`Missing [child_type] field for ${aggregation} aggregation [${name}]`);
  return type;
}

export const children = joining('children');
export const parent = joining('parent');
