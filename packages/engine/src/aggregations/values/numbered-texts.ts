import { isLongText, type LongText, TextKeys } from '../../codec/text-keys.ts';
import type { Meter } from './meter.ts';

/** In the map from texts to their numbers, and as a term, beside the text itself. */
const BYTES_PER_TEXT = 96;

/** Texts with their numbers, in the order in which they come. */
export class NumberedTexts {
  readonly texts: string[] = [];
  readonly #meter: Meter;
  readonly #keys: TextKeys;
  readonly #numbers = new Map<LongText | string, number>();

  constructor(meter: Meter) {
    this.#meter = meter;
    this.#keys = new TextKeys(meter);
  }

  /** Throws ApiError where there is no room for another text. */
  numberOf(text: string): number {
    const key = isLongText(text) ? this.#keys.of(text) : text;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#meter.take(BYTES_PER_TEXT + text.length * 3);
      number = this.texts.length;
      this.texts.push(text);
      this.#numbers.set(key, number);
    }
    return number;
  }
}
