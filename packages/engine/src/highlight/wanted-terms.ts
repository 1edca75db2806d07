import type { TokenSink } from '../analysis/analyzer.ts';
import type { Token } from './text-tokens.ts';

const utf8 = new TextEncoder();

/** Terms that are looked for among the bytes that analyzers give: there may be many, and each word of a text is looked up. */
export class WantedTerms {
  /** Ascending by their bytes. */
  readonly #terms: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  /** The first term that begins with this byte, or with a later one. */
  readonly #first = new Int32Array(257);

  constructor(terms: Iterable<string>) {
    const sorted = Array.from(terms, (term) => ({ term, bytes: utf8.encode(term) }))
      .filter(({ bytes }) => bytes.length > 0)
      .sort((a, b) => compareBytes(a.bytes, b.bytes, 0, b.bytes.length));
    this.#terms = sorted.map(({ term }) => term);
    this.#bytes = sorted.map(({ bytes }) => bytes);
    let number = 0;
    for (let byte = 0; byte < 256; byte++) {
      while (number < sorted.length && this.#bytes[number]![0]! < byte) number++;
      this.#first[byte] = number;
    }
    this.#first[256] = sorted.length;
  }

  /** The term that stands in the buffer. */
  find(buffer: Uint8Array, start: number, length: number): string | undefined {
    if (length === 0) return undefined;
    const byte = buffer[start]!;
    let [low, high] = [this.#first[byte]!, this.#first[byte + 1]!];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compareBytes(this.#bytes[middle]!, buffer, start, length);
      if (order === 0) return this.#terms[middle];
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** Negative where the bytes come before those of the buffer, 0 where they are the same. */
function compareBytes(bytes: Uint8Array, buffer: Uint8Array, start: number, length: number): number {
  const common = Math.min(bytes.length, length);
  for (let i = 0; i < common; i++) {
    const order = bytes[i]! - buffer[start + i]!;
    if (order !== 0) return order;
  }
  return bytes.length - length;
}

/** Keeps the words that are wanted, of one value after the other. */
export class WantedSink implements TokenSink {
  readonly tokens: Token[] = [];
  readonly #wanted: WantedTerms;
  readonly #maxOffset: number;
  /** Where the value begins. */
  #offset = 0;
  /** Of the last word. */
  #position = -1;
  #isOver = false;

  /** `maxOffset`: words that begin after this place of their value are left out; null = none. */
  constructor(wanted: WantedTerms, maxOffset: number | null) {
    this.#wanted = wanted;
    this.#maxOffset = maxOffset ?? Number.POSITIVE_INFINITY;
  }

  token(
    buffer: Uint8Array,
    start: number,
    length: number,
    startOffset: number,
    endOffset: number,
    increment: number,
  ): void {
    if (this.#isOver) return;
    this.#position += increment;
    if (startOffset > this.#maxOffset) {
      this.#isOver = true;
      return;
    }
    const term = this.#wanted.find(buffer, start, length);
    if (term === undefined) return;
    const offset = this.#offset;
    this.tokens.push({
      term,
      start: offset + startOffset,
      end: offset + endOffset,
      position: this.#position,
    });
  }

  /** `length`: with what stands between two values; `gap`: positions between them. */
  endValue(length: number, gap: number): void {
    this.#isOver = false;
    this.#offset += length;
    this.#position += gap;
  }
}
