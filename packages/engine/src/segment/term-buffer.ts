import type { TokenSink } from '../analysis/analyzer.ts';
import { Int32List, Uint32List } from '../codec/lists.ts';
import { commonShape, type FieldShape } from './segment-field.ts';
import { MAX_TERM_BYTES } from './segment-format.ts';
import { TermHash } from './term-hash.ts';
import type { FrozenTerms } from './write-terms.ts';

/** The tokens of one field while documents are added: term numbers in a row, which sorting by counting inverts. */
export class TermBuffer implements TokenSink {
  shape: FieldShape;
  readonly #terms = new TermHash();
  /** A term number, or `-extra - 2` before a term whose position is `extra` more than the one after the last. */
  readonly #stream = new Int32List(64);
  /** Documents with the field, and where the tokens of each start in the stream. */
  readonly #docs = new Int32List();
  readonly #starts = new Uint32List();
  /** Tokens of each document without the overlapping ones: the length that norms encode. */
  readonly #lengths = new Int32List();
  #lastDoc = -1;
  #position = -1;
  #skip = 0;
  #tokens = 0;
  /** Bytes of the first term that was too long, until `takeImmense`. */
  #immense: Uint8Array | null = null;

  constructor(shape: FieldShape) {
    this.shape = shape;
  }

  get bytesUsed(): number {
    const lists =
      this.#stream.values.byteLength +
      this.#docs.values.byteLength +
      this.#starts.values.byteLength +
      this.#lengths.values.byteLength;
    // Inverting takes eight bytes per token more.
    return this.#terms.bytesUsed + lists + this.#tokens * 8;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
  }

  /** Before each value; the values of a document must come together. */
  startValue(doc: number): void {
    if (doc === this.#lastDoc) return;
    this.#lastDoc = doc;
    this.#docs.push(doc);
    this.#starts.push(this.#stream.length);
    this.#lengths.push(0);
    this.#position = -1;
    this.#skip = 0;
  }

  /** After each value of a text field: what the analyzer left, and the gap to the next value. */
  endValue(increments: number): void {
    this.#skip += increments;
  }

  token(
    buffer: Uint8Array,
    start: number,
    length: number,
    _startOffset: number,
    _endOffset: number,
    positionIncrement: number,
  ): void {
    if (length > MAX_TERM_BYTES) {
      this.#immense ??= buffer.slice(start, start + length);
      return;
    }
    let extra = this.#skip + positionIncrement - 1;
    // An overlapping token cannot stand before the first position.
    if (extra < 0 && this.#position < 0) extra = 0;
    this.#skip = 0;
    if (extra !== 0) this.#stream.push(-extra - 2);
    this.#position += extra + 1;
    this.addTerm(buffer, start, length);
    if (positionIncrement !== 0) {
      const last = this.#lengths.length - 1;
      this.#lengths.values[last] = this.#lengths.values[last]! + 1;
    }
  }

  addTerm(bytes: Uint8Array, start: number, length: number): void {
    this.#tokens++;
    this.#stream.push(this.#terms.add(bytes, start, length));
  }

  takeImmense(): Uint8Array | null {
    const term = this.#immense;
    this.#immense = null;
    return term;
  }

  /** What was added, as it crosses threads; views of arrays that the next term may change. */
  freeze(): FrozenTerms {
    return {
      shape: this.shape,
      tokens: this.#tokens,
      termBytes: this.#terms.bytes,
      termOffsets: this.#terms.offsets,
      stream: this.#stream.view(),
      docs: this.#docs.view(),
      starts: this.#starts.view(),
      lengths: this.#lengths.view(),
    };
  }
}
