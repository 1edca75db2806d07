import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { compareRanges } from '../codec/bytes.ts';
import type { FrequencyFilter } from '../mapping/mapped-field.ts';
import type { BlockBuffers } from './block-buffers.ts';
import type { Postings } from './postings.ts';
import type { TermsReader } from './segment-reader.ts';

/** The terms of a field that a filter by frequency lets through: all of them, or a dictionary of their own. */
export function* keptTerms(
  terms: TermsReader,
  filter: FrequencyFilter,
  budget: WorkBudget,
): Steps<TermsReader> {
  const { docCount, size } = terms;
  // What is no more than 1 is a part of the documents, anything else a number of them.
  const min = Math.trunc(filter.min > 1 ? filter.min : docCount * filter.min);
  const max = Math.trunc(filter.max > 1 ? filter.max : docCount * filter.max);
  if (docCount < filter.minSegmentSize || (min <= 1 && max >= docCount)) return terms;
  const kept = new Uint32Array(size);
  let count = 0;
  let bytes = 0;
  for (let ordinal = 0; ordinal < size; ordinal++) {
    if ((ordinal & 127) === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    const frequency = terms.docFreq(ordinal);
    if (frequency < min || frequency > max) continue;
    kept[count++] = ordinal;
    bytes += terms.offsets[ordinal + 1]! - terms.offsets[ordinal]!;
  }
  return new KeptTerms(terms, kept.slice(0, count), bytes);
}

const DECODER = new TextDecoder();

/** Some of the terms of a field, with numbers of their own. */
class KeptTerms implements TermsReader {
  readonly size: number;
  readonly indexed = true;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #all: TermsReader;
  readonly #kept: Uint32Array;

  constructor(all: TermsReader, kept: Uint32Array, byteLength: number) {
    this.#all = all;
    this.#kept = kept;
    this.size = kept.length;
    this.docCount = all.docCount;
    this.bytes = new Uint8Array(byteLength);
    this.offsets = new Uint32Array(kept.length + 1);
    let at = 0;
    let totalFreq = 0;
    let docFreq = 0;
    for (let i = 0; i < kept.length; i++) {
      const term = all.term(kept[i]!);
      this.bytes.set(term, at);
      at += term.length;
      this.offsets[i + 1] = at;
      totalFreq += all.totalTermFreq(kept[i]!);
      docFreq += all.docFreq(kept[i]!);
    }
    this.sumTotalTermFreq = totalFreq;
    this.sumDocFreq = docFreq;
  }

  lookup(term: Uint8Array): number {
    const ordinal = this.ceiling(term);
    return ordinal < this.size && this.#compare(ordinal, term) === 0 ? ordinal : -1;
  }

  ceiling(term: Uint8Array, after = -1): number {
    let [low, high] = [after + 1, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(ordinal: number, term: Uint8Array): number {
    const { bytes, offsets } = this;
    return compareRanges(bytes, offsets[ordinal]!, offsets[ordinal + 1]!, term, 0, term.length);
  }

  term(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  termText(ordinal: number): string {
    return DECODER.decode(this.term(ordinal));
  }

  docFreq(ordinal: number): number {
    return this.#all.docFreq(this.#kept[ordinal]!);
  }

  totalTermFreq(ordinal: number): number {
    return this.#all.totalTermFreq(this.#kept[ordinal]!);
  }

  postings(ordinal: number, buffers?: BlockBuffers): Postings {
    return this.#all.postings(this.#kept[ordinal]!, buffers);
  }

  markDocs(ordinal: number, bits: Uint32Array): void {
    this.#all.markDocs(this.#kept[ordinal]!, bits);
  }

  copyDocs(ordinal: number, target: Uint32Array, at: number): number {
    return this.#all.copyDocs(this.#kept[ordinal]!, target, at);
  }
}
