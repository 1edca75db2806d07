import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { allIndices } from '../../../cluster/indices-options.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { forgetInStreams, streamIndices, streamOf } from '../streams/data-stream.ts';
import { changeInTurn } from './change-in-turn.ts';
import { checkDestructive, resolvedNames } from './resolve.ts';

/** Deletes indices; the block of a full disk does not stand in the way, for deleting is the way out. */
export const deleteIndex: Handler<'indices.delete'> = async (context, request) => {
  checkDestructive(context, request);
  const indices = resolvedNames(context, request, { ...allIndices, refuseAliases: true });
  const options = { deletes: true, named: true };
  checkRequestBlocks(context, request, indices, 'metadata_write', options);
  await deleteIndices(context, indices);
  return ok({ acknowledged: true });
};

/** Not while a stream names an index that is being made, which would be forgotten as one that is gone. Throws ApiError. */
export function deleteIndices(context: EmbeddedContext, indices: readonly IndexMetadata[]): Promise<void> {
  const { engine, metadata } = context;
  return changeInTurn(engine, async () => {
    checkStreams(context, indices);
    for (const index of indices) await engine.deleteIndex(index.name);
    forgetInStreams(
      metadata,
      indices.map(({ name }) => name),
    );
  });
}

/** A stream keeps the index that is written to. Throws ApiError. */
function checkStreams({ engine, metadata }: EmbeddedContext, indices: readonly IndexMetadata[]): void {
  for (const { name } of indices) {
    const stream = streamOf(metadata, name);
    if (stream === undefined || streamIndices(engine, metadata).get(stream)?.at(-1)?.name !== name) continue;
    throw apiError(
      'illegal_argument_exception',
      `index [${name}] is the write index for data stream [${stream}] and cannot be deleted`,
    );
  }
}
