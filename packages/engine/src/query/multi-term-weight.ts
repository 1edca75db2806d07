import { compareBytes, keyOfBytes } from '../codec/bytes.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { ordinalRangeScorer, ordinalsScorer } from './ordinals-scorer.ts';
import { MAX_CLAUSES } from './query-limits.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** The ordinals [from, to) of a segment's terms, or a list of them, ascending. */
type FoundTerms = { readonly from: number; readonly to: number } | readonly number[];

interface MultiTerm {
  readonly field: string;
  readonly indexed: boolean;
  readonly score: number;
  /** In Lucene's words. */
  readonly text: () => string;
  readonly words: (sink: WordSink) => void;
  /** Which of the terms of a segment are looked for. */
  readonly find: (terms: TermsReader) => FoundTerms;
}

/** The documents of all terms that a pattern stands for, all with the same score. */
export class MultiTermWeight extends SegmentWeight {
  readonly #use: MultiTerm;

  constructor(context: QueryContext, use: MultiTerm) {
    super(context);
    this.#use = use;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const { field, indexed, score, find } = this.#use;
    const terms = reader.terms(field);
    if (terms === null) return null;
    const found = find(terms);
    const use = { field, indexed, score, budget: this.budget };
    if ('from' in found) return ordinalRangeScorer(reader, found.from, found.to, use);
    return ordinalsScorer(reader, found, use);
  }

  text(): string {
    return this.#use.text();
  }

  words(sink: WordSink): void {
    this.#use.words(sink);
  }

  /** The terms of all segments, ascending; of more than a query may have clauses, some of them. */
  allTerms(): Uint8Array[] {
    const { field, find } = this.#use;
    const found = new Map<string, Uint8Array>();
    for (const segment of this.segments) {
      const terms = segment.terms(field);
      if (terms === null) continue;
      const ordinals = find(terms);
      const isRange = 'from' in ordinals;
      const count = isRange ? ordinals.to - ordinals.from : ordinals.length;
      const most = Math.min(count, MAX_CLAUSES + 1);
      this.budget.charge(most);
      for (let i = 0; i < most; i++) {
        const term = terms.term(isRange ? ordinals.from + i : ordinals[i]!);
        found.set(keyOfBytes(term), term);
      }
    }
    return [...found.values()].sort(compareBytes);
  }
}
