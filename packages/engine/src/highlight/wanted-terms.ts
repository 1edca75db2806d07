import type { TokenSink } from '../analysis/analyzer.ts';
import type { Token } from './text-tokens.ts';

const utf8 = new TextEncoder();

/** Terms that are looked for among the bytes that analyzers give. */
export class WantedTerms {
  readonly #terms: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  /** The first term that begins with a byte; -1 where none does. */
  readonly #first = new Int32Array(256).fill(-1);
  /** The next term that begins with the same byte as this one; -1 where none does. */
  readonly #next: Int32Array;

  constructor(terms: Iterable<string>) {
    this.#terms = [...terms].filter((term) => term !== '');
    this.#bytes = this.#terms.map((term) => utf8.encode(term));
    this.#next = new Int32Array(this.#terms.length);
    for (const [number, bytes] of this.#bytes.entries()) {
      this.#next[number] = this.#first[bytes[0]!]!;
      this.#first[bytes[0]!] = number;
    }
  }

  /** The term that stands in the buffer. */
  find(buffer: Uint8Array, start: number, length: number): string | undefined {
    for (let number = this.#first[buffer[start]!]!; number >= 0; number = this.#next[number]!) {
      const bytes = this.#bytes[number]!;
      if (bytes.length === length && isAt(bytes, buffer, start)) return this.#terms[number];
    }
    return undefined;
  }
}

function isAt(bytes: Uint8Array, buffer: Uint8Array, start: number): boolean {
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== buffer[start + i]) return false;
  return true;
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
