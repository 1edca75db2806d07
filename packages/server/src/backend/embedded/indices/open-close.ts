import { apiError, dictionary, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { activeShardCount, copiesNeeded, validationFailed } from '../document/write-params.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { streamIndices } from '../streams/data-stream.ts';
import { taskName } from '../tasks/task-body.ts';
import { checkDestructive, resolvedNames } from './resolve.ts';

export const closeIndex: Handler<'indices.close'> = async (context, request) => {
  requireIndex(request);
  if (!context.settings.get('cluster.indices.close.enable')) {
    throw apiError(
      'illegal_state_exception',
      'closing indices is disabled - set [cluster.indices.close.enable: true] to enable it. NOTE: closed indices still consume a significant amount of diskspace',
    );
  }
  checkDestructive(context, request);
  const named = resolvedNames(context, request, metadataIndices);
  const open = named.filter((index) => index.state === 'open');
  const enough = enoughCopies(request, open);
  checkRequestBlocks(context, request, named, 'metadata_write', { named: true });
  checkStreams(context, open);
  const indices: Record<string, JsonMap> = dictionary();
  for (const index of open) {
    await context.engine.closeIndex(index.name);
    indices[index.name] = { closed: true };
  }
  return ok({ acknowledged: true, shards_acknowledged: open.length > 0 && enough, indices });
};

/** What a data stream is written to stays open. Throws ApiError. */
function checkStreams({ engine, metadata }: EmbeddedContext, indices: readonly IndexMetadata[]): void {
  const written = [...streamIndices(engine, metadata).values()].map((members) => members.at(-1)!.name);
  const named = indices.map(({ name }) => name).filter((name) => written.includes(name));
  if (named.length === 0) return;
  const reason = `cannot close the following data stream write indices [${named.join(',')}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** Without `wait_for_completion` it goes on as a task, and the answer names it. */
export const openIndex: Handler<'indices.open'> = async (context, request) => {
  requireIndex(request);
  checkDestructive(context, request);
  const options = { ...metadataIndices, expandOpen: false, expandClosed: true };
  const indices = resolvedNames(context, request, options);
  const enough = enoughCopies(request, indices);
  checkRequestBlocks(context, request, indices, 'metadata_write', { named: true });
  request.task.describe(() => `open indices [${indices.map(({ name }) => name).join(', ')}]`);
  const open = async (): Promise<JsonMap> => {
    for (const index of indices) if (index.state === 'close') await context.engine.openIndex(index.name);
    return { acknowledged: true, shards_acknowledged: enough };
  };
  if (request.params.wait_for_completion !== false) return ok(await open());
  context.tasks.outlive(request.task, open);
  return ok({ task: taskName(context.identity.nodeId, request.task.number) });
};

function requireIndex(request: BackendRequest): void {
  if (request.indices.length === 0) throw validationFailed(['index is missing']);
}

/** Whether the one copy that a node has is as many as asked for. */
function enoughCopies(
  request: RequestOf<'indices.open' | 'indices.close'>,
  indices: readonly IndexMetadata[],
): boolean {
  activeShardCount(request.params.wait_for_active_shards, 1);
  return indices.every((index) => copiesNeeded(index, request.params) <= 1);
}
