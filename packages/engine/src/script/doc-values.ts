import { decodePoint } from '../mapping/geo/geo-encoding.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { gather } from '../segment/gather.ts';
import type { NumericColumn, OrdinalColumn, SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { JavaError } from './java-error.ts';
import { JavaDate } from './library/date-values.ts';
import { box, equalsOf, hashOf, JavaValue, type LongValue, textOf, wrapLong } from './values.ts';

/** What the values of a field are to scripts: a type where they are numbers, else `ref`. */
export type DocKind = 'long' | 'double' | 'boolean' | 'date' | 'text' | 'point';

const names: Readonly<Record<DocKind, string>> = {
  long: 'ScriptDocValues.Longs',
  double: 'ScriptDocValues.Doubles',
  boolean: 'ScriptDocValues.Booleans',
  date: 'ScriptDocValues.Dates',
  text: 'ScriptDocValues.Strings',
  point: 'ScriptDocValues.GeoPoints',
};

/** What `value` is of. */
const answers: Readonly<Record<DocKind, string>> = {
  long: 'long',
  double: 'double',
  boolean: 'boolean',
  date: 'ZonedDateTime',
  text: 'String',
  point: 'GeoPoint',
};

const MISSING =
  "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!";

/** Of so many terms the texts are kept while a segment is gone through. */
const TEXTS_KEPT = 10_000;

function docKindOf(field: MappedField): DocKind {
  const { numbers } = field.fieldType;
  if (field.type === 'geo_point') return 'point';
  if (numbers === null || field.storage !== 'number') return 'text';
  if (numbers.values === 'flags') return 'boolean';
  if (numbers.values === 'dates') return 'date';
  return numbers.hasFractions ? 'double' : 'long';
}

/** `doc['field']`: the values of the document that stands in `doc`, of the segment that was set. */
export class DocField extends JavaValue {
  readonly javaClass: string;
  readonly kind: DocKind;
  readonly #field: MappedField;
  #column: NumericColumn | OrdinalColumn | null = null;
  #base = 0;
  #terms: TermsReader | null = null;
  /** Texts of terms that came up, by ordinal. */
  #texts: (string | undefined)[] = [];
  doc = 0;

  constructor(field: MappedField) {
    super();
    this.#field = field;
    this.kind = docKindOf(field);
    this.javaClass = names[this.kind];
  }

  /** What `value` is, and of which class, as Java names both. */
  get answers(): { readonly owner: string; readonly returns: string } {
    const { type } = this.#field;
    if (type === 'ip') return { owner: 'IpScriptDocValues', returns: 'String' };
    if (type === 'unsigned_long') return { owner: 'UnsignedLongs', returns: 'BigInteger' };
    return { owner: this.javaClass.slice('ScriptDocValues.'.length), returns: answers[this.kind] };
  }

  setSegment(segment: SegmentReader): void {
    const { name, storage } = this.#field;
    if (storage === 'number') {
      const column = segment.numeric(name);
      this.#column = column;
      this.#base = column?.base ?? 0;
      return;
    }
    this.#column = segment.fielddataOrdinals(name);
    const terms = segment.fielddataTerms(name);
    if (terms !== this.#terms) this.#texts = [];
    this.#terms = terms;
  }

  /** Where its first value stands; -1 where it has none. */
  #first(): number {
    const column = this.#column;
    if (column === null) return -1;
    const { doc } = this;
    const { offsets, present } = column;
    if (offsets !== null) return offsets[doc]! < offsets[doc + 1]! ? offsets[doc]! : -1;
    return present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0 ? doc : -1;
  }

  get size(): number {
    const first = this.#first();
    if (first < 0) return 0;
    const { offsets } = this.#column!;
    return offsets === null ? 1 : offsets[this.doc + 1]! - first;
  }

  /** Doubles have no base, which would make 0 of -0. */
  #numberAt(place: number): number {
    const stored = this.#column!.data[place]!;
    return this.#base === 0 ? stored : this.#base + stored;
  }

  /** The first value as a number. Throws JavaError where there is none. */
  number(): number {
    const place = this.#first();
    if (place < 0) throw missing();
    return this.#numberAt(place);
  }

  /** The first value as a number, or what is said instead where there is none. */
  numberOr(nothing: number): number {
    const place = this.#first();
    return place < 0 ? nothing : this.#numberAt(place);
  }

  /** Of each of the documents what `numberOr` says. */
  numbersOr(nothing: number, docs: Int32Array, length: number, out: Float64Array): void {
    const column = this.#column;
    if (column === null) {
      out.fill(nothing, 0, length);
      return;
    }
    const { offsets, present, data } = column;
    if (offsets !== null) {
      for (let i = 0; i < length; i++) {
        const place = offsets[docs[i]!]!;
        out[i] = place < offsets[docs[i]! + 1]! ? this.#numberAt(place) : nothing;
      }
      return;
    }
    gather(data, this.#base, docs, length, out);
    if (present === null) return;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if ((present[doc >>> 5]! & (1 << (doc & 31))) === 0) out[i] = nothing;
    }
  }

  /** The first value, exactly. Throws JavaError where there is none. */
  long(): LongValue {
    const place = this.#first();
    if (place < 0) throw missing();
    return this.#longAt(place);
  }

  #longAt(place: number): LongValue {
    const column = this.#column as NumericColumn;
    const rest = column.rest === null ? 0 : column.rest[place]!;
    const coarse = this.#base + column.data[place]!;
    if (rest === 0 && Math.abs(coarse) <= Number.MAX_SAFE_INTEGER) return coarse;
    const exact = BigInt(coarse) + BigInt(rest);
    // What is beyond a long is told as it is, until it is computed with.
    return this.#field.type === 'unsigned_long' ? exact : wrapLong(exact);
  }

  /** What its values as numbers make together; 0 where there are none. */
  sum(): number {
    const first = this.#first();
    if (first < 0) return 0;
    const { data, offsets } = this.#column!;
    const end = offsets === null ? first + 1 : offsets[this.doc + 1]!;
    let total = 0;
    for (let place = first; place < end; place++) total += this.#base + data[place]!;
    return total;
  }

  /** One of its values as a number; `at` is below `size`. */
  numberAt(at: number): number {
    return this.#numberAt(this.#first() + at);
  }

  /** The first value as one of no known type. Throws JavaError where there is none, but for an address, which is null. */
  value(): unknown {
    const place = this.#first();
    if (place < 0) {
      if (this.#field.type === 'ip') return null;
      throw missing();
    }
    return this.#at(place);
  }

  get(at: number): unknown {
    const { size } = this;
    if (size === 0) throw missing();
    if (at < 0 || at >= size) throw new JavaError('index_out_of_bounds_exception', this.#noPlace(at));
    return this.#at(this.#first() + at);
  }

  #noPlace(at: number): string {
    const { kind, size } = this;
    return kind === 'date'
      ? `attempted to fetch the [${at}] date when there are only [${size}] dates.`
      : `Index ${at} out of bounds for length ${size}`;
  }

  docItems(): unknown[] {
    const first = this.#first();
    const items: unknown[] = [];
    for (let i = 0, count = this.size; i < count; i++) items.push(this.#at(first + i));
    return items;
  }

  #at(place: number): unknown {
    const stored = this.#column!.data[place]!;
    const number = this.#base === 0 ? stored : this.#base + stored;
    switch (this.kind) {
      case 'long':
        return box('long', this.#longAt(place));

      case 'double':
        return box('double', number);
      case 'boolean':
        return number === 1;
      case 'date':
        return new JavaDate(number);
      case 'point':
        return new DocPoint(this.#terms!.term(stored));
      default:
        return this.#textOf(stored);
    }
  }

  #textOf(ordinal: number): string {
    if (ordinal >= TEXTS_KEPT) return this.#print(ordinal);
    const known = this.#texts[ordinal];
    if (known !== undefined) return known;
    const text = this.#print(ordinal);
    this.#texts[ordinal] = text;
    return text;
  }

  #print(ordinal: number): string {
    return String(this.#field.fieldType.print(this.#field, this.#termAt(ordinal), null));
  }

  #termAt(ordinal: number): FieldValue {
    const terms = this.#terms!;
    return this.#field.fieldType.terms?.isPlain === true ? terms.termText(ordinal) : terms.term(ordinal);
  }

  override text(): string {
    return `[${this.docItems().map(textOf).join(', ')}]`;
  }

  override hash(): number {
    return hashOf(this.docItems());
  }

  override equalTo(other: unknown): boolean {
    return equalsOf(this.docItems(), other instanceof DocField ? other.docItems() : other);
  }
}

