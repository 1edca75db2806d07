import { type ApiError, apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import { encoderOf } from './encoders.ts';
import type { FieldWords } from './field-words.ts';
import type { HighlightOptions } from './highlight-request.ts';
import { nearWords, type Stretches } from './near-words.ts';
import type { Token } from './text-tokens.ts';
import { TextWords } from './text-words.ts';

/** A value and its words, offsets from its own beginning. */
export interface PlainText {
  readonly value: string;
  readonly tokens: readonly Token[];
}

interface Fragment {
  readonly number: number;
  readonly text: string;
  readonly score: number;
}

/** Tokens that overlap are marked together, this many at most. */
const MOST_TOGETHER = 50;

/** Pieces of the values of about a size, the best first. As Lucene's first highlighter. */
export function plainFragments(
  texts: readonly PlainText[],
  words: FieldWords,
  options: HighlightOptions,
  budget: WorkBudget,
): string[] {
  const most = options.numberOfFragments === 0 ? 1 : options.numberOfFragments;
  const found: Fragment[] = [];
  for (const text of texts) {
    const held = budget.reserved;
    const fragments = new Highlighting(text, words, options, budget).fragments();
    budget.release(budget.reserved - held);
    const best = fragments.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, most);
    for (const fragment of best) if (fragment.score > 0) found.push(fragment);
  }
  if (options.order === 'score') found.sort((a, b) => Math.round(b.score - a.score));
  const all = options.numberOfFragments === 0 && texts.length > 1;
  return (all ? found : found.slice(0, most)).map(({ text }) => text);
}

/** The first words of a value, as many as fit into the size; empty where not even one does. */
export function plainBeginning({ value, tokens }: PlainText, size: number): string {
  let end = -1;
  for (const token of tokens) {
    if (token.end >= size) {
      if (token.end === size) end = size;
      break;
    }
    end = token.end;
  }
  return end > 0 ? value.slice(0, end) : '';
}

/** Throws ApiError for a name that is none. */
function fragmenterOf(options: HighlightOptions, field: string): 'none' | 'simple' | 'span' {
  if (options.numberOfFragments === 0) return 'none';
  const { fragmenter } = options;
  if (fragmenter === null || fragmenter === 'span') return 'span';
  if (fragmenter === 'simple') return 'simple';
  throw unknownFragmenter(fragmenter, field);
}

function unknownFragmenter(name: string, field: string): ApiError {
  const reason = `unknown fragmenter option [${name}] for the field [${field}]`;
  return apiError('illegal_argument_exception', reason);
}

export function checkFragmenter(options: HighlightOptions, field: string): void {
  fragmenterOf(options, field);
}

interface WeightedWord {
  readonly boost: number;
  /** null: anywhere. */
  readonly stretches: Stretches | null;
}

function weightedWords(
  tokens: readonly Token[],
  words: FieldWords,
  budget: WorkBudget,
): Map<string, WeightedWord> {
  const textWords = new TextWords(tokens);
  const found = new Map<string, WeightedWord>();
  for (const [term, boost] of words.terms) found.set(term, { boost, stretches: null });
  for (const boostOf of words.tests) {
    for (const term of textWords.byTerm.keys()) {
      budget.charge(1);
      const boost = boostOf(term);
      if (boost !== undefined) found.set(term, { boost, stretches: null });
    }
  }
  for (const [term, { boost, stretches }] of nearWords(words, textWords, budget)) {
    found.set(term, { boost, stretches: found.has(term) ? null : stretches });
  }
  return found;
}

/** One way through the words of a value. */
class Highlighting {
  readonly #text: PlainText;
  readonly #words: ReadonlyMap<string, WeightedWord>;
  readonly #options: HighlightOptions;
  readonly #encode: (text: string) => string;
  readonly #cut: (token: Token) => boolean;
  readonly #budget: WorkBudget;
  /** Of the fragment that is being made. */
  #written = '';
  #lastEnd = 0;
  readonly #group: { token: Token; score: number }[] = [];

  constructor(text: PlainText, words: FieldWords, options: HighlightOptions, budget: WorkBudget) {
    this.#text = text;
    this.#options = options;
    this.#budget = budget;
    this.#words = weightedWords(text.tokens, words, budget);
    this.#encode = encoderOf(options.encoder);
    const kind = fragmenterOf(options, '');
    this.#cut = kind === 'none' ? () => false : this.#cutter(kind === 'span');
  }

  fragments(): Fragment[] {
    const fragments: Fragment[] = [];
    let seen = new Set<string>();
    let score = 0;
    const end = (): void => {
      fragments.push({ number: fragments.length, text: this.#written, score });
      this.#written = '';
      seen = new Set();
      score = 0;
    };
    for (const token of this.#text.tokens) {
      if (this.#group.length > 0 && token.start >= this.#groupEnd()) {
        this.#writeGroup();
        if (this.#cut(token)) end();
      }
      this.#budget.charge(1);
      const own = this.#scoreOf(token);
      if (own > 0 && !seen.has(token.term)) {
        seen.add(token.term);
        score += own;
      }
      if (this.#group.length < MOST_TOGETHER) this.#group.push({ token, score: own });
    }
    if (this.#group.length > 0) this.#writeGroup();
    this.#written += this.#encode(this.#text.value.slice(this.#lastEnd));
    end();
    return fragments;
  }

  #scoreOf({ term, position }: Token): number {
    const word = this.#words.get(term);
    if (word === undefined) return 0;
    const { stretches } = word;
    return stretches === null || stretches.holds(position) ? word.boost : 0;
  }

  #groupEnd(): number {
    return this.#group.reduce((last, { token }) => Math.max(last, token.end), 0);
  }

  #writeGroup(): void {
    const group = this.#group;
    const { value } = this.#text;
    const matching = group.filter(({ score }) => score > 0);
    const first = matching.length > 0 ? matching : group.slice(0, 1);
    const start = first.reduce((least, { token }) => Math.min(least, token.start), first[0]!.token.start);
    const end = first.reduce((most, { token }) => Math.max(most, token.end), 0);
    const text = this.#encode(value.slice(start, end));
    if (start > this.#lastEnd) this.#written += this.#encode(value.slice(this.#lastEnd, start));
    const { preTag, postTag } = this.#options;
    this.#written += matching.length > 0 ? preTag + text + postTag : text;
    this.#lastEnd = Math.max(end, this.#lastEnd);
    group.length = 0;
  }

  /** Whether a fragment begins with a token; told of each but the first. */
  #cutter(wholeSpans: boolean): (token: Token) => boolean {
    const { fragmentSize: size } = this.#options;
    const { value, tokens } = this.#text;
    let number = 1;
    // Lucene counts the positions from the second word on: spans are waited for one position early.
    let position = -1;
    let before = tokens[0]?.position ?? 0;
    let waitFor = -1;
    return (token) => {
      if (wholeSpans) {
        position += token.position - before;
        before = token.position;
        if (waitFor <= position) waitFor = -1;
        else if (waitFor !== -1) return false;
        const end = this.#words.get(token.term)?.stretches?.endFrom(position);
        if (end !== undefined) waitFor = end;
        if (value.length - token.end < size >>> 1) return false;
      }
      if (token.end < size * number) return false;
      number++;
      return true;
    };
  }
}
