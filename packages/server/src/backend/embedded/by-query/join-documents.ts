import type { Documents } from '../search/documents-view.ts';

/** A document that is left of a page, as it is to be written. */
export interface LeftDocument {
  /** Its place in the page. */
  readonly item: number;
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
  /** Where it is not the one that it was found with. */
  readonly version?: number;
}

/** Where the sources of the documents of a page stand. */
export type PageSources = Pick<Documents, 'source' | 'starts' | 'ends'>;

/** A page of these, their sources one after the other. */
export function documentsOf(
  documents: Documents,
  left: readonly (LeftDocument & { readonly source: Uint8Array })[],
): Documents {
  const sources = new SourcesBuilder(left.reduce((length, { source }) => length + source.length, 0));
  for (const { source } of left) sources.add(source);
  return documentsWith(documents, left, sources.build());
}

/** A page of these, whose sources are `sources`. */
export function documentsWith(
  documents: Documents,
  left: readonly LeftDocument[],
  sources: PageSources,
): Documents {
  return {
    length: left.length,
    indices: left.map(({ index }) => index),
    ids: left.map(({ id }) => id),
    routings: left.map(({ routing }) => routing),
    versions: left.map(({ item, version }) => version ?? documents.versions[item]!),
    seqNos: left.map(({ item }) => documents.seqNos[item]!),
    primaryTerms: left.map(({ item }) => documents.primaryTerms[item]!),
    ...sources,
  };
}

const LENGTH_MIN = 1024;
/** Most bytes of UTF-8 that a character of a text takes. */
const BYTES_PER_CHAR = 3;

/** Sources of documents, put one after the other as they come. */
export class SourcesBuilder {
  #bytes: Buffer;
  #length = 0;
  readonly #ends: number[] = [];

  /** `expected`: about so many bytes. */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expected);
  }

  add(source: Uint8Array): void {
    this.#makeRoom(source.length);
    this.#bytes.set(source, this.#length);
    this.#end(source.length);
  }

  addText(source: string): void {
    this.#makeRoom(source.length * BYTES_PER_CHAR);
    this.#end(this.#bytes.write(source, this.#length));
  }

  /** To be called once, at the end. */
  build(): PageSources {
    const ends = Int32Array.from(this.#ends);
    const starts = ends.map((_, i) => (i === 0 ? 0 : ends[i - 1]!));
    const { buffer, byteOffset } = this.#bytes;
    return { source: new Uint8Array(buffer, byteOffset, this.#length), starts, ends };
  }

  #end(length: number): void {
    this.#length += length;
    this.#ends.push(this.#length);
  }

  #makeRoom(length: number): void {
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(LENGTH_MIN, needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
