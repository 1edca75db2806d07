import type { SpareArrays } from '../codec/spare-arrays.ts';
import { Utf8Scratch } from '../codec/utf8-scratch.ts';
import { isFine } from '../mapping/fine-number.ts';
import type { FieldValue, MappedField, ParsedDocument } from '../mapping/mapped-field.ts';
import { FreshSource } from './fresh-source.ts';
import { immenseTerm } from './immense-term.ts';
import { MetaWriter } from './meta-writer.ts';
import { NumberBuffer } from './number-buffer.ts';
import type { SegmentData, SegmentTarget } from './segment-data.ts';
import { type FieldShape, shapeOf } from './segment-field.ts';
import { MAX_TERM_BYTES } from './segment-format.ts';
import type { SegmentSort } from './segment-sort.ts';
import { TermBuffer } from './term-buffer.ts';
import { addTexts, TextBuffer } from './text-buffer.ts';
import { type FrozenBuffer, writeSegment } from './write-segment.ts';

/** What a segment keeps of a document beside its fields. */
export interface DocumentMeta {
  readonly id: string;
  /** Never empty. */
  readonly routing: string | null;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  /** Copied; empty where the index keeps no `_source`. */
  readonly source: Uint8Array;
}

const NOTHING = new Uint8Array(0);
/** Of a value without its text, about. */
const VALUE_BYTES = 8;
/** On the way to a bound: values take several times what they are long. */
const MEASUREMENTS = 16;

type FieldBuffer = TermBuffer | NumberBuffer | TextBuffer;

/** Documents in memory on their way to a segment. One use: after `build` it is thrown away. */
export class SegmentBuilder {
  readonly #meta: MetaWriter;
  readonly #source: FreshSource;
  readonly #spare: SpareArrays | null;
  readonly #buffers = new Map<string, FieldBuffer>();
  /** By identity, which spares the hot path a look at the name. */
  readonly #buffersByField = new Map<MappedField, FieldBuffer>();
  readonly #scratch = new Utf8Scratch();
  readonly #dead = new Set<number>();
  /** How many objects of nested fields come before a document. */
  readonly #inner = new Map<number, number>();
  /** What was added since `outgrows` measured. */
  #unmeasured = 0;

  /** `spare`: where its memory comes from, and goes with `release`. */
  constructor(spare: SpareArrays | null = null) {
    this.#spare = spare;
    this.#meta = new MetaWriter(spare);
    this.#source = new FreshSource(spare);
  }

  /** Documents added, deleted ones and objects of nested fields included. */
  get maxDoc(): number {
    return this.#meta.maxDoc;
  }

  get numDocs(): number {
    return this.#meta.maxDoc - this.#dead.size;
  }

  /**
   * Takes the document in and returns its number. ApiError illegal_argument_exception when a term is longer than 32,766
   * bytes; the document is dead then, as if it had not come.
   */
  add(document: ParsedDocument, meta: DocumentMeta): number {
    const first = this.#meta.maxDoc;
    const { nested } = document;
    if (nested !== undefined) this.#addInner(nested.length, meta);
    const doc = this.#meta.add(meta);
    this.#source.add(meta.source);
    this.#unmeasured += meta.source.length;
    try {
      if (nested !== undefined)
        for (let i = 0; i < nested.length; i++) this.#addValues(first + i, nested[i]!);
      this.#addValues(doc, document);
    } catch (error) {
      this.delete(doc);
      throw error;
    }
    return doc;
  }

