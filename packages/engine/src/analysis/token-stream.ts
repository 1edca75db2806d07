/** A term of a text with all that filters may ask of it. Whoever is given one may change it and hand it on. */
export class Token {
  term: string;
  /** Offsets are UTF-16 units of the original text. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** As `_analyze` names it: `<ALPHANUM>`, `word`, `SYNONYM`, … */
  readonly type: string;
  /** 0 for a token at the place of the one before, more than 1 where some were removed. */
  increment: number;
  /** How many positions it spans; more than 1 makes the stream a graph. */
  positionLength = 1;
  /** Stemmers leave it alone. */
  keyword = false;
  /** How often it counts. */
  termFrequency = 1;
  payload: Uint8Array | null = null;

  constructor(term: string, startOffset: number, endOffset: number, type: string, increment: number) {
    this.term = term;
    this.startOffset = startOffset;
    this.endOffset = endOffset;
    this.type = type;
    this.increment = increment;
  }

  /** The same with another term, and with its own increment. */
  withTerm(term: string, increment = this.increment): Token {
    return this.#copy(new Token(term, this.startOffset, this.endOffset, this.type, increment));
  }

  /** The same with another term and of another type. */
  withType(term: string, type: string, increment = this.increment): Token {
    return this.#copy(new Token(term, this.startOffset, this.endOffset, type, increment));
  }

  /** The same at other offsets of the text. */
  at(startOffset: number, endOffset: number): Token {
    return this.#copy(new Token(this.term, startOffset, endOffset, this.type, this.increment));
  }

  #copy(to: Token): Token {
    to.positionLength = this.positionLength;
    to.keyword = this.keyword;
    to.termFrequency = this.termFrequency;
    to.payload = this.payload;
    return to;
  }
}

/** Receives tokens in order. */
export interface TokenStage {
  token(token: Token): void;
  /** Once, after the last token: the increments that are left (of removed tokens at the end), and the end of the text. */
  end(left: number, endOffset: number): void;
}

/** Receives the terms of a text in order; offsets are UTF-16 units of the text that the tokenizer was given. */
export interface TermSink {
  term(text: string, startOffset: number, endOffset: number, type: string, positionIncrement: number): void;
}

/** Cuts a text into terms; returns the increments left at the end, usually 0. Keeps no state between calls. */
export type Tokenizer = (text: string, sink: TermSink) => number;

/** What a filter adds to the attributes of tokens, which `_analyze` then shows. */
export type TokenAttribute = 'keyword' | 'payload';

/** Looks at nothing but the term: changes it, or removes it with null. Never splits it. */
export interface TermFilter {
  readonly term: (term: string) => string | null;
  /** Leaves tokens alone that are marked as keywords. */
  readonly heedsKeywords?: boolean;
  /** Changes characters whatever is around them, so that prefixes and patterns go through it as well. */
  readonly normalizes?: boolean;
  readonly adds?: readonly TokenAttribute[];
}

/** Sees the tokens of a whole text, one by one: may split, join, add and remove them. */
export interface StreamFilter {
  /** A stage for one text, which hands its tokens to the next one. */
  readonly open: (next: TokenStage) => TokenStage;
  /** How many filters a token goes through in it, where they are several. */
  readonly weight?: number;
  /** The same, which charges what goes from one of them to the next. */
  readonly metered?: (charge: (steps: number) => void) => StreamFilter;
  readonly adds?: readonly TokenAttribute[];
}

export type TokenFilter = TermFilter | StreamFilter;

export function isTermFilter(filter: TokenFilter): filter is TermFilter {
  return 'term' in filter;
}

/** A text as a char filter leaves it, and where its characters stood before. */
export interface FilteredText {
  readonly text: string;
  /** From an offset in `text` to the one in what the filter was given. */
  correct(offset: number): number;
}

export interface CharFilter {
  filter(text: string): FilteredText;
  /** Also for what is normalized: prefixes, patterns. */
  readonly normalizes: boolean;
}
