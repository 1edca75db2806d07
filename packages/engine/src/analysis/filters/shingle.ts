import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { ComponentContext, TokenFilterType } from '../component-type.ts';
import { Token, type TokenStage } from '../token-stream.ts';

interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly unigrams: boolean;
  readonly unigramsIfNoShingles: boolean;
  readonly separator: string;
  readonly filler: string;
}

const TYPE = 'shingle';

/** A word, or a gap that a removed one left. */
interface Word {
  readonly token: Token;
  readonly isFiller: boolean;
}

/** Lucene's ShingleFilter: neighbours as one token each, beside the words themselves. */
class ShingleStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #options: ShingleOptions;
  /** The words from which on no shingle was made yet. */
  readonly #window: Word[] = [];
  #any = false;
  #hasShingle = false;
  /** Increments of places that gave nothing. */
  #skipped = 0;
  #first: Token | null = null;

  constructor(next: TokenStage, options: ShingleOptions) {
    this.#next = next;
    this.#options = options;
  }

  token(token: Token): void {
    const fillers = Math.min(token.increment - 1, this.#options.max - 1);
    for (let i = 0; i < fillers; i++) {
      const filler = new Token(this.#options.filler, token.startOffset, token.startOffset, 'word', 1);
      this.#push({ token: filler, isFiller: true });
    }
    const first = !this.#any && token.increment === 0;
    token.increment = first ? 0 : 1;
    this.#any = true;
    this.#first ??= token.withTerm(token.term);
    this.#push({ token, isFiller: false });
  }

  end(left: number, endOffset: number): void {
    const fillers = Math.min(left, this.#options.max - 1);
    for (let i = 0; i < fillers && this.#any; i++) {
      const filler = new Token(this.#options.filler, endOffset, endOffset, 'word', 1);
      this.#push({ token: filler, isFiller: true });
    }
    while (this.#window.length > 0) this.#shift();
    if (!this.#hasShingle && this.#first !== null && this.#givesSole()) this.#next.token(this.#first);
    this.#next.end(left, endOffset);
  }

  #givesSole(): boolean {
    return this.#options.unigramsIfNoShingles && !this.#options.unigrams;
  }

  #push(word: Word): void {
    this.#window.push(word);
    if (this.#window.length === this.#options.max) this.#shift();
  }

  /** Gives all that begins with the first word of the window. */
  #shift(): void {
    const { min, max, unigrams, separator } = this.#options;
    const window = this.#window;
    const first = window[0]!;
    let increment = first.token.increment + this.#skipped;
    if (unigrams && !first.isFiller) {
      this.#next.token(first.token.withTerm(first.token.term, increment));
      increment = 0;
    }
    let text = first.token.term;
    let hasWord = !first.isFiller;
    for (let size = 2; size <= Math.min(max, window.length); size++) {
      const { token, isFiller } = window[size - 1]!;
      text += separator + token.term;
      hasWord ||= !isFiller;
      if (size < min || !hasWord) continue;
      const shingle = new Token(text, first.token.startOffset, token.endOffset, TYPE, increment);
      shingle.positionLength = unigrams ? size : Math.max(1, size - min + 1);
      this.#hasShingle = true;
      this.#next.token(shingle);
      increment = 0;
    }
    this.#skipped = increment;
    window.shift();
  }
}

const DEFAULTS: ShingleOptions = {
  min: 2,
  max: 2,
  unigrams: true,
  unigramsIfNoShingles: false,
  separator: ' ',
  filler: '_',
};

function optionsOf(settings: ComponentSettings, context: ComponentContext): ShingleOptions {
  const limit = context.limit('index.max_shingle_diff', 3);
  const max = settings.integer('max_shingle_size', DEFAULTS.max);
  const min = settings.integer('min_shingle_size', DEFAULTS.min);
  const unigrams = settings.flag('output_unigrams', true);
  const difference = max - min + (unigrams ? 1 : 0);
  if (difference > limit) {
    throw invalid(
      'In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting ' +
        `unigrams) must be less than or equal to: [${limit}] but was [${difference}]. This limit can be set by ` +
        'changing the [index.max_shingle_diff] index level setting.',
    );
  }
  if (max < 2) throw invalid('Max shingle size must be >= 2');
  if (min < 2) throw invalid('Min shingle size must be >= 2');
  if (min > max) throw invalid('Min shingle size must be <= max shingle size');
  return {
    min,
    max,
    unigrams,
    unigramsIfNoShingles: settings.flag('output_unigrams_if_no_shingles', false),
    separator: settings.text('token_separator') ?? DEFAULTS.separator,
    filler: settings.text('filler_token') ?? DEFAULTS.filler,
  };
}

export const shingle: TokenFilterType = {
  name: 'shingle',
  forRules: () => 'unfit',
  preset: () => ({ open: (next) => new ShingleStage(next, DEFAULTS) }),
  make: (settings, context) => {
    const options = optionsOf(settings, context);
    return { open: (next) => new ShingleStage(next, options) };
  },
};
