import { NO_MORE_DOCS } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import { Heap } from './positions/heap.ts';

/** What a phrase asks of a place that is not its rarest: documents, and positions within them. */
export type PhrasePostings = Pick<
  Postings,
  'docFreq' | 'docs' | 'freqs' | 'length' | 'block' | 'seekBlock' | 'loadFreqs' | 'positionsAt'
>;

interface Member {
  readonly postings: Postings;
  doc: number;
}

const earlier = (a: Member, b: Member): boolean => a.doc < b.doc;

/** The documents and positions of any of several terms, in blocks of one document. */
export class UnionPostings implements PhrasePostings {
  readonly docFreq: number;
  readonly docs = new Int32Array(1).fill(-1);
  readonly freqs = new Int32Array(1);
  length = 0;
  block = -1;
  readonly #queue = new Heap(earlier);
  readonly #members: readonly Member[];
  #buffer: Int32Array = new Int32Array(16);

  constructor(all: readonly Postings[]) {
    this.docFreq = all.reduce((sum, postings) => sum + postings.docFreq, 0);
    this.#members = all.map((postings) => ({ postings, doc: -1 }));
    for (const member of this.#members) this.#queue.push(member);
  }

  seekBlock(target: number): boolean {
    const queue = this.#queue;
    while (queue.top.doc < target) {
      queue.top.doc = queue.top.postings.advance(target);
      queue.settle();
    }
    const { doc } = queue.top;
    this.length = doc === NO_MORE_DOCS ? 0 : 1;
    if (this.docs[0] !== doc) this.block++;
    this.docs[0] = doc;
    return doc !== NO_MORE_DOCS;
  }

  loadFreqs(): void {
    let sum = 0;
    for (const { postings, doc } of this.#members) if (doc === this.docs[0]) sum += postings.freq();
    this.freqs[0] = sum;
  }

  positionsAt(_index: number, target: Int32Array): Int32Array {
    this.loadFreqs();
    const total = this.freqs[0]!;
    const merged = target.length >= total ? target : new Int32Array(total * 2);
    let at = 0;
    for (const { postings, doc } of this.#members) {
      if (doc !== this.docs[0]) continue;
      this.#buffer = postings.positions(this.#buffer);
      merged.set(this.#buffer.subarray(0, postings.freq()), at);
      at += postings.freq();
    }
    merged.subarray(0, total).sort();
    return merged;
  }
}