  /** What is kept of the objects of nested fields, which come before the document that they lie in. */
  #addInner(count: number, meta: DocumentMeta): void {
    const inner = { ...meta, id: '', routing: null };
    for (let i = 0; i < count; i++) {
      this.#meta.add(inner);
      this.#source.add(NOTHING);
    }
    this.#inner.set(this.#meta.maxDoc, count);
  }

  #addValues(doc: number, { length, fields, values, ranges }: ParsedDocument): void {
    this.#unmeasured += length * VALUE_BYTES;
    for (let i = 0; i < length; i++) {
      const start = ranges === undefined ? -1 : ranges.starts[i]!;
      if (start < 0) this.#addValue(doc, fields[i]!, values[i]!);
      else this.#addRange(doc, fields[i]!, values[i] as Uint8Array, start, ranges!.ends[i]!);
    }
  }

  #addValue(doc: number, field: MappedField, value: FieldValue): void {
    const buffer = this.#buffersByField.get(field) ?? this.#bufferFor(field);
    if (buffer instanceof NumberBuffer) {
      buffer.add(doc, isFine(value) ? value : Number(value));
      return;
    }
    if (buffer instanceof TextBuffer) {
      const text = String(value);
      this.#unmeasured += text.length;
      buffer.add(doc, text);
      if (buffer.isFull) this.#invert(field, buffer);
      return;
    }
    buffer.startValue(doc);
    if (field.storage === 'text') {
      if (!field.indexed) return;
      const text = String(value);
      this.#unmeasured += text.length;
      this.#endText(buffer, field, field.analyzer!.analyze(text, buffer));
      return;
    }
    if (!field.indexed && !field.docValues) return;
    if (value instanceof Uint8Array) {
      buffer.addTerm(value, 0, value.length);
      return;
    }
    const length = this.#scratch.encode(String(value));
    if (length > MAX_TERM_BYTES) throw immenseTerm(field.name, this.#scratch.bytes.slice(0, length));
    buffer.addTerm(this.#scratch.bytes, 0, length);
  }

  /** A text of ASCII, or an address, that is bytes [start, end). */
  #addRange(doc: number, field: MappedField, bytes: Uint8Array, start: number, end: number): void {
    const buffer = (this.#buffersByField.get(field) ?? this.#bufferFor(field)) as TermBuffer | TextBuffer;
    if (buffer instanceof TextBuffer) {
      this.#unmeasured += end - start;
      buffer.addAscii(doc, bytes, start, end);
      if (buffer.isFull) this.#invert(field, buffer);
      return;
    }
    buffer.startValue(doc);
    if (field.storage !== 'text') {
      if (field.onlyPresent !== true) buffer.addTerm(bytes, start, end - start);
      return;
    }
    if (!field.indexed) return;
    this.#unmeasured += end - start;
    this.#endText(buffer, field, buffer.addAscii(field.analyzer!, bytes, start, end));
  }

  /** `left`: increments that the analyzer has left. */
  #endText(buffer: TermBuffer, field: MappedField, left: number): void {
    buffer.endValue(left + field.positionIncrementGap);
    const immense = buffer.takeImmense();
    if (immense !== null) throw immenseTerm(field.name, immense);
  }

  #bufferFor(field: MappedField): FieldBuffer {
    const shape = shapeOf(field);
    let buffer = this.#buffers.get(field.name);
    if (buffer === undefined) {
      buffer = this.#newBuffer(field, shape);
      this.#buffers.set(field.name, buffer);
    } else {
      buffer.narrow(shape);
      if (buffer instanceof TextBuffer && !buffer.takes(field)) buffer = this.#invert(field, buffer);
    }
    this.#buffersByField.set(field, buffer);
    return buffer;
  }

  #newBuffer(field: MappedField, shape: FieldShape): FieldBuffer {
    if (field.storage === 'number') return new NumberBuffer(shape, this.#spare);
    if (TextBuffer.holds(field)) return new TextBuffer(shape, field.positionIncrementGap, this.#spare);
    return new TermBuffer(shape, this.#spare, field.similarity?.discountsOverlaps === false);
  }

  /** The words of the texts so far, and from now on those of each text when it comes. */
  #invert(field: MappedField, texts: TextBuffer): TermBuffer {
    const terms = new TermBuffer(texts.shape, this.#spare, field.similarity?.discountsOverlaps === false);
    addTexts(texts.freeze(), terms);
    texts.release();
    this.#buffers.set(field.name, terms);
    for (const [each, buffer] of this.#buffersByField) {
      if (buffer === texts) this.#buffersByField.set(each, terms);
    }
    return terms;
  }

  /** The document stays in the segment, with all within it, but is dead from the start. May be called twice. */
  delete(doc: number): void {
    for (let dead = doc - (this.#inner.get(doc) ?? 0); dead <= doc; dead++) this.#dead.add(dead);
  }

  /** About what the buffered documents take in memory, building included. */
  bytesUsed(): number {
    let bytes = this.#meta.bytesUsed + this.#source.bytesUsed;
    for (const buffer of this.#buffers.values()) bytes += buffer.bytesUsed;
    return bytes;
  }

  /** Whether that is more than `most`. It is measured when so much has come that it may be. */
  outgrows(most: number): boolean {
    if (this.#unmeasured < most / MEASUREMENTS) return false;
    this.#unmeasured = 0;
    return this.bytesUsed() > most;
  }

  /**
   * What was added, as it crosses threads; views of arrays that the next document may change. `sort`: how the documents are to
   * stand in the segment.
   */
  freeze(sort?: SegmentSort): FrozenBuffer {
    const fields = [...this.#buffers.keys()].sort().map((name) => this.#buffers.get(name)!.freeze());
    const dead = Int32Array.from(this.#dead);
    const frozen = { fields, meta: this.#meta.freeze(), source: this.#source.freeze(), dead };
    return sort === undefined ? frozen : { ...frozen, sort, roots: this.#roots() };
  }

  /** Undefined where no document lies in another. */
  #roots(): Int32Array | undefined {
    if (this.#inner.size === 0) return undefined;
    const isInner = new Uint8Array(this.maxDoc);
    for (const [root, count] of this.#inner) isInner.fill(1, root - count, root);
    return Int32Array.from(isInner.keys()).filter((doc) => isInner[doc] === 0);
  }

  /** Gives its memory to others: nothing of what `freeze` gave may be used any more. */
  release(): void {
    this.#meta.release();
    this.#source.release();
    for (const buffer of this.#buffers.values()) buffer.release();
  }

  /** See `writeSegment`. */
  build(target: SegmentTarget): SegmentData {
    return writeSegment(this.freeze(), target).segment;
  }
}
