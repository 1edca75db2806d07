import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import { MappingNeeded } from '../mapping/mapping-needed.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { checkIndexSort } from '../shard/index/index-sort.ts';

/** Of more values in one document no places are kept beyond its batch: all indices would hold them for ever. */
const PLACES_KEPT = 16 * 1024;
const RANGES = { starts: [] as number[], ends: [] as number[] };
/** Of all indices: what was read of a document is used before the next one is read. */
const PARSED: ParsedDocument = {
  length: 0,
  fields: [],
  values: [],
  ranges: RANGES,
  nested: undefined,
};

/**
 * The mapping of an index, and what reads documents by it. Both are made when they are first wanted and given up when nothing has been written
 * for long: of thousands of indices most are not written to.
 */
export class IndexMapping {
  readonly #metadata: () => IndexMetadata;
  #mapping: Mapping | undefined;
  #parser: DocumentParser | undefined;
  /** Documents have brought in fields that the metadata do not have yet. */
  #isChanged = false;
  /** What is written now may bring in no fields. */
  isGiven = false;

  /** Throws ApiError where the mapping cannot be read, or segments cannot be in the order that the index asks for. */
  constructor(metadata: () => IndexMetadata) {
    this.#metadata = metadata;
    this.#read();
  }

  get current(): Mapping {
    this.#mapping ??= this.#read();
    return this.#mapping;
  }

  /**
   * What each document asks for is there from now on: V8 gives up what it has made of the code for them where it first meets a branch
   * that is taken once for each index.
   */
  beginBatch(): Mapping {
    this.#parser ??= new DocumentParser();
    const mapping = this.current;
    mapping.prepare();
    return mapping;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Another one is in the metadata. */
  replaced(mapping: Mapping): void {
    this.#mapping = mapping;
  }

  /** The metadata have it. */
  written(): void {
    this.#isChanged = false;
  }

  /** The answer is valid until the next call. Throws ApiError, MappingNeeded. */
  parse(source: Uint8Array, id: string, routing: string | null): ParsedDocument {
    const before = this.current;
    this.#parser ??= new DocumentParser();
    const mapping = this.#parser.parse(before, source, PARSED, id, routing);
    if (mapping === before) return PARSED;
    if (this.isGiven) throw new MappingNeeded();
    this.#mapping = mapping;
    this.#isChanged = true;
    return PARSED;
  }

  /** Nothing of the documents that were read is held. */
  release(): void {
    if (this.#parser === undefined) return;
    this.#parser.release();
    PARSED.length = 0;
    PARSED.fields.length = 0;
    PARSED.values.length = 0;
    PARSED.nested = undefined;
    if (RANGES.starts.length <= PLACES_KEPT) return;
    RANGES.starts.length = 0;
    RANGES.ends.length = 0;
  }

  /** Nothing is written for now. */
  rest(): void {
    if (this.#isChanged) return;
    this.release();
    this.#parser = undefined;
    this.#mapping = undefined;
  }

  #read(): Mapping {
    const { mappings, settings, name } = this.#metadata();
    const mapping = Mapping.create(mappings, settings);
    checkIndexSort(settings, () => mapping, name);
    return mapping;
  }
}
