import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import {
  hasWildcard,
  type IndicesOptions,
  type Resolved,
  resolveIndices,
} from '../../../cluster/index-names.ts';
import { indicesOptions } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { indexNamingOf } from '../../index-naming.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';

/** The indices of the request's path (`{index}`), under the options of its query string. */
function resolveRequest(
  context: EmbeddedContext,
  request: BackendRequest,
  defaults: IndicesOptions,
): Resolved<IndexMetadata>[] {
  const withoutStreams = indexNamingOf(request.route.name)?.options.withoutStreams === true;
  const options = { ...indicesOptions(request.params, defaults), withoutStreams };
  return resolveIndices(catalogOf(context, request), request.indices, options);
}

export function resolvedNames(
  context: EmbeddedContext,
  request: BackendRequest,
  defaults: IndicesOptions,
): IndexMetadata[] {
  return resolveRequest(context, request, defaults).map((entry) => entry.index);
}

/**
 * Throws ApiError where wildcards are off limits for calls that destroy (`action.destructive_requires_name`).
 */
export function checkDestructive(context: EmbeddedContext, request: BackendRequest): void {
  if (!context.settings.get('action.destructive_requires_name')) return;
  if (!hasWildcard(request.indices)) return;
  throw apiError('illegal_argument_exception', 'Wildcard expressions or all indices are not allowed');
}
