import type { IndexMetadata } from './index-metadata.ts';

/** An index whose folder is there, but that the engine does not have: it was brought there, or its name is another one's. */
export type DanglingIndex = Pick<IndexMetadata, 'name' | 'uuid' | 'creationDate' | 'aliases'>;

/** `known`: uuids of the indices that the engine has. */
export type DanglingCall =
  | { readonly kind: 'list'; readonly known: readonly string[] }
  | { readonly kind: 'import' | 'delete'; readonly uuid: string; readonly known: readonly string[] };
