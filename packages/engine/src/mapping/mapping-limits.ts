import { ApiError } from '@sextant/contract';
import type { FlatSettings } from '../analysis/registry.ts';
import { illegalArgument, LimitError } from './errors.ts';
import type { Mapper } from './object-mapper.ts';

/** What a segment can number, and how long the full name of a field may be in it. */
export const MAX_FIELDS = 0xffff;
const MAX_PATH_BYTES = 0xffff;

export interface Limits {
  readonly totalFields: number;
  readonly depth: number;
  readonly nameLength: number;
  readonly nestedFields: number;
}

/** Of a mapping that is there already: limits may have been lowered since. */
export const NO_LIMITS: Limits = {
  totalFields: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  nameLength: Number.POSITIVE_INFINITY,
  nestedFields: Number.POSITIVE_INFINITY,
};

export function checkDepth(path: string, depth: number, limit: number): void {
  if (depth < limit) return;
  const reason = `Limit of mapping depth [${limit}] has been exceeded due to object field [${path}]`;
  throw new LimitError({ type: 'illegal_argument_exception', reason });
}

export function checkFieldCount(count: number, limit: number): void {
  if (count <= limit) return;
  const reason = `Limit of total fields [${limit}] has been exceeded`;
  throw new LimitError({ type: 'illegal_argument_exception', reason });
}

/** What is wrong with a field is told rather than that there are too many, and one may be defined twice; but not all of ever so many are read for that. */
const READ_BEYOND = 10_000;

/** Throws where so many definitions of fields are read that there are too many, whatever comes behind them. */
export function checkFieldsRead(count: number, limit: number): void {
  if (count > limit + READ_BEYOND) checkFieldCount(count, limit);
}

/** A segment keeps the length of a name in two bytes. */
export function checkPath(path: string): void {
  if (path.length * 3 <= MAX_PATH_BYTES) return;
  const bytes = new TextEncoder().encode(path).length;
  if (bytes <= MAX_PATH_BYTES) return;
  const shown = `${path.slice(0, 100)}...`;
  throw illegalArgument(
    `Field name [${shown}] with the names of its objects takes [${bytes}] bytes, more than the limit of [${MAX_PATH_BYTES}]`,
  );
}

export function limitsOf(flat: FlatSettings): Limits {
  const limit = (name: string, otherwise: number): number =>
    Number(flat[`index.mapping.${name}.limit`] ?? otherwise);
  return {
    totalFields: limit('total_fields', 1000),
    depth: limit('depth', 20),
    nameLength: limit('field_name_length', 50_000),
    nestedFields: limit('nested_fields', 50),
  };
}

/** Children lie in the shard of their parent, which a routing that leads to several shards does not tell. */
export function checkPartitions(children: Iterable<Mapper>, flat: FlatSettings): void {
  if (Number(flat['index.routing_partition_size'] ?? 1) <= 1) return;
  for (const child of children) {
    if (child.kind !== 'field' || child.mapped.join === undefined) continue;
    const index = String(flat['index.provided_name'] ?? '');
    const reason = `cannot create join field [${child.name}] for the partitioned index [${index}]`;
    throw new ApiError({ type: 'illegal_state_exception', reason });
  }
}
