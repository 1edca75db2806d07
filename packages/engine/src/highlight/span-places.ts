import type { WorkBudget } from '../budget/work-budget.ts';
import type { SpanWords, TermPlaces, TextPlaces } from '../query/word-sink.ts';
import type { TextWords } from './text-words.ts';

/** Where spans are in a text: of those that begin at one place the first and the longest. There may be many more of them than words. */
export function spanStretches(
  { find }: SpanWords,
  words: TextWords,
  budget: WorkBudget,
): { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; to: number }[] = [];
  let begun = Number.NaN;
  find(new Places(words, budget), (from, to) => {
    const last = found.at(-1);
    if (last?.from !== from) begun = found.length;
    else if (to <= last.to) return;
    if (found.length > begun + 1) last!.to = to;
    else found.push({ from, to });
  });
  return found;
}

/** The tokens that make spans of any kind, ascending, by their terms. `isSeen`: other terms are as if they were not there. */
export function spanTokens(
  all: readonly SpanWords[],
  words: TextWords,
  budget: WorkBudget,
  isSeen?: (term: string) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const places = new Places(words, budget, isSeen);
  for (const { find } of all) find(places, null);
  return places.marked();
}

class Places implements TextPlaces {
  readonly budget: WorkBudget;
  readonly #words: TextWords;
  readonly #isSeen: (term: string) => boolean;
  readonly #known = new Map<string, TermPlaces>();

  constructor(words: TextWords, budget: WorkBudget, isSeen: (term: string) => boolean = () => true) {
    this.budget = budget;
    this.#words = words;
    this.#isSeen = isSeen;
  }

  of(term: string): TermPlaces | undefined {
    const known = this.#known.get(term);
    if (known !== undefined || !this.#isSeen(term)) return known;
    const positions = this.#words.positions(term);
    if (positions === undefined) return undefined;
    const places = { positions, marks: new Uint8Array(positions.length) };
    this.#known.set(term, places);
    return places;
  }

  /** The tokens that are marked, by their terms. */
  marked(): ReadonlyMap<string, readonly number[]> {
    const found = new Map<string, readonly number[]>();
    for (const [term, { marks }] of this.#known) {
      const tokens = this.#words.byTerm.get(term)!.filter((_, i) => marks[i] === 1);
      if (tokens.length > 0) found.set(term, tokens);
    }
    return found;
  }
}
