import type { Int32List } from '../codec/lists.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import type { DocOrder } from './key-order.ts';

/** Places are twice an ordinal, odd where a term lies between two that the segment has. */
export interface TermOrderOptions {
  readonly descending: boolean;
  /** Where `search_after` stands; null = at the beginning. */
  readonly after: number | null;
  /** The last of what is kept, where that is all that there is room for; null = nothing lies behind it. */
  readonly bottom: number | null;
  /** Documents that have a term. */
  readonly docCount: number;
  /** No document lacks one. */
  readonly complete: boolean;
}

/** The live documents of a segment in the order of a single-valued field of terms: those of one term after the other. */
export class TermOrder implements DocOrder {
  done = false;
  readonly #terms: TermsReader;
  readonly #live: Uint32Array | null;
  readonly #options: TermOrderOptions;
  readonly #step: number;
  /** The next ordinal, and the one behind the last. */
  #at: number;
  readonly #end: number;
  #docs = new Uint32Array(0);

  constructor(segment: SegmentReader, terms: TermsReader, options: TermOrderOptions) {
    const { descending, after } = options;
    this.#terms = terms;
    this.#live = segment.liveDocs;
    this.#options = options;
    this.#step = descending ? -1 : 1;
    this.#end = descending ? -1 : terms.size;
    if (after === null) this.#at = descending ? terms.size - 1 : 0;
    else this.#at = descending ? Math.floor(after / 2) : Math.ceil(after / 2);
    this.#look();
  }

  /** About so many documents are left. */
  get length(): number {
    const { size } = this.#terms;
    const left = (this.#end - this.#at) * this.#step;
    return Math.ceil((this.#options.docCount * left) / Math.max(1, size));
  }

  get isComplete(): boolean {
    return this.#options.complete || this.#at !== this.#end;
  }

  get isAtStart(): boolean {
    return this.#at !== this.#end && this.#at * 2 === this.#options.after;
  }

  take(target: Int32List, wanted: number, most: number): boolean {
    const onlyOne = this.isAtStart;
    let looked = 0;
    do {
      const count = this.#terms.docFreq(this.#at);
      looked += count;
      if (looked > most) return false;
      this.#takeTerm(target, count);
      this.#at += this.#step;
      this.#look();
    } while (!this.done && !onlyOne && target.length < wanted);
    return true;
  }

  #takeTerm(target: Int32List, count: number): void {
    if (count > this.#docs.length) this.#docs = new Uint32Array(Math.max(count, this.#docs.length * 2));
    const docs = this.#docs;
    const live = this.#live;
    const end = this.#terms.copyDocs(this.#at, docs, 0);
    for (let i = 0; i < end; i++) {
      const doc = docs[i]!;
      if (live === null || (live[doc >>> 5]! & (1 << (doc & 31))) !== 0) target.push(doc);
    }
  }

  #look(): void {
    this.done = this.#at === this.#end || this.#isBehind(this.#at * 2);
  }

  #isBehind(place: number): boolean {
    const { bottom } = this.#options;
    if (bottom === null) return false;
    return this.#step < 0 ? place < bottom : place > bottom;
  }
}
