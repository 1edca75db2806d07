import type { JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { forceMergeDescription } from '../tasks/descriptions.ts';
import { taskName } from '../tasks/task-body.ts';
import { resolvedNames } from './resolve.ts';

export const refresh: Handler<'indices.refresh'> = async (context, request) => {
  const indices = resolvedNames(context, request, openIndices);
  await Promise.all(indices.map((index) => context.engine.refresh(index.name)));
  return ok({ _shards: shardsBody(context, indices) });
};

export const flush: Handler<'indices.flush'> = async (context, request) => {
  const force = request.params.force === true;
  if (force && request.params.wait_if_ongoing === false) {
    throw validationFailed(['wait_if_ongoing must be true for a force flush']);
  }
  const indices = resolvedNames(context, request, openIndices);
  await Promise.all(indices.map((index) => context.engine.flush(index.name, { force })));
  return ok({ _shards: shardsBody(context, indices) });
};

/** Without `wait_for_completion` the merge goes on as a task, and the answer names it. */
export const forceMerge: Handler<'indices.forcemerge'> = async (context, request) => {
  const { task } = request;
  if (request.params.wait_for_completion !== false) return ok(await mergeIndices(context, request));
  context.tasks.outlive(task, () => mergeIndices(context, request));
  return ok({ task: taskName(context.identity.nodeId, task.number) });
};

async function mergeIndices(
  context: EmbeddedContext,
  request: RequestOf<'indices.forcemerge'>,
): Promise<JsonMap> {
  const { params, task } = request;
  const options = mergeOptions(params.max_num_segments, params.only_expunge_deletes === true);
  // As it was asked for: what is missing is told by the result.
  task.describe(() =>
    forceMergeDescription({
      indices: request.indices,
      maxSegments: params.max_num_segments ?? -1,
      onlyExpungeDeletes: options.onlyExpungeDeletes,
      flush: params.flush !== false,
      primaryOnly: params.primary_only === true,
    }),
  );
  const indices = resolvedNames(context, request, openIndices);
  checkRequestBlocks(context, request, indices, 'metadata_write');
  let merged = 0;
  task.reportsStatus(() => ({ total: indices.length, merged }));
  for (const index of indices) {
    await context.engine.forceMerge(index.name, options);
    if (params.flush !== false) await context.engine.flush(index.name, { force: false });
    merged++;
  }
  return { _shards: shardsBody(context, indices) };
}

function mergeOptions(
  segments: number | undefined,
  onlyExpungeDeletes: boolean,
): { maxNumSegments?: number; onlyExpungeDeletes: boolean } {
  if (segments === undefined || segments < 0) return { onlyExpungeDeletes };
  return { maxNumSegments: Math.max(1, segments), onlyExpungeDeletes };
}

/** Answers of searches, and the terms of text fields by document. Where caches are named, the others stay. */
export const clearCache: Handler<'indices.clear_cache'> = async (context, request) => {
  const catalog = catalogOf(context, request);
  const found = resolveIndices(catalog, request.indices, indicesOptions(request.params, openIndices));
  const indices = found.map(({ index }) => index);
  checkBlocks(indices, 'metadata_read');
  const { request: named, query, fielddata, fields } = request.params;
  const others = query === true || fielddata === true || (fields ?? []).length > 0;
  if (named === true || !others) {
    for (const { name } of indices) context.engine.clearRequestCache(name);
  }
  const some = (fields ?? []).length > 0 ? fields! : null;
  const all = named !== true && query !== true && some === null;
  if (fielddata === true || some !== null || all) {
    for (const { name } of indices) context.engine.clearFielddata(name, some);
  }
  return ok({ _shards: shardsBody(context, indices) });
};

/** Copies of all shards, of which this node has the primaries that work. */
export function shardsBody({ engine }: EmbeddedContext, indices: readonly IndexMetadata[]): JsonMap {
  let total = 0;
  let successful = 0;
  for (const index of indices) {
    total += index.numberOfShards * (index.numberOfReplicas + 1);
    successful += index.numberOfShards - engine.failures(index.name).length;
  }
  return { total, successful, failed: 0 };
}
