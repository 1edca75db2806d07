import { apiError } from '@sextant/contract';
import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import type { ShardContext } from '../aggregator.ts';
import { nestedAggregator } from '../buckets/nested-aggregator.ts';

interface NestedSpec {
  readonly path: string;
}

export const nested: AggregationType<NestedSpec> = {
  name: 'nested',
  holds: true,
  gives: 'bucket',
  parse: (name, body) => {
    const path = readPath(name, body);
    if (path === null) throw parsingError(`Missing [path] field for nested aggregation [${name}]`);
    return Object.freeze({ path });
  },
  handsOn: ({ path }, shard) => (isNested('nested', path, shard) ? path : shard.nestedPath),
  create: (node, shard, { children }) => {
    const { path } = node.spec;
    const isMapped = isNested('nested', path, shard);
    return nestedAggregator(node, shard, children, isMapped ? path : null);
  },
};

/** The only member that these aggregations have; null where it is not given. */
export function readPath(name: string, body: JsonObject): string | null {
  let path: string | null = null;
  for (const [key, value] of membersOf(body)) {
    if (typeof value !== 'string') throw parsingError(`Unexpected token ${tokenOf(value)} in [${name}].`);
    if (key !== 'path') throw parsingError(`Unknown key for a ${tokenOf(value)} in [${name}]: [${key}].`);
    path = value;
  }
  return path;
}

/** False where there is no such object. Throws where it is one that is not nested. */
export function isNested(type: string, path: string, { mapping }: ShardContext): boolean {
  const object = mapping.object(path);
  if (object === undefined) return false;
  if (object.nested !== undefined) return true;
  throw apiError('aggregation_execution_exception', `[${type}] nested path [${path}] is not nested`);
}
