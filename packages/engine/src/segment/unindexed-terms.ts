import { assert } from '@sextant/base';
import type { TermsReader } from './segment-reader.ts';
import { TermTable } from './term-table.ts';

/** A dictionary without postings, made in memory: no document can be looked up by its terms. */
export class UnindexedTerms extends TermTable implements TermsReader {
  readonly indexed = false;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly #docFreqs: Uint32Array | null;

  /** `docFreqs`: documents of each term; null: each has one. */
  constructor(bytes: Uint8Array, offsets: Uint32Array, docFreqs: Uint32Array | null, docCount: number) {
    super(bytes, offsets);
    this.#docFreqs = docFreqs;
    this.docCount = docCount;
    this.sumDocFreq = docFreqs === null ? this.size : docFreqs.reduce((sum, count) => sum + count, 0);
    this.sumTotalTermFreq = this.sumDocFreq;
  }

  /** `terms` in their order. */
  static of(terms: readonly Uint8Array[], docFreqs: Uint32Array, docCount: number): UnindexedTerms {
    const offsets = new Uint32Array(terms.length + 1);
    for (const [i, term] of terms.entries()) offsets[i + 1] = offsets[i]! + term.length;
    const bytes = new Uint8Array(offsets[terms.length]!);
    for (const [i, term] of terms.entries()) bytes.set(term, offsets[i]);
    return new UnindexedTerms(bytes, offsets, docFreqs, docCount);
  }

  docFreq(ordinal: number): number {
    return this.#docFreqs === null ? 1 : this.#docFreqs[ordinal]!;
  }

  totalTermFreq(ordinal: number): number {
    return this.docFreq(ordinal);
  }

  postings(): never {
    return withoutPostings();
  }

  markDocs(): never {
    return withoutPostings();
  }

  copyDocs(): never {
    return withoutPostings();
  }
}

function withoutPostings(): never {
  assert(false, 'terms that were made in memory have no postings');
}
