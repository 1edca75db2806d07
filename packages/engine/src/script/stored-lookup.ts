import { Double, Float, type Json, Long } from '@sextant/contract';
import { valuesOf } from '../mapping/document-fields.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type ReadDocument, readDocument } from '../mapping/read-document.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { FieldNames, noSuchField } from './doc-values.ts';
import { JavaError } from './java-error.ts';
import { JavaDouble, JavaFloat, JavaLong, JavaValue } from './values.ts';

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

/** `params._fields`: stored fields of the document that was set. */
export class StoredLookup extends FieldNames {
  readonly javaClass = 'FieldsLookup';
  readonly #mapping: Pick<Mapping, 'field' | 'mapper'>;
  #segment: SegmentReader | null = null;
  #doc = 0;
  #read: ReadDocument | null = null;

  constructor(mapping: Pick<Mapping, 'field' | 'mapper'>) {
    super();
    this.#mapping = mapping;
  }

  set(segment: SegmentReader, doc: number): void {
    this.#segment = segment;
    this.#doc = doc;
    this.#read = null;
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
    return new StoredField(field.definition.store === true ? this.#valuesOf(field) : []);
  }

  #valuesOf(field: MappedField): readonly unknown[] {
    const segment = this.#segment;
    if (segment === null) return [];
    this.#read ??= readDocument({ source: segment.sourceOnce(this.#doc), kept: segment.keptOf(this.#doc) });
    const { numbers } = field.fieldType;
    const isLong = field.type === 'long' && numbers !== null;
    return valuesOf(field, this.#mapping, this.#read).map((value) => scripted(value, isLong));
  }
}

function scripted(value: Json, isLong: boolean): unknown {
  if (value instanceof Double) return new JavaDouble(value.value);
  if (value instanceof Float) return new JavaFloat(value.value);
  if (value instanceof Long) return new JavaLong(BigInt(value.digits));
  return isLong && typeof value === 'number' ? new JavaLong(value) : value;
}
