import type { TokenFilterType } from '../component-type.ts';
import type { Token, TokenStage } from '../token-stream.ts';
import {
  isGenerated,
  isJoined,
  type Joined,
  joined,
  joinPart,
  type Part,
  type PartOptions,
  partOptions,
  partsOf,
  type WordParts,
} from '../word-parts.ts';

/** Lucene's WordDelimiterFilter: as that of graphs, but what is joined stands at the place of its last part. */
class WordDelimiterStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #options: PartOptions;
  #increment = 0;
  #isFirst = true;
  #hasOutput = false;
  #followsOriginal = false;
  #lastCount = 0;
  #pieces: Token[] = [];

  constructor(next: TokenStage, options: PartOptions) {
    this.#next = next;
    this.#options = options;
  }

  token(token: Token): void {
    const { term } = token;
    if (this.#options.ignoresKeywords && token.keyword) {
      this.#next.token(token);
      return;
    }
    this.#increment += token.increment;
    const found = partsOf(term, this.#options);
    const [first] = found.parts;
    const isWhole = first !== undefined && first.start === 0 && first.end === term.length;
    if (isWhole || this.#options.isProtected(term)) {
      this.#whole(token);
    } else if (first !== undefined || this.#options.keepsOriginal) {
      this.#split(token, found);
    } else if (token.increment === 1 && !this.#isFirst) {
      this.#increment--;
    }
  }

  end(left: number, endOffset: number): void {
    this.#next.end(left, endOffset);
  }

  #whole(token: Token): void {
    token.increment = this.#increment;
    this.#increment = 0;
    this.#isFirst = false;
    this.#next.token(token);
  }

  #split(token: Token, { parts, isSingle }: WordParts): void {
    const options = this.#options;
    this.#hasOutput = false;
    this.#followsOriginal = !options.keepsOriginal;
    this.#lastCount = 0;
    this.#pieces = [];
    if (options.keepsOriginal) this.#whole(token.withTerm(token.term));
    if (isSingle) {
      const piece = this.#piece(token, parts[0]!, true);
      this.#isFirst = false;
      this.#next.token(piece);
      return;
    }
    let together = joined(0);
    const everything = joined(0);
    for (const part of parts) {
      if (together.count > 0 && (together.kind & part.kind) === 0) {
        this.#flush(token, together);
        together = joined(0);
        this.#hasOutput = false;
      }
      if (isJoined(part.kind, options)) joinPart(together, token.term, part, 0);
      if (options.joinsAll) joinPart(everything, token.term, part, 0);
      if (isGenerated(part.kind, options)) this.#pieces.push(this.#piece(token, part, false));
    }
    if (together.count > 0) this.#flush(token, together);
    if (everything.count > this.#lastCount) this.#write(token, everything);
    this.#give();
  }

  #give(): void {
    this.#pieces.sort((a, b) => a.startOffset - b.startOffset || b.increment - a.increment);
    for (const piece of this.#pieces) {
      if (this.#isFirst && piece.increment === 0) piece.increment = 1;
      this.#isFirst = false;
      this.#next.token(piece);
    }
  }

  #piece(token: Token, { start, end }: Part, isSingle: boolean): Token {
    const { startOffset, endOffset, term } = token;
    const isForeign = endOffset - startOffset !== term.length;
    const from =
      isForeign && !(isSingle && startOffset + start <= endOffset) ? startOffset : startOffset + start;
    const piece = token.at(from, isForeign ? endOffset : startOffset + end);
    piece.term = term.slice(start, end);
    piece.increment = this.#position(false);
    return piece;
  }

  #position(isJoinedPiece: boolean): number {
    const increment = this.#increment;
    if (this.#hasOutput) {
      this.#increment = 0;
      return isJoinedPiece ? 0 : Math.max(1, increment);
    }
    this.#hasOutput = true;
    if (!this.#followsOriginal) {
      // What comes first after the word itself stands in its place.
      this.#followsOriginal = true;
      return 0;
    }
    this.#increment = 0;
    return Math.max(1, increment);
  }

  #flush(token: Token, together: Joined): void {
    this.#lastCount = together.count;
    if (together.count !== 1 || !isGenerated(together.kind, this.#options)) this.#write(token, together);
  }

  #write(token: Token, { text, start, end }: Joined): void {
    const { startOffset, endOffset, term } = token;
    const isForeign = endOffset - startOffset !== term.length;
    const from = isForeign ? startOffset : startOffset + start;
    const piece = token.at(from, isForeign ? endOffset : startOffset + end);
    piece.term = text;
    piece.increment = this.#position(true);
    this.#pieces.push(piece);
  }
}

export const wordDelimiter: TokenFilterType = {
  name: 'word_delimiter',
  forRules: () => 'unfit',
  make: (settings) => {
    const options = partOptions(settings);
    return { open: (next) => new WordDelimiterStage(next, options), adds: ['keyword'] };
  },
};
