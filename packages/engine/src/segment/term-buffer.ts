import type { Analyzer, TokenSink } from '../analysis/analyzer.ts';
import { Int32List, Uint32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import { asciiText } from '../mapping/byte-text.ts';
import { KnownTexts, type KnownTokens } from './known-texts.ts';
import { commonShape, type FieldShape } from './segment-field.ts';
import { MAX_TERM_BYTES } from './segment-format.ts';
import { TermHash } from './term-hash.ts';
import type { FrozenTerms } from './write-terms.ts';

const FIRST_TOKENS = 64;

/** The tokens of one field while documents are added: term numbers in a row, which sorting by counting inverts. */
export class TermBuffer implements TokenSink {
  shape: FieldShape;
  readonly #terms: TermHash;
  /** A term number, or `-extra - 2` before a term whose position is `extra` more than the one after the last. */
  readonly #stream: Int32List;
  /** Documents with the field, and where the tokens of each start in the stream. */
  readonly #docs: Int32List;
  readonly #starts: Uint32List;
  readonly #countsOverlaps: boolean;
  /** Tokens of each document, commonly without the overlapping ones: the length that norms encode. */
  readonly #lengths: Int32List;
  #lastDoc = -1;
  #position = -1;
  #skip = 0;
  #tokens = 0;
  /** Bytes of the first term that was too long, until `takeImmense`. */
  #immense: Uint8Array | null = null;
  readonly #known = new KnownTexts();
  /** Where the tokens of the text begin that `#repeat` did not know; -1 where it is not to be remembered. */
  readonly #begun: KnownTokens = { from: -1, to: 0, tokens: 0, length: 0 };

  /**
   * `countsOverlaps`: tokens that stand where the one before them stands count for the length as well. `tokens`: so many are
   * expected.
   */
  constructor(
    shape: FieldShape,
    spare: SpareArrays | null = null,
    countsOverlaps = false,
    tokens = FIRST_TOKENS,
  ) {
    this.shape = shape;
    this.#countsOverlaps = countsOverlaps;
    this.#terms = new TermHash(spare);
    this.#stream = new Int32List(tokens, spare);
    this.#docs = new Int32List(0, spare);
    this.#starts = new Uint32List(0, spare);
    this.#lengths = new Int32List(0, spare);
  }

  /** Nothing may be added any more. */
  release(): void {
    this.#terms.release();
    for (const list of [this.#stream, this.#docs, this.#starts, this.#lengths]) list.release();
  }

  get bytesUsed(): number {
    const lists =
      this.#stream.values.byteLength +
      this.#docs.values.byteLength +
      this.#starts.values.byteLength +
      this.#lengths.values.byteLength;
    // Inverting takes eight bytes per token more.
    return this.#terms.bytesUsed + this.#known.bytesUsed + lists + this.#tokens * 8;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
    // Of another mapping, which may take texts apart in another way.
    this.#known.clear();
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

  /** Adds the tokens of the ASCII text [start, end), after `startValue`; the increments that the analyzer has left. */
  addAscii(analyzer: Analyzer, bytes: Uint8Array, start: number, end: number): number {
    if (this.#repeat(bytes, start, end)) return 0;
    const left =
      analyzer.analyzeAscii?.(bytes, start, end, this) ??
      analyzer.analyze(asciiText(bytes, start, end), this);
    if (left === 0) this.#remember(bytes, start, end);
    return left;
  }

  /**
   * Adds the tokens of the ASCII text [start, end) where the field had it before; else false, and they are to be added one by
   * one, and then `#remember` to be called. Only of first values of documents, whose tokens depend on nothing before them.
   */
  #repeat(bytes: Uint8Array, start: number, end: number): boolean {
    const begun = this.#begun;
    begun.from = -1;
    if (this.#position !== -1 || this.#skip !== 0) return false;
    if (!this.#known.find(bytes, start, end)) {
      begun.from = this.#stream.length;
      begun.tokens = this.#tokens;
      return false;
    }
    const { from, to, tokens, length } = this.#known.found;
    const stream = this.#stream;
    for (let i = from; i < to; i++) {
      const term = stream.values[i]!;
      this.#position += term < 0 ? -term - 2 : 1;
      stream.push(term);
    }
    this.#tokens += tokens;
    this.#lengths.values[this.#lengths.length - 1] = length;
    return true;
  }

  /** The text that `#repeat` did not know was added, and the analyzer left nothing. */
  #remember(bytes: Uint8Array, start: number, end: number): void {
    const begun = this.#begun;
    if (begun.from < 0 || this.#immense !== null) return;
    begun.to = this.#stream.length;
    begun.tokens = this.#tokens - begun.tokens;
    begun.length = this.#lengths.values[this.#lengths.length - 1]!;
    this.#known.remember(bytes, start, end, begun);
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
    if (positionIncrement !== 0 || this.#countsOverlaps) {
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
