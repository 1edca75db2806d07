import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { FrequencyFilter } from '../mapping/mapped-field.ts';
import type { BlockBuffers } from './block-buffers.ts';
import type { Postings } from './postings.ts';
import type { TermsReader } from './segment-reader.ts';
import { TermTable } from './term-table.ts';

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

/** Some of the terms of a field, with numbers of their own. */
class KeptTerms extends TermTable implements TermsReader {
  readonly indexed = true;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly #all: TermsReader;
  readonly #kept: Uint32Array;

  constructor(all: TermsReader, kept: Uint32Array, byteLength: number) {
    super(new Uint8Array(byteLength), new Uint32Array(kept.length + 1));
    this.#all = all;
    this.#kept = kept;
    this.docCount = all.docCount;
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
