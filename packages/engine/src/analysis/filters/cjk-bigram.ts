import type { TokenFilterType } from '../component-type.ts';
import type { StreamFilter, Token, TokenStage } from '../token-stream.ts';

/** Scripts by the types that the standard tokenizer gives their tokens. */
const scripts: ReadonlyMap<string, string> = new Map([
  ['han', '<IDEOGRAPHIC>'],
  ['hiragana', '<HIRAGANA>'],
  ['katakana', '<KATAKANA>'],
  ['hangul', '<HANGUL>'],
]);

interface Options {
  readonly types: ReadonlySet<string>;
  readonly outputsUnigrams: boolean;
}

/** Tokens of Chinese, Japanese and Korean that touch each other are handed on in pairs (Lucene's CJKBigramFilter). */
class BigramStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #options: Options;
  /** Characters that touch; each a token of its own. */
  #run: Token[] = [];
  /** Whether the last of the run is in a pair already. */
  #isPaired = false;
  /** Increments of what follows from the start of the run. */
  #increment = 0;

  constructor(next: TokenStage, options: Options) {
    this.#next = next;
    this.#options = options;
  }

  token(token: Token): void {
    if (!this.#options.types.has(token.type)) {
      this.#endRun();
      this.#next.token(token);
      return;
    }
    let offset = token.startOffset;
    const isExact = token.endOffset - token.startOffset === token.term.length;
    let isFirst = true;
    for (const char of token.term) {
      const end = isExact ? offset + char.length : token.endOffset;
      const part = token.withTerm(char).at(isExact ? offset : token.startOffset, end);
      part.increment = isFirst ? token.increment : 1;
      this.#add(part, isFirst);
      offset = end;
      isFirst = false;
    }
  }

  #add(part: Token, isFirst: boolean): void {
    const before = this.#run.at(-1);
    if (before !== undefined && isFirst && before.endOffset !== part.startOffset) this.#endRun();
    const last = this.#run.at(-1);
    if (last === undefined) {
      this.#increment = part.increment;
      this.#run.push(part);
      return;
    }
    if (this.#options.outputsUnigrams) this.#unigram(last);
    const pair = last
      .withType(last.term + part.term, '<DOUBLE>', this.#options.outputsUnigrams ? 0 : this.#increment)
      .at(last.startOffset, part.endOffset);
    if (this.#options.outputsUnigrams) pair.positionLength = 2;
    this.#next.token(pair);
    this.#increment = 1;
    this.#isPaired = true;
    this.#run = [part];
  }

  #unigram(token: Token): void {
    this.#next.token(token.withType(token.term, '<SINGLE>', this.#increment));
  }

  #endRun(): void {
    const last = this.#run.at(-1);
    if (last !== undefined && (this.#options.outputsUnigrams || !this.#isPaired)) this.#unigram(last);
    this.#run = [];
    this.#isPaired = false;
  }

  end(left: number, endOffset: number): void {
    this.#endRun();
    this.#next.end(left, endOffset);
  }
}

function bigrams(options: Options): StreamFilter {
  return { open: (next) => new BigramStage(next, options) };
}

const all = new Set(scripts.values());

export const everyCjkBigram = bigrams({ types: all, outputsUnigrams: false });

export const cjkBigram: TokenFilterType = {
  name: 'cjk_bigram',
  forRules: (settings) => (settings.flag('output_unigrams', false) ? 'unfit' : undefined),
  make: (settings) => {
    const ignored = new Set(settings.list('ignored_scripts').map((script) => scripts.get(script)));
    const types = new Set([...all].filter((type) => !ignored.has(type)));
    return bigrams({ types, outputsUnigrams: settings.flag('output_unigrams', false) });
  },
};
