import type { Scalar } from '../dsl/query-node.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { INDEX } from '../mapping/metadata-fields.ts';
import { namesIndex } from './metadata-query.ts';
import type { ShardOutline } from './query-type.ts';

/** The one value that all documents of the shard have of a field; undefined where that is not so. */
function constantOf(field: MappedField, { searcher }: ShardOutline): string | undefined {
  if (field.name === INDEX) return searcher.index;
  const constant = field.fieldType.constant?.(field.definition);
  return constant === undefined ? undefined : String(constant);
}

/** Whether no document can have a value that `takes` wants: there is no such field, or all have another value. */
export function hasNone(
  name: string,
  shard: ShardOutline | null,
  takes: (value: string) => boolean,
): boolean {
  if (shard === null) return false;
  const field = shard.mapping.field(name);
  if (field === undefined) return true;
  const constant = constantOf(field, shard);
  return constant !== undefined && !takes(constant);
}

/** Whether documents that all have this value are among those with the value that is looked for. */
export function isConstant(field: string, value: Scalar, constant: string): boolean {
  return field === INDEX ? namesIndex(String(value), constant) : String(value) === constant;
}