function missing(): JavaError {
  return new JavaError('illegal_state_exception', MISSING);
}

/** A point of a `geo_point` field. */
export class DocPoint extends JavaValue {
  readonly javaClass = 'GeoPoint';
  readonly lat: number;
  readonly lon: number;
  constructor(bytes: Uint8Array) {
    super();
    const { lat, lon } = decodePoint(bytes);
    this.lat = lat;
    this.lon = lon;
  }

  override text(): string {
    return `${this.lat}, ${this.lon}`;
  }
}

/** `lines`: of the Java class. */
export function noSuchField(name: unknown, lookup: string, lines: readonly number[]): JavaError {
  const frames = lines.map((line) => `org.opensearch.search.lookup.${lookup}.get(${lookup}.java:${line})`);
  return new JavaError(
    'illegal_argument_exception',
    `No field found for [${String(name)}] in mapping`,
    frames,
  );
}

/** What scripts ask for fields by their names. */
export abstract class FieldNames extends JavaValue {
  /** Throws JavaError where there is no such field. */
  abstract get(name: unknown): unknown;
}

/** `doc`: fields by name, made when they are first named. */
export class DocLookup extends FieldNames {
  readonly javaClass = 'DocLookup';
  readonly #fields = new Map<string, DocField>();
  /** Each of them once: they are told of every document. */
  readonly #made: DocField[] = [];
  readonly #find: (name: string) => MappedField | undefined;
  readonly #prepare: (field: MappedField) => void;
  #segment: SegmentReader | null = null;
  #doc = 0;

