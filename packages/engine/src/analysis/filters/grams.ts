import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { StreamFilter, Token, TokenStage } from '../token-stream.ts';
import { checkGramDiff, checkGrams, type GramSizes, gramSizes } from '../tokenizers/ngrams.ts';

interface GramOptions {
  readonly sizes: GramSizes;
  readonly onlyEdges: boolean;
  readonly keepsOriginal: boolean;
  /** Edges from the end. */
  readonly fromBack: boolean;
}

/** Lucene's NGramTokenFilter and EdgeNGramTokenFilter: the grams of a token stand in its place. */
class GramStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #options: GramOptions;
  /** Of tokens that had no gram. */
  #skipped = 0;

  constructor(next: TokenStage, options: GramOptions) {
    this.#next = next;
    this.#options = options;
  }

  token(token: Token): void {
    const { sizes, onlyEdges, keepsOriginal, fromBack } = this.#options;
    const chars = [...token.term];
    const { length } = chars;
    let increment = this.#skipped + token.increment;
    const give = (term: string): void => {
      this.#next.token(token.withTerm(term, increment));
      increment = 0;
    };
    const lastStart = onlyEdges ? 0 : length - sizes.min;
    for (let start = 0; start <= lastStart; start++) {
      const longest = Math.min(sizes.max, length - start);
      for (let size = sizes.min; size <= longest; size++) {
        const from = fromBack ? length - size : start;
        give(chars.slice(from, from + size).join(''));
      }
    }
    if (keepsOriginal && (length < sizes.min || length > sizes.max)) give(token.term);
    this.#skipped = increment;
  }

  /** As Lucene's: what filters before it left at the end is lost. */
  end(_left: number, endOffset: number): void {
    this.#next.end(this.#skipped, endOffset);
  }
}

function filterOf(options: GramOptions): StreamFilter {
  checkGrams(options.sizes);
  return { open: (next) => new GramStage(next, options) };
}

const DEFAULTS: GramSizes = { min: 1, max: 2 };

export const ngram: TokenFilterType = {
  name: 'ngram',
  forRules: () => 'unfit',
  make: (settings, context) => {
    const sizes = gramSizes(settings, DEFAULTS);
    checkGramDiff(sizes, context);
    const keepsOriginal = settings.flag('preserve_original', false);
    return filterOf({ sizes, onlyEdges: false, keepsOriginal, fromBack: false });
  },
};

function isFromBack(settings: ComponentSettings): boolean {
  const side = settings.text('side') ?? 'front';
  if (side !== 'front' && side !== 'back') throw invalid(`invalid side: ${side}`);
  return side === 'back';
}

export const edgeNgram: TokenFilterType = {
  name: 'edge_ngram',
  forRules: () => 'unfit',
  preset: () => edgesOf({ min: 1, max: 1 }),
  make: (settings) => {
    const fromBack = isFromBack(settings);
    const keepsOriginal = settings.flag('preserve_original', false);
    return filterOf({ sizes: gramSizes(settings, DEFAULTS), onlyEdges: true, keepsOriginal, fromBack });
  },
};

function renamed(name: string, now: string): TokenFilterType {
  return {
    name,
    make: () => {
      throw invalid(
        `The [${name}] token filter name was deprecated in 6.4 and cannot be used in new indices. ` +
          `Please change the filter name to [${now}] instead.`,
      );
    },
  };
}

/** The beginnings of tokens: of so many characters. */
export function edgesOf(sizes: GramSizes): StreamFilter {
  return filterOf({ sizes, onlyEdges: true, keepsOriginal: false, fromBack: false });
}

export const oldNgram = renamed('nGram', 'ngram');
export const oldEdgeNgram = renamed('edgeNGram', 'edge_ngram');
