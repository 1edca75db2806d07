import type { WorkBudget } from '../budget/work-budget.ts';
import type { SpanWords, TermPlaces, TextPlaces } from '../query/word-sink.ts';
import type { Token } from './text-tokens.ts';

/** The words of a text, and where they stand in its list of tokens. */
interface TextWords {
  readonly tokens: readonly Token[];
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
}

/** Where spans are in a text: of those that begin at one place the longest. There may be many more of them than words. */
export function spanStretches(
  { find }: SpanWords,
  words: TextWords,
  budget: WorkBudget,
): { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; to: number }[] = [];
  find(new Places(words, budget), (from, to) => {
    const last = found.at(-1);
    if (last?.from !== from) found.push({ from, to });
    else if (to > last.to) last.to = to;
  });
  return found;
}

/** The tokens that make spans, by their terms. */
export function spanTokens(
  { find }: SpanWords,
  words: TextWords,
  budget: WorkBudget,
): ReadonlyMap<string, ReadonlySet<number>> {
  const places = new Places(words, budget);
  find(places, null);
  return places.marked();
}

class Places implements TextPlaces {
  readonly budget: WorkBudget;
  readonly #words: TextWords;
  readonly #known = new Map<string, TermPlaces>();

  constructor(words: TextWords, budget: WorkBudget) {
    this.budget = budget;
    this.#words = words;
  }

  of(term: string): TermPlaces | undefined {
    const own = this.#words.byTerm.get(term);
    if (own === undefined) return undefined;
    let places = this.#known.get(term);
    if (places === undefined) {
      const positions = own.map((token) => this.#words.tokens[token]!.position);
      places = { positions, marks: new Uint8Array(positions.length) };
      this.#known.set(term, places);
    }
    return places;
  }

  /** The tokens that are marked, by their terms. */
  marked(): ReadonlyMap<string, ReadonlySet<number>> {
    const found = new Map<string, Set<number>>();
    for (const [term, { marks }] of this.#known) {
      const tokens = this.#words.byTerm.get(term)!.filter((_, i) => marks[i] === 1);
      if (tokens.length > 0) found.set(term, new Set(tokens));
    }
    return found;
  }
}
