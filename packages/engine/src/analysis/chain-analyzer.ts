import type { Analyzer, TokenSink } from './analyzer.ts';
import { asciiFold } from './ascii-folding.ts';
import { lowercase, uppercase } from './lowercase.ts';
import type { TermSink, TokenFilter, Tokenizer, TokenType } from './token-stream.ts';

const utf8 = new TextEncoder();

/** Filters that change characters whatever is around them. */
const ofCharacters: ReadonlySet<TokenFilter> = new Set([lowercase, uppercase, asciiFold]);

/** Longer terms are worth the call into the encoder. */
const SHORT = 24;

/** The UTF-8 bytes of a term, into a buffer that has room; returns their number. */
function encodeTerm(term: string, buffer: Uint8Array): number {
  const length = term.length;
  if (length > SHORT) return utf8.encodeInto(term, buffer).written;
  for (let at = 0; at < length; at++) {
    const unit = term.charCodeAt(at);
    if (unit >= 0x80) return utf8.encodeInto(term, buffer).written;
    buffer[at] = unit;
  }
  return length;
}

/** An analyzer that can also hand its terms out as strings with their types. */
export interface TypedAnalyzer extends Analyzer {
  /** Returns the increments left after the last term, as `analyze` does. */
  analyzeTyped(text: string, sink: TermSink): number;
}

/** A tokenizer and filters in a row, over strings. */
export class ChainAnalyzer implements TypedAnalyzer {
  readonly name: string;
  readonly #tokenizer: Tokenizer;
  readonly #filters: readonly TokenFilter[];
  #buffer = new Uint8Array(1024);
  /** Increments of removed terms that wait for the next one. */
  #skipped = 0;
  #typed: TermSink | undefined;
  #tokens: TokenSink | undefined;

  constructor(name: string, tokenizer: Tokenizer, filters: readonly TokenFilter[]) {
    this.name = name;
    this.#tokenizer = tokenizer;
    this.#filters = filters;
  }

  analyze(text: string, sink: TokenSink): number {
    this.#tokens = sink;
    this.#typed = undefined;
    return this.#run(text);
  }

  analyzeTyped(text: string, sink: TermSink): number {
    this.#typed = sink;
    return this.#run(text);
  }

  normalize(text: string): string {
    let term = text;
    for (const filter of this.#filters) if (ofCharacters.has(filter)) term = filter(term) ?? term;
    return term;
  }

  term(text: string, startOffset: number, endOffset: number, type: TokenType): void {
    let term: string | null = text;
    for (const filter of this.#filters) {
      term = filter(term);
      if (term === null) {
        this.#skipped++;
        return;
      }
    }
    const increment = this.#skipped + 1;
    this.#skipped = 0;
    if (this.#typed !== undefined) {
      this.#typed.term(term, startOffset, endOffset, type, increment);
      return;
    }
    if (this.#buffer.length < term.length * 3) this.#buffer = new Uint8Array(term.length * 3);
    const length = encodeTerm(term, this.#buffer);
    this.#tokens!.token(this.#buffer, 0, length, startOffset, endOffset, increment);
  }

  #run(text: string): number {
    this.#skipped = 0;
    this.#tokenizer(text, this);
    return this.#skipped;
  }
}
