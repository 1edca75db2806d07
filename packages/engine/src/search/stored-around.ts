import type { SourceRequest } from '../dsl/source-request.ts';
import { parseLossless } from '../mapping/lossless-json.ts';
import { type DocumentParts, type ReadDocument, readDocument } from '../mapping/read-document.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { type NestedHit, NestedObjects, nestedSource } from './nested-hit.ts';
import { filterSource } from './source-filter.ts';

/** Which parts of what is stored of a document are wanted. */
interface WantedParts {
  readonly source: boolean;
  readonly kept: boolean;
}

const decoder = new TextDecoder();

/**
 * What is stored of the document of a hit. Objects within a document that are hits one after the other share it: it is loaded and
 * taken apart once, for there may be thousands of them in one of megabytes.
 */
export class StoredAround {
  /** null where it is not wanted, or not there. */
  readonly source: Uint8Array | null;
  readonly #kept: Uint8Array | null;
  readonly #segment: SegmentReader;
  readonly #root: number;
  #objects: NestedObjects | null = null;
  #tree: unknown;
  #read: ReadDocument | null = null;

  constructor(segment: SegmentReader, root: number, { source, kept }: WantedParts) {
    this.#segment = segment;
    this.#root = root;
    this.source = source ? segment.sourceOf(root) : null;
    this.#kept = kept ? segment.keptOf(root) : null;
  }

  get bytes(): number {
    return (this.source?.length ?? 0) + (this.#kept?.length ?? 0);
  }

  isOf(segment: SegmentReader, root: number): boolean {
    return this.#segment === segment && this.#root === root;
  }

  /** What of it, or of the object within it, fields are read of. */
  document(object: NestedHit | null): ReadDocument {
    this.#read ??= readDocument({ source: this.source, kept: this.#kept });
    if (object === null) return this.#read;
    const { lossless, ...read } = this.#read;
    const partOf = (tree: unknown) => (tree === undefined ? undefined : this.#object(tree, object));
    const parts = (all: DocumentParts): DocumentParts => ({
      source: partOf(all.source),
      kept: partOf(all.kept),
    });
    return { ...parts(read), lossless: () => parts(lossless()) };
  }

  /** The wanted parts of it, or of the object within it, as JSON in UTF-8. */
  shown(source: Uint8Array, request: SourceRequest, object: NestedHit | null): Uint8Array {
    if (object === null) return filterSource(source, request);
    this.#tree ??= parseLossless(decoder.decode(source));
    return nestedSource(this.#object(this.#tree, object), request, object);
  }

  #object(tree: unknown, { steps }: NestedHit): Record<string, unknown> {
    this.#objects ??= new NestedObjects();
    return this.#objects.tree(tree, steps);
  }
}
