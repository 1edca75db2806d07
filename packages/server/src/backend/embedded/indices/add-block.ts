import { apiError, type JsonMap } from '@sextant/contract';
import type { MetadataChange } from '@sextant/engine';
import { blockKinds, forbidsChanges } from '../../../cluster/blocks.ts';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import { type Handler, ok } from '../context.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { checkDestructive, resolvedNames } from './resolve.ts';

/** Sets `index.blocks.*`; indices that have the block already are left out of the answer. */
export const addBlock: Handler<'indices.add_block'> = async (context, request) => {
  const block = request.pathParams.block;
  if (!Object.hasOwn(blockKinds, block)) {
    throw apiError('illegal_argument_exception', `No block found with name ${block}`);
  }
  checkDestructive(context, request);
  const indices = resolvedNames(context, request, metadataIndices);
  checkRequestBlocks(context, request, indices, 'metadata_write', {
    isAboutBlock: forbidsChanges(block),
    named: true,
  });
  const setting = `index.blocks.${block}`;
  const blocked: JsonMap[] = [];
  const changes = new Map<string, MetadataChange>();
  for (const index of indices) {
    if (index.settings[setting] === 'true') continue;
    changes.set(index.name, { settings: { [setting]: 'true' } });
    blocked.push({ name: index.name, blocked: true });
  }
  await context.engine.updateMetadata(changes);
  return ok({ acknowledged: true, shards_acknowledged: blocked.length > 0, indices: blocked });
};
