import { apiError } from '@sextant/contract';
import type { ClusterMetadata, Section } from '../../../cluster/metadata/cluster-metadata.ts';

/** A script that is kept by name. */
export interface StoredScript {
  readonly lang: string;
  readonly source: string;
  readonly options?: Readonly<Record<string, string>>;
}

export const storedScripts: Section<StoredScript> = { name: 'stored_scripts' };

/** Where they are kept. */
export interface KeepsScripts {
  readonly metadata: ClusterMetadata;
}

/** Throws ApiError where none has this name. */
export function storedScript({ metadata }: KeepsScripts, id: string): StoredScript {
  const found = metadata.entries(storedScripts).get(id);
  if (found !== undefined) return found;
  throw apiError('resource_not_found_exception', `unable to find script [${id}] in cluster state`);
}
