import { type ApiError, apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { IndexCatalog } from '../../../cluster/index-names.ts';

/** An index by its own name: neither alias nor pattern. Throws ApiError. */
export function requiredIndex(catalog: IndexCatalog<IndexMetadata>, name: string): IndexMetadata {
  const index = catalog.get(name);
  if (index !== undefined) return index;
  throw apiError('index_not_found_exception', `no such index [${name}]`, { index: name, index_uuid: '_na_' });
}

export function noMatchingNode(name: string): ApiError {
  return apiError('illegal_argument_exception', `failed to resolve [${name}], no matching nodes`);
}
