import type { AskedDocs, SegmentFilter } from '../aggregations/aggregations.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { getBit, setBit } from '../codec/bits.ts';
import { docBits } from '../query/doc-bits.ts';
import type { Scorer } from '../query/scorer.ts';
import type { Weight } from '../query/weight.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';
import { matchingBits } from './matching-bits.ts';

/** So often a scorer is made anew for documents before those that it was asked about: it goes one way. */
const TURNS_MAX = 64;

/** The documents of a segment that a query matches, of those that somebody asked about: of others a script may not be able to say anything. */
class AskedMatches implements AskedDocs {
  readonly bits: Uint32Array;
  readonly #known: Uint32Array;
  readonly #make: () => Scorer | null;
  readonly #maxDoc: number;
  #scorer: Scorer | null = null;
  #turns = 0;
  #last = Number.POSITIVE_INFINITY;
  #docs = new Int32Array(128);
  #hits = new Uint8Array(128);

  constructor(weight: Weight, ordinal: number, maxDoc: number, budget: WorkBudget) {
    this.bits = docBits(maxDoc, budget);
    this.#known = docBits(maxDoc, budget);
    this.#make = () => weight.scorer(ordinal);
    this.#maxDoc = maxDoc;
  }

  ask(docs: Int32Array, length: number): void {
    if (this.#docs.length < length) {
      this.#docs = new Int32Array(length);
      this.#hits = new Uint8Array(length);
    }
    const count = this.#takeUnknown(docs, length);
    if (count === 0 || !this.#turnTo(this.#docs[0]!)) return;
    this.#last = this.#docs[count - 1]!;
    this.#hits.fill(0, 0, count);
    this.#scorer?.probe(this.#docs, count, this.#hits, null);
    for (let i = 0; i < count; i++) if (this.#hits[i] === 1) setBit(this.bits, this.#docs[i]!);
  }

  /** Puts the documents that were not asked about before to the others that are to be, ascending; returns how many. */
  #takeUnknown(docs: Int32Array, length: number): number {
    let count = 0;
    let isAscending = true;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (getBit(this.#known, doc)) continue;
      setBit(this.#known, doc);
      if (count > 0 && doc < this.#docs[count - 1]!) isAscending = false;
      this.#docs[count++] = doc;
    }
    if (!isAscending) this.#docs.subarray(0, count).sort();
    return count;
  }

  /** Sees to a scorer that can be asked about documents from this one on; false: all is known from now on. */
  #turnTo(doc: number): boolean {
    if (doc > this.#last || (this.#turns > 0 && this.#scorer?.takesAnyOrder === true)) return true;
    if (this.#turns++ === TURNS_MAX) {
      this.#scorer = this.#make();
      this.bits.fill(0);
      this.#scorer?.accumulate(0, this.#maxDoc, this.bits, null);
      this.#known.fill(-1);
      return false;
    }
    this.#scorer = this.#make();
    return true;
  }
}

/** A filter of aggregations. `nestedPath`: its documents are objects of that. */
export function segmentFilter(
  weight: Weight,
  {
    searcher,
    nestedPath,
    budget,
  }: { readonly searcher: ShardSearcher; readonly nestedPath: string | null; readonly budget: WorkBudget },
): SegmentFilter {
  const { segments } = searcher;
  return {
    docs: (segment) => {
      const seen = nestedPath === null ? segment : segment.within(nestedPath);
      return matchingBits(weight, segments.indexOf(segment), seen, budget);
    },
    ...(weight.asks === true && {
      asked: (segment) => new AskedMatches(weight, segments.indexOf(segment), segment.maxDoc, budget),
    }),
  };
}
