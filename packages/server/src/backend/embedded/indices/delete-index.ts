import { allIndices } from '../../../cluster/indices-options.ts';
import { type Handler, ok } from '../context.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { checkDestructive, resolvedNames } from './resolve.ts';

/** Deletes indices; the block of a full disk does not stand in the way, for deleting is the way out. */
export const deleteIndex: Handler<'indices.delete'> = async (context, request) => {
  checkDestructive(context, request);
  const indices = resolvedNames(context, request, { ...allIndices, refuseAliases: true });
  const options = { deletes: true, named: true };
  checkRequestBlocks(context, request, indices, 'metadata_write', options);
  for (const index of indices) await context.engine.deleteIndex(index.name);
  return ok({ acknowledged: true });
};
