import { SentenceBreaks } from './sentence-breaks.ts';
import { wordEnd } from './word-breaks.ts';

/** Where the passages of a text begin and end. Asked with places that do not go back. */
export interface PassageBreaks {
  /** The passage that a word belongs to which begins here. */
  around(place: number): { readonly start: number; readonly end: number };
}

/** Places where a text may be cut. */
interface Breaks {
  /** The last before the place; -1 where none is. */
  preceding(place: number): number;
  /** The first after the place; -1 where none is. */
  following(place: number): number;
}

/** Between words: found as far as they are asked for. */
export class WordPlaces implements Breaks {
  readonly #text: string;
  readonly #at = [0];

  constructor(text: string) {
    this.#text = text;
  }

  preceding(place: number): number {
    return this.#at[this.#countBelow(place) - 1] ?? -1;
  }

  following(place: number): number {
    return this.#at[this.#countBelow(place + 1)] ?? -1;
  }

  /** Places below this one; the first that is not is known then, where there is one. */
  #countBelow(place: number): number {
    const at = this.#at;
    for (let last = at[at.length - 1]!; last < place && last < this.#text.length; at.push(last)) {
      last = wordEnd(this.#text, last);
    }
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Between any two breaks. */
class PlainBreaks implements PassageBreaks {
  readonly #places: Breaks;
  constructor(places: Breaks) {
    this.#places = places;
  }

  around(place: number): { start: number; end: number } {
    const start = Math.max(0, this.#places.preceding(place + 1));
    return { start, end: this.#places.following(place) };
  }
}

/**
 * Sentences of about a size: short ones are taken together, long ones are cut between words. As OpenSearch's
 * `BoundedBreakIteratorScanner` does it.
 */
class BoundedSentences implements PassageBreaks {
  readonly #sentences: SentenceBreaks;
  readonly #text: string;
  #words: WordPlaces | null = null;
  readonly #size: number;
  #windowStart = -1;
  #windowEnd = -1;
  #innerEnd = 0;

  constructor(text: string, size: number) {
    this.#text = text;
    this.#sentences = new SentenceBreaks(text);
    this.#size = size;
  }

  around(place: number): { start: number; end: number } {
    const offset = place + 1;
    let start: number;
    let end: number;
    if (offset > this.#windowStart && offset < this.#windowEnd) {
      start = this.#innerEnd;
      end = this.#windowEnd;
    } else {
      start = this.#sentences.preceding(offset);
      end = this.#sentences.following(offset - 1);
      for (let next = 0; end - start < this.#size; end = next) {
        next = this.#sentences.following(end);
        if (next < 0 || next - start > this.#size) break;
      }
      this.#windowStart = start;
      this.#windowEnd = end;
    }
    if (end - start > this.#size) {
      // Too long: to the left of the word as far as the size allows, then to the right with what is left of it.
      this.#words ??= new WordPlaces(this.#text);
      if (offset - this.#size > start) {
        start = Math.max(start, this.#words.preceding(offset - this.#size));
      }
      const rest = Math.max(0, this.#size - (offset - start));
      if (offset + rest < this.#windowEnd) {
        end = Math.min(this.#windowEnd, this.#words.following(offset + rest));
      }
    }
    this.#innerEnd = end;
    return { start, end };
  }
}

/** The values of a field: whole ones, or each with its own passages. */
export class ValuePassages implements PassageBreaks {
  readonly #values: readonly string[];
  readonly #breaksOf: ((value: string) => PassageBreaks) | null;
  #value = 0;
  #from = 0;
  #breaks: PassageBreaks | null = null;

  constructor(values: readonly string[], breaksOf: ((value: string) => PassageBreaks) | null) {
    this.#values = values;
    this.#breaksOf = breaksOf;
  }

  around(place: number): { start: number; end: number } {
    while (this.#value < this.#values.length - 1 && place > this.#from + this.#values[this.#value]!.length) {
      this.#from += this.#values[this.#value++]!.length + 1;
      this.#breaks = null;
    }
    const value = this.#values[this.#value]!;
    const from = this.#from;
    if (this.#breaksOf === null) {
      const isLast = this.#value === this.#values.length - 1;
      return { start: from, end: from + value.length + (isLast ? 0 : 1) };
    }
    this.#breaks ??= this.#breaksOf(value);
    const { start, end } = this.#breaks.around(place - from);
    return { start: from + start, end: from + (end < 0 ? value.length : end) };
  }
}

/** `size` 0: whole sentences. */
export function sentencePassages(size: number): (value: string) => PassageBreaks {
  if (size > 0) return (value) => new BoundedSentences(value, size);
  return (value) => new PlainBreaks(new SentenceBreaks(value));
}

export function wordPassages(value: string): PassageBreaks {
  return new PlainBreaks(new WordPlaces(value));
}
