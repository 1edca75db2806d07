import type { Meter } from './meter.ts';

/** In the map from texts to their numbers, and as a term, beside the text itself. */
const BYTES_PER_TEXT = 96;

/** V8 hashes a longer text by its length alone: all such of one length would be compared, each with each. */
const HASHED = 16_000;

/** Texts with their numbers, in the order in which they come. */
export class NumberedTexts {
  readonly texts: string[] = [];
  readonly #meter: Meter;
  /** A long one by its last piece, with the number of those before it. */
  readonly #numbers = new Map<string, number>();
  /** Beginnings of long texts. */
  readonly #pieces = new Map<string, number>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** Throws ApiError where there is no room for another text. */
  numberOf(text: string): number {
    const key = text.length <= HASHED ? text : this.#keyOf(text);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#meter.take(BYTES_PER_TEXT + text.length * 3);
      number = this.texts.length;
      this.texts.push(text);
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Longer than every text that is its own key, and the same for the same text alone. */
  #keyOf(text: string): string {
    this.#meter.charge(text.length >>> 10);
    let before = -1;
    let at = 0;
    for (; at + HASHED < text.length; at += HASHED) {
      const piece = `${before},${text.slice(at, at + HASHED)}`;
      let number = this.#pieces.get(piece);
      if (number === undefined) {
        this.#meter.take(BYTES_PER_TEXT + piece.length * 2);
        number = this.#pieces.size;
        this.#pieces.set(piece, number);
      }
      before = number;
    }
    return `${text.length},${before},${text.slice(at)}`.padEnd(HASHED + 1);
  }
}
