import type { Token } from './text-tokens.ts';

/** The words of a text, and where each stands in its list of tokens. */
export class TextWords {
  readonly tokens: readonly Token[];
  /** The tokens of each term, ascending. */
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  readonly #positions = new Map<string, readonly number[]>();

  /** Of the terms that are `wanted` alone, where these are given. */
  constructor(tokens: readonly Token[], wanted?: { has(term: string): boolean }) {
    this.tokens = tokens;
    const byTerm = new Map<string, number[]>();
    for (let i = 0; i < tokens.length; i++) {
      const { term } = tokens[i]!;
      if (wanted !== undefined && !wanted.has(term)) continue;
      const found = byTerm.get(term);
      if (found === undefined) byTerm.set(term, [i]);
      else found.push(i);
    }
    this.byTerm = byTerm;
  }

  /** Ascending; undefined where the term is not there. */
  positions(term: string): readonly number[] | undefined {
    const known = this.#positions.get(term);
    if (known !== undefined) return known;
    const positions = this.byTerm.get(term)?.map((token) => this.tokens[token]!.position);
    if (positions !== undefined) this.#positions.set(term, positions);
    return positions;
  }
}
