import type { Analyzer, TokenSink } from './analyzer.ts';
import type { TermSink, TokenFilter, TokenType, Tokenizer } from './token-stream.ts';

const utf8 = new TextEncoder();

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
    const { written } = utf8.encodeInto(term, this.#buffer);
    this.#tokens!.token(this.#buffer, 0, written, startOffset, endOffset, increment);
  }

  #run(text: string): number {
    this.#skipped = 0;
    this.#tokenizer(text, this);
    return this.#skipped;
  }
}
