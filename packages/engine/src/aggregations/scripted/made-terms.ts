import { compareBytes } from '../../segment/global-ordinals.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TermsReader } from '../../segment/segment-reader.ts';

const decoder = new TextDecoder();

/** Terms that were made for a request, in their order. No document can be looked up by them. */
export class MadeTerms implements TermsReader {
  readonly indexed = false;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly #docFreqs: Uint32Array;

  /** `docFreqs`: documents of each term. */
  constructor(terms: readonly Uint8Array[], docFreqs: Uint32Array, docCount: number) {
    this.size = terms.length;
    this.offsets = new Uint32Array(terms.length + 1);
    terms.forEach((term, i) => {
      this.offsets[i + 1] = this.offsets[i]! + term.length;
    });
    this.bytes = new Uint8Array(this.offsets[terms.length]!);
    terms.forEach((term, i) => {
      this.bytes.set(term, this.offsets[i]);
    });
    this.#docFreqs = docFreqs;
    this.docCount = docCount;
    this.sumDocFreq = docFreqs.reduce((sum, count) => sum + count, 0);
    this.sumTotalTermFreq = this.sumDocFreq;
  }

  lookup(term: Uint8Array): number {
    const place = this.ceiling(term);
    return place < this.size && compareBytes(this.term(place), term) === 0 ? place : -1;
  }

  ceiling(term: Uint8Array, after = -1): number {
    let low = after + 1;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.term(middle), term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  term(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  termText(ordinal: number): string {
    return decoder.decode(this.term(ordinal));
  }

  docFreq(ordinal: number): number {
    return this.#docFreqs[ordinal]!;
  }

  totalTermFreq(ordinal: number): number {
    return this.docFreq(ordinal);
  }

  postings(): Postings {
    throw new Error('made terms have no postings');
  }

  markDocs(): void {
    throw new Error('made terms have no postings');
  }

  copyDocs(): number {
    throw new Error('made terms have no postings');
  }
}
