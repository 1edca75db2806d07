import { type Charge, meteredFilters, stepsAdded, stepsOf } from './analysis-meter.ts';
import type { Analyzer, TokenSink } from './analyzer.ts';
import {
  type CharFilter,
  type FilteredText,
  isTermFilter,
  type StreamFilter,
  type TermFilter,
  Token,
  type TokenAttribute,
  type TokenFilter,
  type Tokenizer,
  type TokenStage,
} from './token-stream.ts';

const utf8 = new TextEncoder();

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

/** What an analyzer is put together from, in the order in which a text goes through it. */
export interface Chain {
  readonly charFilters?: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
  /** Positions between the values of an array, where the analyzer has its own. */
  readonly positionIncrementGap?: number;
  /** For searches alone: its synonyms may change. */
  readonly searchOnly?: boolean;
}

/** Char filters, a tokenizer and token filters in a row, over strings. */
export class ChainAnalyzer implements Analyzer {
  readonly name: string;
  readonly positionIncrementGap: number | undefined;
  readonly searchOnly: boolean;
  readonly #chain: Chain;
  /** All filters, where each looks at nothing but the term: the short way. */
  readonly #changes: readonly TermFilter['term'][] | null;
  #buffer = new Uint8Array(1024);
  /** Increments of removed terms that wait for the next one. */
  #skipped = 0;
  #tokens: TokenSink | undefined;
  #filtered: FilteredText | null = null;

  constructor(name: string, chain: Chain) {
    this.name = name;
    this.positionIncrementGap = chain.positionIncrementGap;
    this.searchOnly = chain.searchOnly === true;
    this.#chain = chain;
    this.#changes = chain.filters.every(isTermFilter) ? chain.filters.map((filter) => filter.term) : null;
  }

  /** The same, with no more than so many of its filters. */
  upTo(filters: number): ChainAnalyzer {
    return new ChainAnalyzer(this.name, { ...this.#chain, filters: this.#chain.filters.slice(0, filters) });
  }

  /** The same, which charges what goes from one part to the next. */
  metered(charge: Charge): ChainAnalyzer {
    const { charFilters = [], tokenizer, filters } = this.#chain;
    return new ChainAnalyzer(this.name, {
      ...this.#chain,
      charFilters: charFilters.map((each) => ({
        normalizes: each.normalizes,
        filter: (text) => {
          charge(stepsOf(text));
          const filtered = each.filter(text);
          charge(stepsAdded(text, filtered.text));
          return filtered;
        },
      })),
      tokenizer: (text, sink) => {
        charge(filters.length + stepsOf(text));
        return tokenizer(text, sink);
      },
      filters: meteredFilters(filters, charge),
    });
  }

  get attributes(): ReadonlySet<TokenAttribute> {
    return new Set(this.#chain.filters.flatMap((filter) => filter.adds ?? []));
  }

  analyze(text: string, sink: TokenSink): number {
    if (this.#changes === null) return this.#analyzeStream(text, sink);
    this.#tokens = sink;
    this.#skipped = 0;
    this.#filtered = this.#filterChars(text);
    const left = this.#chain.tokenizer(this.#filtered === null ? text : this.#filtered.text, this);
    return this.#skipped + left;
  }

  analyzeTokens(text: string, stage: TokenStage): void {
    const filtered = this.#filterChars(text);
    let first = stage;
    for (const filter of this.#chain.filters.toReversed()) {
      first = isTermFilter(filter) ? new TermStage(filter, first) : (filter as StreamFilter).open(first);
    }
    const source = filtered === null ? text : filtered.text;
    const left = this.#chain.tokenizer(source, {
      term(term, start, end, type, increment) {
        const from = filtered === null ? start : filtered.correct(start);
        const to = filtered === null ? end : filtered.correct(end);
        first.token(new Token(term, from, to, type, increment));
      },
    });
    first.end(left, filtered === null ? text.length : filtered.correct(source.length));
  }

  normalize(text: string): string {
    let term = text;
    for (const filter of this.#chain.charFilters ?? [])
      if (filter.normalizes) term = filter.filter(term).text;
    for (const filter of this.#chain.filters)
      if (isTermFilter(filter) && filter.normalizes === true) term = filter.term(term) ?? term;
    return term;
  }

  /** Of the tokenizer, on the short way. */
  term(text: string, startOffset: number, endOffset: number, _type: string, positionIncrement: number): void {
    let term: string | null = text;
    for (const change of this.#changes!) {
      term = change(term);
      if (term === null) {
        this.#skipped += positionIncrement;
        return;
      }
    }
    const increment = this.#skipped + positionIncrement;
    this.#skipped = 0;
    if (this.#buffer.length < term.length * 3) this.#buffer = new Uint8Array(term.length * 3);
    const length = encodeTerm(term, this.#buffer);
    const filtered = this.#filtered;
    const start = filtered === null ? startOffset : filtered.correct(startOffset);
    const end = filtered === null ? endOffset : filtered.correct(endOffset);
    this.#tokens!.token(this.#buffer, 0, length, start, end, increment);
  }

  #filterChars(text: string): FilteredText | null {
    const [first, ...others] = this.#chain.charFilters ?? [];
    if (first === undefined) return null;
    return others.reduce((before, filter) => filteredAgain(before, filter), first.filter(text));
  }

  #analyzeStream(text: string, sink: TokenSink): number {
    const stage = new EncodingStage(sink, this.#buffer);
    this.analyzeTokens(text, stage);
    this.#buffer = stage.buffer;
    return stage.left;
  }
}

function filteredAgain(before: FilteredText, filter: CharFilter): FilteredText {
  const after = filter.filter(before.text);
  return { text: after.text, correct: (offset) => before.correct(after.correct(offset)) };
}

/** One term filter among those that see the whole stream. */
class TermStage implements TokenStage {
  readonly #filter: TermFilter;
  readonly #next: TokenStage;
  #skipped = 0;

  constructor(filter: TermFilter, next: TokenStage) {
    this.#filter = filter;
    this.#next = next;
  }

  token(token: Token): void {
    if (!token.keyword || this.#filter.heedsKeywords !== true) {
      const term = this.#filter.term(token.term);
      if (term === null) {
        this.#skipped += token.increment;
        return;
      }
      token.term = term;
    }
    token.increment += this.#skipped;
    this.#skipped = 0;
    this.#next.token(token);
  }

  end(left: number, endOffset: number): void {
    this.#next.end(left + this.#skipped, endOffset);
  }
}

/** The end of a chain: terms as bytes. */
class EncodingStage implements TokenStage {
  buffer: Uint8Array<ArrayBuffer>;
  left = 0;
  readonly #sink: TokenSink;

  constructor(sink: TokenSink, buffer: Uint8Array<ArrayBuffer>) {
    this.#sink = sink;
    this.buffer = buffer;
  }

  token(token: Token): void {
    const { term } = token;
    if (this.buffer.length < term.length * 3) this.buffer = new Uint8Array(term.length * 3);
    const length = encodeTerm(term, this.buffer);
    for (let times = 0; times < token.termFrequency; times++) {
      const increment = times === 0 ? token.increment : 0;
      this.#sink.token(this.buffer, 0, length, token.startOffset, token.endOffset, increment);
    }
  }

  end(left: number): void {
    this.left = left;
  }
}
