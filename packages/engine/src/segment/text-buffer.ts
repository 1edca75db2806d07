import { StandardAnalyzer } from '../analysis/standard-analyzer.ts';
import { ByteList, Int32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { commonShape, type FieldShape } from './segment-field.ts';
import { TermBuffer } from './term-buffer.ts';
import type { FrozenTerms } from './write-terms.ts';

/** Texts of one field whose words are yet to be found: plain values, which may be shared between threads. */
export interface FrozenTexts {
  readonly shape: FieldShape;
  readonly positionIncrementGap: number;
  /** The document of each value, ascending. */
  readonly docs: Int32Array;
  /** Bytes of each value, `~bytes` where some of its characters are not ASCII. */
  readonly lengths: Int32Array;
  /** UTF-8, one value after the other. */
  readonly texts: Uint8Array;
}

/** About, for a first guess of how many words there are. */
const BYTES_PER_WORD = 6;
/** Words may take six times what their text takes: of more than this it must be known. */
const TEXTS_BYTES_MAX = 16 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The texts of one field while documents are added. Who writes takes them as they are; their words are found by whoever makes the
 * segment, mostly another thread. So it is for fields of the standard analyzer alone, which takes every text: no word of it is too
 * long for a term, and none stands where another one does.
 */
export class TextBuffer {
  shape: FieldShape;
  readonly #positionIncrementGap: number;
  readonly #docs: Int32List;
  readonly #lengths: Int32List;
  readonly #texts: ByteList;

  constructor(shape: FieldShape, positionIncrementGap: number, spare: SpareArrays | null = null) {
    this.shape = shape;
    this.#positionIncrementGap = positionIncrementGap;
    this.#docs = new Int32List(0, spare);
    this.#lengths = new Int32List(0, spare);
    this.#texts = new ByteList(0, spare);
  }

  /** Whether the words of its texts can be found later. */
  static holds(field: MappedField): boolean {
    return field.storage === 'text' && field.indexed && field.analyzer instanceof StandardAnalyzer;
  }

  /** Whether texts of the field become the same words here. */
  takes(field: MappedField): boolean {
    return TextBuffer.holds(field) && field.positionIncrementGap === this.#positionIncrementGap;
  }

  /** Nothing may be added any more. */
  release(): void {
    for (const list of [this.#docs, this.#lengths, this.#texts]) list.release();
  }

  /** No more texts should wait here. */
  get isFull(): boolean {
    return this.#texts.length > TEXTS_BYTES_MAX;
  }

  get bytesUsed(): number {
    const lists =
      this.#docs.values.byteLength + this.#lengths.values.byteLength + this.#texts.values.byteLength;
    // Their words take as much again, while a segment is made of them.
    return lists + this.#texts.length;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
  }

  /** The ASCII text [start, end); the values of a document must come together. */
  addAscii(doc: number, bytes: Uint8Array, start: number, end: number): void {
    this.#docs.push(doc);
    this.#lengths.push(end - start);
    this.#texts.append(bytes, start, end - start);
  }

  add(doc: number, text: string): void {
    const texts = this.#texts;
    const bytes = Buffer.byteLength(text);
    texts.reserve(bytes);
    encoder.encodeInto(text, texts.values.subarray(texts.length));
    texts.length += bytes;
    this.#docs.push(doc);
    this.#lengths.push(bytes === text.length ? bytes : ~bytes);
  }

  /** What was added, as it crosses threads; views of arrays that the next text may change. */
  freeze(): FrozenTexts {
    return {
      shape: this.shape,
      positionIncrementGap: this.#positionIncrementGap,
      docs: this.#docs.view(),
      lengths: this.#lengths.view(),
      texts: this.#texts.view(),
    };
  }
}

/** Bytes of a text, by what `FrozenTexts.lengths` says of it. */
export function textBytes(length: number): number {
  return length < 0 ? ~length : length;
}

/** The words of the texts. */
export function invertedTexts(frozen: FrozenTexts): FrozenTerms {
  const terms = new TermBuffer(frozen.shape, null, false, Math.ceil(frozen.texts.length / BYTES_PER_WORD));
  addTexts(frozen, terms);
  return terms.freeze();
}

/** Adds the words of the texts. Their documents come before all that are added later, and nothing was added before. */
export function addTexts(
  { docs, lengths, texts, positionIncrementGap }: FrozenTexts,
  terms: TermBuffer,
): void {
  // Its own: it keeps the memory that a huge text took.
  const analyzer = new StandardAnalyzer('standard');
  let start = 0;
  for (let i = 0; i < docs.length; i++) {
    terms.startValue(docs[i]!);
    const length = lengths[i]!;
    const end = start + textBytes(length);
    addText(terms, analyzer, texts, start, end, length >= 0);
    terms.endValue(positionIncrementGap);
    start = end;
  }
}

function addText(
  terms: TermBuffer,
  analyzer: StandardAnalyzer,
  texts: Uint8Array,
  start: number,
  end: number,
  isAscii: boolean,
): void {
  if (isAscii) terms.addAscii(analyzer, texts, start, end);
  else analyzer.analyze(decoder.decode(texts.slice(start, end)), terms);
}
