import { ApiError, parseNamed } from '@sextant/contract';
import { ByteReader } from './byte-reader.ts';
import { addValue, completeDocument, ignoreValue } from './complete-document.ts';
import { copyTarget } from './copies.ts';
import { addMetadata } from './doc-count-field.ts';
import type { ValueSource } from './document-values.ts';
import { mayHaveDuplicates } from './duplicate-keys.ts';
import {
  failedToParse,
  failedToWrite,
  illegalArgument,
  isBadName,
  isImmenseTerm,
  LimitError,
  mapperParsing,
  nestedByDots,
  noObject,
  refuseNull,
  throughNested,
  tooDeep,
  wrapError,
} from './errors.ts';
import { ExactParser } from './exact-json.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { ValueStructure } from './field-type.ts';
import { checkFlatName, FlatMembers } from './flat-members.ts';
import { type ByteRanges, type FieldValue, isNoted, type ParsedDocument } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';
import { metadataFields } from './mapping-parser.ts';
import { NestedDocuments } from './nested-documents.ts';
import { NewFields } from './new-fields.ts';
import type { Dynamic, Mapper, ObjectMapper } from './object-mapper.ts';
import { OnceValues } from './once-values.ts';
import { pathParts } from './path-parts.ts';
import { checkDocumentNames, decodeUtf8, soundJson } from './sound-json.ts';
import { failedValue, isObjectValue, refuseDerived } from './value-preview.ts';
import { ExactSource, FastSource, NeedsExact, UnknownSource } from './value-source.ts';

/** After so many documents in a row that could not be read from their bytes, only one of so many is tried. */
const [MISSES_MAX, TRIED_EVERY] = [16, 64];

/**
 * Takes documents apart by a mapping, one after the other; nothing of a document stays.
 *
 * Most documents are read from their bytes (`ByteReader`), others with JSON.parse. Where that loses something that matters (the text of `1.50` for a
 * keyword, `1.0` in a new field, the place of an error), the document is read again by the exact parser.
 */
export class DocumentParser {
  readonly #fast = new FastSource();
  readonly #bytes = new ByteReader(new UnknownSource());
  /** Documents in a row that could not be read from their bytes. */
  #misses = 0;
  #source: ValueSource = this.#fast;
  #mapping!: Mapping;
  #into!: ParsedDocument;
  readonly #nested = new NestedDocuments();
  #id = '';
  #routing: string | null = null;
  #root: unknown;
  /** Arrays around the value that is read. */
  #arrayDepth = 0;
  /** The value is a copy of one of another field: it is copied no further. */
  #isCopy = false;
  /** Mappers that this document brings in. */
  readonly #added = new NewFields();
  readonly #once = new OnceValues();
  readonly #flat = new FlatMembers();

  /**
   * Fills `into` with the fields of a document. Returns the mapping, another one where the document brought
   * in new fields. Throws mapper_parsing_exception, strict_dynamic_mapping_exception, illegal_argument_exception.
   */
  parse(
    mapping: Mapping,
    source: Uint8Array,
    into: ParsedDocument,
    id = '',
    routing: string | null = null,
  ): Mapping {
    this.#id = id;
    this.#routing = routing;
    const parsed = this.#parse(mapping, source, into);
    completeDocument(parsed, into);
    return parsed;
  }

  /** Holds the last document no more, nor the batch that it lay in. */
  release(): void {
    this.#bytes.release();
    this.#fast.reset('');
    this.#source = this.#fast;
  }

  #parse(mapping: Mapping, source: Uint8Array, into: ParsedDocument): Mapping {
    into.nested = undefined;
    if (into.ranges !== undefined && this.#readBytes(mapping, source, into, into.ranges)) return mapping;
    const text = decodeUtf8(source);
    checkDocumentNames(text);
    this.#mapping = mapping;
    this.#nested.begin(into);
    let value: unknown;
    try {
      value = parseNamed(text);
    } catch {
      return this.#parseExactly(source, text);
    }
    this.#fast.reset(text);
    this.#source = this.#fast;
    let parsed: Mapping;
    try {
      parsed = this.#document(value);
    } catch (error) {
      // A large document is refused for its size before more time is spent on it.
      if (error instanceof LimitError) throw error;
      if (error instanceof NeedsExact || error instanceof ApiError) return this.#parseExactly(source, text);
      throw error;
    }
    return mayHaveDuplicates(text, value) ? this.#parseExactly(source, text) : parsed;
  }