  /** `prepare` makes the values of a field ready; it throws where they cannot be had. */
  constructor(find: (name: string) => MappedField | undefined, prepare: (field: MappedField) => void) {
    super();
    this.#find = find;
    this.#prepare = prepare;
  }

  setSegment(segment: SegmentReader): void {
    if (segment === this.#segment) return;
    this.#segment = segment;
    for (const field of this.#made) field.setSegment(segment);
  }

  setDoc(doc: number): void {
    this.#doc = doc;
    const made = this.#made;
    for (let i = 0; i < made.length; i++) made[i]!.doc = doc;
  }

  has(name: unknown): boolean {
    return this.#find(String(name)) !== undefined;
  }

  /** What the field is; undefined where there is none. */
  kindOf(name: string): DocKind | undefined {
    const field = this.#find(name);
    return field === undefined ? undefined : docKindOf(field);
  }

  /** Throws UnsupportedOperationException, as all that asks for more than a name. */
  get size(): number {
    throw new JavaError('unsupported_operation_exception', null);
  }

  count(): number {
    return this.size;
  }

  viewed(): number {
    return this.size;
  }

  entries(): number {
    return this.size;
  }

  set(): number {
    return this.size;
  }

  setFront(): number {
    return this.size;
  }

  values(): number {
    return this.size;
  }

  clear(): number {
    return this.size;
  }

  remove(): number {
    return this.size;
  }

  get(name: unknown): DocField {
    const known = this.#fields.get(String(name));
    if (known !== undefined) return known;
    const field = this.#find(String(name));
    if (field === undefined) throw noSuchField(name, 'LeafDocLookup', [89, 55]);
    this.#prepare(field);
    const made = new DocField(field);
    if (this.#segment !== null) made.setSegment(this.#segment);
    made.doc = this.#doc;
    this.#made.push(made);
    this.#fields.set(field.name, made);
    this.#fields.set(String(name), made);
    return made;
  }

  override text(): string {
    return 'org.opensearch.search.lookup.LeafDocLookup';
  }
}
