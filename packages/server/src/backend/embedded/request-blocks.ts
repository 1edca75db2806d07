import { ApiError, apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { type BlockLevel, checkBlocks, clusterBlocks } from '../../cluster/blocks.ts';
import type { BackendRequest } from '../backend.ts';
import type { EmbeddedContext } from './context.ts';

interface BlockOptions {
  /** The call is about such a block of an index alone: those that are there do not forbid it, or several could never be lifted. */
  readonly isAboutBlock?: boolean;
  /** A block of the cluster names the indices in its error. */
  readonly named?: boolean;
  /** The call deletes indices, which the blocks of a full disk allow. */
  readonly deletes?: boolean;
}

/**
 * Throws ApiError where a block on the cluster or on one of the indices forbids the call. The service's own writes
 * pass the blocks of the cluster, or nobody could sign in to lift them.
 */
export function checkRequestBlocks(
  context: EmbeddedContext,
  request: BackendRequest,
  indices: readonly IndexMetadata[],
  level: Extract<BlockLevel, 'write' | 'metadata_write'>,
  options: BlockOptions = {},
): void {
  const names = options.named === true ? indices.map((index) => index.name) : undefined;
  const deletes = options.deletes === true ? 'read_only_allow_delete' : undefined;
  checkClusterBlocks(context, request, names, deletes);
  if (options.isAboutBlock !== true) checkBlocks(indices, level, deletes);
}

/** Throws ApiError where the cluster is read-only; `names` = [] means that nothing is changed. */
export function checkClusterBlocks(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'access'>,
  names: readonly string[] | undefined,
  except?: string,
): void {
  if (request.access.internal) return;
  const blocks = clusterBlocks(context.settings, except);
  if (blocks.length === 0) return;
  const blocked = `blocked by: [${blocks.join(', ')}];`;
  const reason = names === undefined ? blocked : names.map((name) => `index [${name}] ${blocked}`).join('');
  if (reason !== '') throw new ApiError({ type: 'cluster_block_exception', reason });
}

/** Throws ApiError where the create API is shut off (`cluster.blocks.create_index`). */
export function checkCreateBlock(context: EmbeddedContext, request: BackendRequest, name: string): void {
  checkClusterBlocks(context, request, [name]);
  if (request.access.internal || !context.settings.get('cluster.blocks.create_index')) return;
  throw apiError(
    'index_create_block_exception',
    'blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];',
  );
}
