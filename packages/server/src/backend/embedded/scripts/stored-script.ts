import { apiError } from '@sextant/contract';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
import type { EmbeddedContext } from '../context.ts';

/** A script that is kept by name. */
export interface StoredScript {
  readonly lang: string;
  readonly source: string;
  readonly options?: Readonly<Record<string, string>>;
}

export const storedScripts: Section<StoredScript> = { name: 'stored_scripts' };

/** Throws ApiError where none has this name. */
export function storedScript({ metadata }: Pick<EmbeddedContext, 'metadata'>, id: string): StoredScript {
  const found = metadata.entries(storedScripts).get(id);
  if (found !== undefined) return found;
  throw apiError('resource_not_found_exception', `unable to find script [${id}] in cluster state`);
}
