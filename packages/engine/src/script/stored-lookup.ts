import type { Json } from '@sextant/contract';
import { valuesOf } from '../mapping/document-fields.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type ReadDocument, readDocument } from '../mapping/read-document.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { FieldNames, noSuchField } from './doc-values.ts';
import { JavaError } from './java-error.ts';
import { scriptValue } from './json-values.ts';
import { JavaLong, JavaValue } from './values.ts';

/** What a value takes that is made of a document, about. */
const VALUE_BYTES = 64;

/** `params._fields['field']`: what the document stores of it. */
export class StoredField extends JavaValue {
  readonly javaClass = 'FieldLookup';
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    super();
    this.values = values;
  }

  /** Throws JavaError where there is none, as OpenSearch does. */
  first(): unknown {
    if (this.values.length > 0) return this.values[0];
    throw new JavaError('index_out_of_bounds_exception', 'Index 0 out of bounds for length 0');
  }

  override text(): string {
    return 'org.opensearch.search.lookup.FieldLookup';
  }
}

type StoredMapping = Pick<Mapping, 'field' | 'mapper' | 'nestedPathOf'>;

/** `params._fields`: stored fields of the document that was set. Objects of nested fields have theirs for themselves, and are not asked. */
export class StoredLookup extends FieldNames {
  readonly javaClass = 'FieldsLookup';
  readonly #mapping: StoredMapping;
  #segment: SegmentReader | null = null;
  #doc = 0;
  #read: ReadDocument | null = null;
  /** Fields of the document that were asked for. */
  readonly #fields = new Map<MappedField, StoredField>();
  readonly #take: (bytes: number) => void;

  /** `take`: counts what is read of a document, and made of it. */
  constructor(mapping: StoredMapping, take: (bytes: number) => void) {
    super();
    this.#mapping = mapping;
    this.#take = take;
  }

  set(segment: SegmentReader, doc: number): void {
    this.#segment = segment;
    this.#doc = doc;
    this.#read = null;
    this.#fields.clear();
  }

  override text(): string {
    return 'org.opensearch.search.lookup.LeafFieldsLookup';
  }

  has(name: unknown): boolean {
    return this.#mapping.field(String(name)) !== undefined;
  }

  get(name: unknown): StoredField {
    const field = this.#mapping.field(String(name));
    if (field === undefined) throw noSuchField(name, 'LeafFieldsLookup', [134, 69]);
    let known = this.#fields.get(field);
    if (known === undefined) {
      known = new StoredField(this.#isStored(field) ? this.#valuesOf(field) : []);
      this.#fields.set(field, known);
    }
    return known;
  }

  #isStored({ name, definition }: MappedField): boolean {
    return definition.store === true && this.#mapping.nestedPathOf(name) === null;
  }

  #valuesOf(field: MappedField): readonly unknown[] {
    const segment = this.#segment;
    if (segment === null) return [];
    this.#read ??= this.#readFrom(segment);
    const { numbers } = field.fieldType;
    const isLong = field.type === 'long' && numbers !== null;
    const values = valuesOf(field, this.#mapping, this.#read);
    this.#take(values.length * VALUE_BYTES);
    return values.map((value) => scripted(value, isLong));
  }

  #readFrom(segment: SegmentReader): ReadDocument {
    const parts = { source: segment.sourceOnce(this.#doc), kept: segment.keptOf(this.#doc) };
    this.#take((parts.source?.length ?? 0) + (parts.kept?.length ?? 0));
    return readDocument(parts);
  }
}

function scripted(value: Json, isLong: boolean): unknown {
  return isLong && typeof value === 'number' ? new JavaLong(value) : scriptValue(value);
}
