import type { TokenFilterType } from '../component-type.ts';
import type { Token, TokenStage } from '../token-stream.ts';
import {
  isGenerated,
  isJoined,
  type Joined,
  joined,
  joinPart,
  type PartOptions,
  partOptions,
  partsOf,
  type WordParts,
} from '../word-parts.ts';

/** A word of the result, between two positions. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The pieces of one word, in order of their positions, the longest first. */
class Pieces {
  readonly all: Piece[] = [];
  readonly #text: string;
  readonly #options: PartOptions;
  #position = 0;
  /** How many parts the last joined one had. */
  #lastCount = 0;

  constructor(text: string, { parts, isSingle }: WordParts, options: PartOptions) {
    this.#text = text;
    this.#options = options;
    if (isSingle) this.#part(parts[0]!);
    else this.#split(parts);
    if (options.keepsOriginal) {
      const to = Math.max(1, this.#position);
      this.all.unshift({ text, from: 0, to, start: 0, end: text.length });
    }
    this.all.sort((a, b) => a.from - b.from || b.to - a.to || a.start - b.start || b.end - a.end);
  }

  #split(parts: WordParts['parts']): void {
    const options = this.#options;
    let together = joined(0);
    const everything = joined(0);
    for (const part of parts) {
      if (together.count > 0 && (together.kind & part.kind) === 0) {
        this.#flush(together);
        together = joined(0);
      }
      if (isJoined(part.kind, options)) joinPart(together, this.#text, part, this.#position);
      if (options.joinsAll) joinPart(everything, this.#text, part, this.#position);
      if (isGenerated(part.kind, options)) this.#part(part);
    }
    if (together.count > 0) this.#flush(together);
    if (everything.count > this.#lastCount) this.#write(everything);
  }

  #part({ start, end }: { readonly start: number; readonly end: number }): void {
    const from = this.#position++;
    this.all.push({ text: this.#text.slice(start, end), from, to: from + 1, start, end });
  }

  #flush(together: Joined): void {
    this.#lastCount = together.count;
    if (together.count !== 1 || !isGenerated(together.kind, this.#options)) this.#write(together);
  }

  #write({ text, position, start, end }: Joined): void {
    if (this.#position === position) this.#position++;
    this.all.push({ text, from: position, to: this.#position, start, end });
  }
}

/** Lucene's WordDelimiterGraphFilter: words are split at marks, case and digits; what is joined spans its parts. */
class WordDelimiterGraphStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #options: PartOptions;
  #increment = 0;
  #lastStart = 0;

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
    if (isWhole || this.#options.isProtected(term)) this.#whole(token);
    else if (first !== undefined) this.#pieces(token, found);
    else if (this.#options.keepsOriginal) this.#whole(token);
  }

  end(left: number, endOffset: number): void {
    this.#next.end(left, endOffset);
  }

  #whole(token: Token): void {
    token.increment = this.#increment;
    this.#increment = 0;
    this.#next.token(token);
  }

  #pieces(token: Token, found: WordParts): void {
    const { term, startOffset, endOffset } = token;
    const keepsOffsets = endOffset - startOffset !== term.length || !this.#options.adjustsOffsets;
    let position = 0;
    for (const piece of new Pieces(term, found, this.#options).all) {
      const start = keepsOffsets ? startOffset : startOffset + piece.start;
      const end = keepsOffsets ? endOffset : startOffset + piece.end;
      this.#lastStart = Math.max(start, this.#lastStart);
      const part = token.at(this.#lastStart, Math.max(end, this.#lastStart));
      part.term = piece.text;
      part.increment = this.#increment + piece.from - position;
      part.positionLength = piece.to - piece.from;
      this.#increment = 0;
      position = piece.from;
      this.#next.token(part);
    }
  }
}

export const wordDelimiterGraph: TokenFilterType = {
  name: 'word_delimiter_graph',
  forRules: () => 'unfit',
  make: (settings) => {
    const options = partOptions(settings);
    return { open: (next) => new WordDelimiterGraphStage(next, options), adds: ['keyword'] };
  },
};
