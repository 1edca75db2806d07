import type { WorkBudget } from '../../budget/work-budget.ts';
import type { HighlightOptions } from '../highlight-request.ts';
import { WordPlaces } from '../passage-breaks.ts';
import { SentenceBreaks } from '../sentence-breaks.ts';
import { wordEnd } from '../word-breaks.ts';

/** Moves the ends of a fragment to places where a text may be cut. */
export interface BoundaryScanner {
  startOf(text: string, start: number): number;
  endOf(text: string, end: number): number;
}

/** Characters that a break is looked for in, in a step, as a power of two. */
const PER_STEP = 4;

/** Characters unless the options say otherwise. */
export function scannerOf(options: HighlightOptions, budget: WorkBudget): BoundaryScanner {
  const { boundaryScanner } = options;
  if (boundaryScanner === 'word') {
    return new BreakScanner(
      (text) => new WordPlaces(text).preceding(text.length),
      (text) => wordEnd(text, 0),
      budget,
    );
  }
  if (boundaryScanner === 'sentence') {
    return new BreakScanner(
      (text) => new SentenceBreaks(text).preceding(text.length),
      (text) => new SentenceBreaks(text).following(0),
      budget,
    );
  }
  return new CharScanner(options.boundaryMaxScan, options.boundaryChars, budget);
}

/** One of these characters, so many places away at most. */
class CharScanner implements BoundaryScanner {
  readonly #most: number;
  readonly #characters: ReadonlySet<number>;
  readonly #budget: WorkBudget;

  constructor(most: number, characters: string, budget: WorkBudget) {
    this.#most = most;
    this.#characters = new Set(Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i)));
    this.#budget = budget;
  }

  startOf(text: string, start: number): number {
    if (start > text.length || start < 1) return start;
    const least = Math.max(0, start - Math.max(0, this.#most));
    let at = start;
    while (at > least && !this.#characters.has(text.charCodeAt(at - 1))) at--;
    this.#budget.charge((start - at) >>> PER_STEP);
    return at > least || at === 0 ? at : start;
  }

  endOf(text: string, end: number): number {
    if (end > text.length || end < 0) return end;
    const most = Math.min(text.length, end + Math.max(0, this.#most));
    let at = end;
    while (at < most && !this.#characters.has(text.charCodeAt(at))) at++;
    this.#budget.charge((at - end) >>> PER_STEP);
    return at < most ? at : end;
  }
}

/** The last break of what stands before, and the first one of what follows. */
class BreakScanner implements BoundaryScanner {
  readonly #last: (text: string) => number;
  readonly #first: (text: string) => number;
  readonly #budget: WorkBudget;

  constructor(last: (text: string) => number, first: (text: string) => number, budget: WorkBudget) {
    this.#last = last;
    this.#first = first;
    this.#budget = budget;
  }

  startOf(text: string, start: number): number {
    if (start > text.length || start < 1) return start;
    this.#budget.charge(start >>> PER_STEP);
    return this.#last(text.slice(0, start));
  }

  endOf(text: string, end: number): number {
    if (end >= text.length || end < 0) return end;
    this.#budget.charge((text.length - end) >>> PER_STEP);
    return end + this.#first(text.slice(end));
  }
}
