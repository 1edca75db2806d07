import type { QueryContext } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';
import type { IntervalIterator } from './interval-iterator.ts';

/** What has intervals in a document: a term, or sources put together (Lucene's `IntervalsSource`). */
export interface IntervalSource {
  /** Says what it is: equal for equal sources. */
  readonly key: string;
  /** The least positions that an interval takes. */
  readonly minExtent: number;
  /** Terms and patterns that it is made of. */
  readonly leaves: number;
  /** The sources of which it has the intervals of any; itself where it is no such choice. */
  readonly choices: readonly IntervalSource[];
  /** null where a segment has none. */
  intervals(segment: number): IntervalIterator | null;
  words(sink: WordSink): void;
}

/** Stands for the memory that a source or an iterator takes. */
const PART_BYTES = 64;
const TERM_BYTES = 2048;

/** What the sources of one query share. */
export class SourceScope {
  readonly context: QueryContext;
  readonly #numbers = new Map<string, number>();

  constructor(context: QueryContext) {
    this.context = context;
  }

  /** A short name for a long one: equal for equal ones. */
  keyOf(kind: string, parts: readonly IntervalSource[]): string {
    this.takeParts(parts.length);
    const name = `${kind}(${parts.map((part) => part.key).join()})`;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(name, number);
    }
    return `#${number}`;
  }

  /** Accounts for sources that are made of these. Throws ApiError where all together are too many. */
  takeParts(count: number): void {
    this.context.budget.charge(1 + (count >>> 6));
    this.context.budget.reserve(PART_BYTES * (count + 1), '<intervals>');
  }

  takeTerms(count: number): void {
    this.context.budget.charge(count);
    this.context.budget.reserve(TERM_BYTES * count, '<intervals>');
  }
}
