import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import { MappingNeeded } from '../mapping/mapping-needed.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { checkIndexSort } from '../shard/index/index-sort.ts';

/** What reads documents, one after the other. */
interface Reader {
  readonly parser: DocumentParser;
  readonly parsed: ParsedDocument;
}

/**
 * The mapping of an index, and what reads documents by it. Both are made when they are first wanted and given up when nothing has been written
 * for long: of thousands of indices most are not written to.
 */
export class IndexMapping {
  readonly #metadata: () => IndexMetadata;
  #mapping: Mapping | undefined;
  #reader: Reader | undefined;
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
    this.#reader ??= {
      parser: new DocumentParser(),
      parsed: { length: 0, fields: [], values: [], ranges: { starts: [], ends: [] } },
    };
    const { parser, parsed } = this.#reader;
    const before = this.current;
    const mapping = parser.parse(before, source, parsed, id, routing);
    if (mapping === before) return parsed;
    if (this.isGiven) throw new MappingNeeded();
    this.#mapping = mapping;
    this.#isChanged = true;
    return parsed;
  }

  /** Nothing of the documents that were read is held. */
  release(): void {
    if (this.#reader === undefined) return;
    const { parser, parsed } = this.#reader;
    parser.release();
    parsed.length = 0;
    parsed.values.length = 0;
  }

  /** Nothing is written for now. */
  rest(): void {
    if (this.#isChanged) return;
    this.#reader = undefined;
    this.#mapping = undefined;
  }

  #read(): Mapping {
    const { mappings, settings, name } = this.#metadata();
    const mapping = Mapping.create(mappings, settings);
    checkIndexSort(settings, () => mapping, name);
    return mapping;
  }
}
