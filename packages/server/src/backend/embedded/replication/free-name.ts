import { apiError } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { isToBeAlias } from '../indices/names-being-made.ts';
import { streamIndices } from '../streams/data-stream.ts';

/** Throws ApiError where an index that is to follow cannot have the name: before anything of its leader is copied. */
export function requireFreeName(context: Pick<EmbeddedContext, 'engine' | 'metadata'>, name: string): void {
  if (context.engine.index(name) !== undefined) throw taken(name);
  requireNoOther(context, name);
}

/** Throws ApiError where an alias or a data stream has the name. */
export function requireNoOther(
  { engine, metadata }: Pick<EmbeddedContext, 'engine' | 'metadata'>,
  name: string,
): void {
  const isAlias =
    isToBeAlias(engine, name) || engine.indices().some(({ aliases }) => Object.hasOwn(aliases, name));
  const isStream = streamIndices(engine, metadata).has(name);
  if (!isAlias && !isStream) return;
  const reason = `Invalid index name [${name}], already exists as ${isAlias ? 'alias' : 'data stream'}`;
  throw apiError('invalid_index_name_exception', reason, { index: name, index_uuid: '_na_' });
}

export function taken(name: string): Error {
  const reason = `Cant use same index again for replication. Delete the index:${name}`;
  return apiError('illegal_argument_exception', reason);
}
