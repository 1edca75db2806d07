import type { WorkBudget } from '../budget/work-budget.ts';
import type { Phrase } from './field-words.ts';
import type { Token } from './text-tokens.ts';

/** Where a phrase stands in a text. */
export interface PhrasePlace {
  readonly from: number;
  /** After the last position. */
  readonly to: number;
  /** The place of each word's token in the list of tokens. */
  readonly tokens: readonly number[];
}

/** The tokens of each term, ascending; of these terms alone where they are given. */
export function tokensByTerm(
  tokens: readonly Token[],
  wanted?: { has(term: string): boolean },
): ReadonlyMap<string, readonly number[]> {
  const byTerm = new Map<string, number[]>();
  for (let i = 0; i < tokens.length; i++) {
    const { term } = tokens[i]!;
    if (wanted !== undefined && !wanted.has(term)) continue;
    const found = byTerm.get(term);
    if (found === undefined) byTerm.set(term, [i]);
    else found.push(i);
  }
  return byTerm;
}

/**
 * Every place where the words stand near each other, as Lucene's span queries find them.
 */
export function phrasePlaces(
  { words, slop, inOrder }: Phrase,
  tokens: readonly Token[],
  byTerm: ReadonlyMap<string, readonly number[]>,
  budget: WorkBudget,
): PhrasePlace[] {
  const lists: (readonly number[])[] = [];
  for (const { term } of words) {
    const list = byTerm.get(term);
    if (list === undefined) return [];
    lists.push(list);
  }
  const gaps = Math.max(0, words.at(-1)!.position - words[0]!.position - words.length + 1);
  const walk = new Walk(lists, tokens, budget);
  return inOrder ? walk.ordered(slop + gaps) : walk.unordered(slop + gaps);
}

/** Words of a phrase that take as long as a step, as a power of two. */
const WORDS_PER_STEP = 4;

class Walk {
  readonly #lists: readonly (readonly number[])[];
  readonly #tokens: readonly Token[];
  readonly #budget: WorkBudget;
  readonly #steps: number;

  constructor(lists: readonly (readonly number[])[], tokens: readonly Token[], budget: WorkBudget) {
    this.#lists = lists;
    this.#tokens = tokens;
    this.#budget = budget;
    this.#steps = 1 + (lists.length >>> WORDS_PER_STEP);
  }

  /** One after the other, with at most so many other positions between them. */
  ordered(slop: number): PhrasePlace[] {
    const found: PhrasePlace[] = [];
    const at = this.#lists.map(() => 0);
    for (; at[0]! < this.#lists[0]!.length; at[0]!++) {
      this.#budget.charge(this.#steps);
      let width = 0;
      for (let i = 1; i < at.length; i++) {
        const end = this.#position(i - 1, at[i - 1]!) + 1;
        const list = this.#lists[i]!;
        while (at[i]! < list.length && this.#position(i, at[i]!) < end) at[i]!++;
        if (at[i] === list.length) return found;
        width += this.#position(i, at[i]!) - end;
      }
      if (width <= slop) found.push(this.#place(at));
    }
    return found;
  }

  /** In any order, and any number of them at one position. */
  unordered(slop: number): PhrasePlace[] {
    const found: PhrasePlace[] = [];
    const at = this.#lists.map(() => 0);
    for (;;) {
      this.#budget.charge(this.#steps);
      const place = this.#place(at);
      if (place.to - place.from - at.length <= slop) found.push(place);
      const next = at.findIndex((each, i) => this.#position(i, each) === place.from);
      if (++at[next]! === this.#lists[next]!.length) return found;
    }
  }

  #position(list: number, at: number): number {
    return this.#tokens[this.#lists[list]![at]!]!.position;
  }

  #place(at: readonly number[]): PhrasePlace {
    const tokens = at.map((place, i) => this.#lists[i]![place]!);
    let from = Number.POSITIVE_INFINITY;
    let to = 0;
    for (const token of tokens) {
      const { position } = this.#tokens[token]!;
      if (position < from) from = position;
      if (position >= to) to = position + 1;
    }
    return { from, to, tokens };
  }
}