  /** False where it was not read: what is wrong with it the other ways tell. */
  #readBytes(mapping: Mapping, source: Uint8Array, into: ParsedDocument, ranges: ByteRanges): boolean {
    // Where documents are of another kind, only now and then.
    if (this.#misses >= MISSES_MAX && this.#misses++ % TRIED_EVERY !== 0) return false;
    try {
      if (this.#bytes.read(mapping, source, into, ranges)) {
        this.#misses = 0;
        return true;
      }
    } catch {
      // As below.
    }
    this.#misses++;
    return false;
  }

  #parseExactly(source: Uint8Array, text: string): Mapping {
    const sound = soundJson(source, text);
    const parser = new ExactParser(sound);
    const value = parser.parse();
    this.#source = new ExactSource(sound, parser);
    return this.#document(value);
  }

  #document(value: unknown): Mapping {
    this.#into = this.#nested.restart();
    this.#into.length = 0;
    this.#added.restart();
    this.#once.restart();
    this.#flat.restart();
    this.#arrayDepth = 0;
    this.#isCopy = false;
    if (!isObjectValue(value)) throw new NeedsExact();
    const { root } = this.#mapping;
    this.#root = value;
    if (root.enabled) this.#object(root, value, root.dynamic ?? 'true', 0);
    this.#nested.end();
    return this.#added.mappingWith(this.#mapping);
  }

  #object(
    object: ObjectMapper,
    value: Readonly<Record<string, unknown>>,
    inherited: Dynamic,
    depth: number,
  ): void {
    if (depth >= this.#mapping.depthLimit) throw tooDeep('field', this.#mapping.depthLimit);
    const dynamic = object.dynamic ?? inherited;
    for (const key in value) {
      const child = object.children.get(key);
      if (child === undefined || object.isFlat) this.#unknownKey(object, key, value[key], dynamic, depth);
      else this.#member(child, value[key], dynamic, depth);
    }
  }

  #enterArray(): void {
    if (++this.#arrayDepth > this.#mapping.depthLimit)
      throw tooDeep('nested array field', this.#mapping.depthLimit);
  }

  #member(mapper: Mapper, value: unknown, dynamic: Dynamic, depth: number): void {
    if (mapper.kind === 'field') this.#field(mapper, value);
    else this.#objectValue(mapper, value, dynamic, depth, mapper.name);
  }

  #objectValue(
    object: ObjectMapper,
    value: unknown,
    dynamic: Dynamic,
    depth: number,
    name: string | null,
  ): void {
    if (!object.enabled || value === null) return;
    if (Array.isArray(value)) {
      this.#enterArray();
      for (const item of value) this.#objectValue(object, item, dynamic, depth, null);
      this.#arrayDepth--;
    } else if (isObjectValue(value)) {
      if (object.nested !== undefined) this.#into = this.#nested.open(object, this.#mapping);
      this.#object(object, value, dynamic, depth + 1);
      if (object.nested !== undefined) this.#into = this.#nested.close(object.nested);
    } else {
      throw mapperParsing(
        `object mapping for [${object.path}] tried to parse field [${name}] as object, but found a concrete value`,
      );
    }
  }

  #field(mapper: FieldMapper, value: unknown): void {
    const { structure } = mapper.fieldType;
    if (structure !== undefined) {
      this.#structured(mapper, value, structure);
      return;
    }
    if (Array.isArray(value)) {
      this.#enterArray();
      for (const item of value) this.#field(mapper, item);
      this.#arrayDepth--;
      return;
    }
    this.#store(mapper, value);
    for (const multi of mapper.multiFields) this.#field(multi, value);
    if (mapper.copyTo.length > 0 && !this.#isCopy) this.#copy(mapper, value);
  }

  #structured(mapper: FieldMapper, value: unknown, structure: ValueStructure): void {
    const document = { source: this.#source, document: this.#root, id: this.#id, routing: this.#routing };
    const multis = mapper.multiFields.map((each) => [each, structure.given?.(value, each) ?? null] as const);
    for (const one of structure.split(value, { mapper, ...document })) {
      const stored = this.#store(mapper, one);
      if (mapper.beside !== undefined) this.#store(mapper.beside, one);
      if (stored === undefined) continue;
      for (const [multi, given] of multis)
        if (given === null) this.#field(multi, structure.text(stored, multi, mapper, one));
    }
    for (const [multi, given] of multis) for (const one of given ?? []) this.#field(multi, one);
    if (mapper.copyTo.length > 0 && !this.#isCopy) this.#copy(mapper, value);
  }

  #store(mapper: FieldMapper, given: unknown): FieldValue | undefined {
    const value = given === null ? mapper.nullValue : given;
    if (value === null && mapper.fieldType.isAlias !== true) return undefined;
    let stored: FieldValue | undefined;
    try {
      stored = mapper.stored(given, this.#source);
      this.#once.check(this.#into, mapper, stored);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mapper.fieldType.failsWhole === true) throw failedToWrite(error);
      if (mapper.ignoreMalformed) return ignoreValue(this.#nested.root, mapper.path);
      // Lucene refuses such a term when the document is already parsed, so nothing wraps it.
      if (isImmenseTerm(error)) throw error;
      if (mapper.fieldType.isOfOldForm === true) throw failedToParse(mapper.path, mapper.type, error);
      throw failedValue(this.#id, mapper.path, mapper.mapped.type, value, error);
    }
    if (stored !== undefined && isNoted(mapper.mapped)) addValue(this.#into, mapper.mapped, stored);
    return stored;
  }

  #copy(mapper: FieldMapper, value: unknown): void {
    const [{ root }, here] = [this.#mapping, this.#into];
    this.#isCopy = true;
    for (const target of mapper.copyTo) {
      const known = copyTarget(this.#mapping.mapper(target));
      this.#into = this.#nested.around(target);
      // An array that is one value, such as a point, is none for a field of single ones.
      if (Array.isArray(value) && known?.fieldType.isScalar === true) this.#store(known, value);
      else if (known !== undefined) this.#field(known, value);
      else if (metadataFields.has(target)) {
        addMetadata(this.#into, target, value, { source: this.#source, id: this.#id });
      } else {
        refuseDerived(this.#mapping.settings.derived, { key: target, value, id: this.#id, isCopy: true });
        this.#path(root, { parts: target.split('.'), at: 0 }, value, root.dynamic ?? 'true', 0);
      }
    }
    this.#isCopy = false;
    this.#into = here;
  }

  /**
   * A key that is no child of the object: a path with dots, a field new with this document, or one to refuse.
   */
  #unknownKey(object: ObjectMapper, key: string, value: unknown, dynamic: Dynamic, depth: number): void {
    if (object.path === '' && metadataFields.has(key)) {
      addMetadata(this.#into, key, value, { source: this.#source, id: this.#id });
      return;
    }
    if (object.path === '') refuseDerived(this.#mapping.settings.derived, { key, value, id: this.#id });
    if (object.isFlat) {
      this.#flatKey(object, key, value, dynamic, depth);
      return;
    }
    try {
      if (key === '') throw illegalArgument('field name cannot be an empty string');
      if (!key.includes('.')) {
        this.#newOrAdded(object, key, value, dynamic, depth);
        return;
      }
      const parts = pathParts(key);
      if (value === null && !this.#leadsOn(object, parts)) refuseNull(object, key);
      else this.#path(object, { parts, at: 0 }, value, dynamic, depth);
    } catch (error) {
      throw isBadName(error) ? wrapError('mapper_parsing_exception', 'failed to parse', error.error) : error;
    }
  }

  /** A key of an object that has no objects. */
  #flatKey(object: ObjectMapper, key: string, value: unknown, dynamic: Dynamic, depth: number): void {
    this.#flat.visit(object, key, value, (name, inner) => {
      const child = object.children.get(name);
      if (child !== undefined) {
        this.#member(child, inner, dynamic, depth);
        return;
      }
      checkFlatName(object, name);
      this.#newOrAdded(object, name, inner, dynamic, depth);
    });
  }

  /** Goes down a path from its part `at` on: one with millions of parts ends at the first object too deep. */
  #path(
    object: ObjectMapper,
    { parts, at }: { readonly parts: readonly string[]; readonly at: number },
    value: unknown,
    inherited: Dynamic,
    depth: number,
  ): void {
    const name = parts[at]!;
    const dynamic = object.dynamic ?? inherited;
    if (object.isFlat) {
      this.#flatKey(object, parts.slice(at).join('.'), value, dynamic, depth);
      return;
    }
    const child = this.#child(object, name);
    if (at === parts.length - 1) {
      if (child === undefined || !object.children.has(name))
        this.#newOrAdded(object, name, value, dynamic, depth);
      else this.#member(child, value, dynamic, depth);
      return;
    }
    if (child?.kind === 'field') throw noObject(child, parts.slice(at + 1));
    if (object.path === '' && metadataFields.has(name))
      throw noObject({ path: name, type: name }, parts.slice(at + 1));
    const isNull = value === null && !this.#isCopy;
    const inner = child ?? (isNull ? refuseNull(object, name) : this.#introduce(object, name, {}, dynamic));
    if (inner?.kind === 'field') throw noObject(inner, parts.slice(at + 1));
    if (inner === undefined || !inner.enabled) return;
    if (inner.nested !== undefined && !this.#nested.isOpen(inner.path)) {
      if (child === undefined) throw nestedByDots(inner.path);
      throw throughNested(parts.join('.'), inner.path);
    }
    this.#mapping.checkDepth(inner.path, depth + 1);
    this.#path(inner, { parts, at: at + 1 }, value, dynamic, depth + 1);
  }

  /** Whether a path leads to what is there, or to what has rules of its own. */
  #leadsOn(object: ObjectMapper, parts: readonly string[]): boolean {
    let at: Mapper | undefined = object;
    for (const part of parts) {
      if (at?.kind !== 'object') return false;
      if (at.isFlat || (at !== object && at.nested !== undefined)) return true;
      at = this.#child(at, part);
    }
    return at !== undefined;
  }

  #child(object: ObjectMapper, name: string): Mapper | undefined {
    return object.children.get(name) ?? this.#added.get(object, name);
  }

  #newOrAdded(object: ObjectMapper, name: string, value: unknown, dynamic: Dynamic, depth: number): void {
    if (Array.isArray(value) && dynamic !== 'strict') {
      this.#enterArray();
      for (const item of value) this.#newOrAdded(object, name, item, dynamic, depth);
      this.#arrayDepth--;
      return;
    }
    const added = this.#added.get(object, name);
    if (value === null) {
      const made = this.#isCopy ? this.#added.forNull(this.#mapping, object, name, dynamic) : undefined;
      if (made?.kind === 'field') this.#field(made, null);
      if (!this.#isCopy && added === undefined) refuseNull(object, name);
      return;
    }
    if (added?.kind === 'object' && isObjectValue(value)) {
      this.#objectValue(added, value, dynamic, depth, name);
      return;
    }
    const mapper = this.#introduce(object, name, value, dynamic);
    if (mapper !== undefined) this.#member(mapper, value, dynamic, depth);
  }

  /** Makes the mapper of a new field. A second value must bring in the same type as the first one of the document. */
  #introduce(object: ObjectMapper, name: string, value: unknown, dynamic: Dynamic): Mapper | undefined {
    if (dynamic === 'false') return undefined;
    if (typeof value === 'number' && dynamic !== 'strict') this.#fast.requirePlainNumbers();
    return this.#added.introduce(this.#mapping, object, name, { value, dynamic });
  }
}
