import { type Charge, stepsOf } from './analysis-meter.ts';
import type { Analyzer, TokenSink } from './analyzer.ts';
import { SinkStage } from './sink-stage.ts';
import { Token, type TokenStage } from './token-stream.ts';

/** Lucene's limit of what stands at the same places: beyond it shingles are left out. */
const COMBINATIONS_MAX = 1000;

/** What of each shingle is kept beside the whole: its first characters, from one to so many. */
const PREFIX_MAX = 20;

/**
 * The tokens of another analyzer, joined to shingles of a fixed number of places (Lucene's FixedShingleFilter with a space
 * between and nothing in a gap). With `prefixes` the last places make shingles too, which end in gaps, and the
 * beginnings of a shingle stand in its place, and the shingle itself where it is longer than these.
 */
export class ShingleAnalyzer implements Analyzer {
  readonly name: string;
  readonly #base: Analyzer;
  readonly #size: number;
  readonly #prefixes: boolean;
  readonly #charge: Charge | undefined;

  constructor(base: Analyzer, size: number, prefixes: boolean, charge?: Charge) {
    this.name = base.name;
    this.#base = base;
    this.#size = size;
    this.#prefixes = prefixes;
    this.#charge = charge;
  }

  get positionIncrementGap(): number | undefined {
    return this.#base.positionIncrementGap;
  }

  metered(charge: Charge): ShingleAnalyzer {
    const base = this.#base.metered?.(charge) ?? this.#base;
    return new ShingleAnalyzer(base, this.#size, this.#prefixes, charge);
  }

  analyze(text: string, sink: TokenSink): number {
    const stage = new SinkStage(sink);
    this.analyzeTokens(text, stage);
    return stage.left;
  }

  analyzeTokens(text: string, stage: TokenStage): void {
    this.#base.analyzeTokens(text, new ShingleStage(stage, this.#size, this.#prefixes, this.#charge));
  }

  normalize(text: string): string {
    return this.#base.normalize(text);
  }
}

class ShingleStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #size: number;
  readonly #prefixes: boolean;
  readonly #charge: Charge | undefined;
  /** The tokens at each of the next places; none in a gap. */
  readonly #places: Token[][] = [];
  /** Places since the last one that gave a shingle. */
  #increment = 0;

  constructor(next: TokenStage, size: number, prefixes: boolean, charge: Charge | undefined) {
    this.#next = next;
    this.#size = size;
    this.#prefixes = prefixes;
    this.#charge = charge;
  }

  token(token: Token): void {
    if (token.increment === 0 && this.#places.length > 0) {
      this.#places.at(-1)!.push(token);
      return;
    }
    for (let gap = 1; gap < token.increment; gap++) this.#place([]);
    this.#place([token]);
  }

  #place(tokens: Token[]): void {
    if (this.#places.length === this.#size) this.#shift();
    this.#places.push(tokens);
  }

  end(left: number, endOffset: number): void {
    if (this.#places.length === this.#size) this.#shift();
    if (this.#prefixes) while (this.#places.length > 0) this.#shift();
    this.#next.end(left, endOffset);
  }

  /** What begins at the first place. */
  #shift(): void {
    this.#increment++;
    let count = 0;
    for (const first of this.#places[0]!) {
      for (const shingle of this.#from(first, 1)) {
        if (++count > COMBINATIONS_MAX) break;
        this.#give(shingle, first.startOffset);
      }
    }
    this.#places.shift();
  }

  /** As deep as a shingle is long. */
  *#from(token: Token, at: number): Generator<{ readonly term: string; readonly endOffset: number }> {
    if (at === this.#size) {
      yield token;
      return;
    }
    const following = this.#places[at] ?? [];
    if (following.length === 0) {
      for (const { term, endOffset } of this.#from(token.withTerm(''), at + 1)) {
        yield { term: `${token.term} ${term}`, endOffset };
      }
    }
    for (const next of following) {
      for (const { term, endOffset } of this.#from(next, at + 1))
        yield { term: `${token.term} ${term}`, endOffset };
    }
  }

  #give(
    { term, endOffset }: { readonly term: string; readonly endOffset: number },
    startOffset: number,
  ): void {
    const give = (text: string): void => {
      this.#charge?.(stepsOf(text));
      this.#next.token(new Token(text, startOffset, endOffset, 'shingle', this.#increment));
      this.#increment = 0;
    };
    let length = 0;
    const first = this.#prefixes ? [...term.slice(0, PREFIX_MAX * 2)].slice(0, PREFIX_MAX) : [];
    for (const character of first) {
      length += character.length;
      give(term.slice(0, length));
    }
    if (length < term.length || !this.#prefixes) give(term);
  }
}
