import type { Documents } from '../search/documents-view.ts';

/** A document that is left of a page, as it is to be written. */
interface LeftDocument {
  /** Its place in the page. */
  readonly item: number;
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
  /** Where it is not the one that it was found with. */
  readonly version?: number;
}

/** A page of these, their sources one after the other. */
export function documentsOf(documents: Documents, left: readonly LeftDocument[]): Documents {
  const starts = new Int32Array(left.length);
  const ends = new Int32Array(left.length);
  let length = 0;
  for (const [i, { source }] of left.entries()) {
    starts[i] = length;
    length += source.length;
    ends[i] = length;
  }
  const source = new Uint8Array(length);
  for (const [i, each] of left.entries()) source.set(each.source, starts[i]!);
  return {
    length: left.length,
    indices: left.map(({ index }) => index),
    ids: left.map(({ id }) => id),
    routings: left.map(({ routing }) => routing),
    versions: left.map(({ item, version }) => version ?? documents.versions[item]!),
    seqNos: left.map(({ item }) => documents.seqNos[item]!),
    primaryTerms: left.map(({ item }) => documents.primaryTerms[item]!),
    source,
    starts,
    ends,
  };
}
