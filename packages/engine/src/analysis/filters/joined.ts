import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { Token, type TokenStage } from '../token-stream.ts';
import { stopWordsOf, WordSet } from '../words/word-list.ts';
import { PassingStage } from './passing-stage.ts';

/** All different terms in order, as one token; none where that is too long. */
class FingerprintStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #separator: string;
  readonly #sizeMax: number;
  readonly #terms = new Set<string>();
  #size = 0;

  constructor(next: TokenStage, separator: string, sizeMax: number) {
    this.#next = next;
    this.#separator = separator;
    this.#sizeMax = sizeMax;
  }

  token({ term }: Token): void {
    if (this.#size > this.#sizeMax || this.#terms.has(term)) return;
    this.#terms.add(term);
    this.#size += term.length + (this.#terms.size > 1 ? 1 : 0);
  }

  end(_left: number, endOffset: number): void {
    if (this.#terms.size > 0 && this.#size <= this.#sizeMax) {
      const term = [...this.#terms].sort().join(this.#separator);
      this.#next.token(new Token(term, 0, endOffset, 'fingerprint', 1));
    }
    // As OpenSearch's: the token's own increment is left.
    this.#next.end(1, endOffset);
  }
}

/** The longest fingerprint that is given, in UTF-16 units. */
const OUTPUT_SIZE_MAX = 255;

export const fingerprint: TokenFilterType = {
  name: 'fingerprint',
  forRules: () => 'unfit',
  make: (settings) => {
    const separator = settings.text('separator') ?? ' ';
    if (separator.length !== 1)
      throw invalid(`Setting [separator] must be a single, non-null character. [${separator}] was provided.`);
    const most = settings.integer('max_output_size', OUTPUT_SIZE_MAX);
    return { open: (next) => new FingerprintStage(next, separator, most) };
  },
};

const GRAM = 'gram';

/** Lucene's CommonGramsFilter: a common word and its neighbour are a token too. */
class CommonGramsStage extends PassingStage {
  readonly #words: WordSet;
  #last: Token | null = null;

  constructor(next: TokenStage, words: WordSet) {
    super(next);
    this.#words = words;
  }

  token(token: Token): void {
    const last = this.#last;
    this.#last = token.withTerm(token.term);
    if (last !== null && (this.#words.has(last.term) || this.#words.has(token.term))) {
      const gram = new Token(`${last.term}_${token.term}`, last.startOffset, token.endOffset, GRAM, 0);
      gram.positionLength = 2;
      this.next.token(gram);
    }
    this.next.token(token);
  }
}

/** Lucene's CommonGramsQueryFilter: words that are in such a token stand no more for themselves. */
class CommonGramsQueryStage extends PassingStage {
  #waiting: Token | null = null;
  #gaveGram = false;

  token(token: Token): void {
    const waiting = this.#waiting;
    this.#waiting = token;
    if (waiting !== null && token.type !== GRAM) this.#give(waiting);
  }

  override end(left: number, endOffset: number): void {
    if (this.#waiting !== null && !this.#gaveGram) this.#give(this.#waiting);
    super.end(left, endOffset);
  }

  #give(token: Token): void {
    this.#gaveGram = token.type === GRAM;
    if (this.#gaveGram) {
      token.increment = 1;
      token.positionLength = 1;
    }
    this.next.token(token);
  }
}

export const commonGrams: TokenFilterType = {
  name: 'common_grams',
  forRules: () => 'unfit',
  preset: () => ({ term: (term) => term }),
  make: (settings) => {
    const words = new WordSet(stopWordsOf(settings, [], 'common_words'), settings.flag('ignore_case', false));
    if (words.size === 0) {
      throw invalid(
        'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
      );
    }
    const forQueries = settings.flag('query_mode', false);
    return {
      open: (next) => new CommonGramsStage(forQueries ? new CommonGramsQueryStage(next) : next, words),
    };
  },
};
