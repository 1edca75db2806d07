import type { Analyzer, TokenSink } from './analyzer.ts';
import { asciiClass, CONNECTOR, DIGIT, joins, LETTER, OTHER } from './ascii-words.ts';
import { ChainAnalyzer } from './chain-analyzer.ts';
import { lowercaseFilter } from './filters/characters.ts';
import { MAX_TOKEN_LENGTH, standardTokenizer } from './standard-tokenizer.ts';
import type { TokenStage } from './token-stream.ts';

const utf8 = new TextEncoder();

const asciiLower = Uint8Array.from({ length: 128 }, (_, byte) =>
  String.fromCharCode(byte).toLowerCase().charCodeAt(0),
);

/** ASCII letters and digits in lower case; 0 = neither. */
const itemInLower = Uint8Array.from({ length: 128 }, (_, byte) =>
  asciiClass[byte] === LETTER || asciiClass[byte] === DIGIT ? asciiLower[byte]! : 0,
);

/**
 * Lucene's StandardAnalyzer: standard tokenizer and lowercase, no stop words. ASCII texts, the common case,
 * are cut as bytes in one pass without making strings; all others go the general way.
 */
export class StandardAnalyzer implements Analyzer {
  readonly name: string;
  readonly #general: ChainAnalyzer;
  #buffer = new Uint8Array(4096);

  constructor(name: string) {
    this.name = name;
    this.#general = new ChainAnalyzer(name, { tokenizer: standardTokenizer, filters: [lowercaseFilter] });
  }

  analyze(text: string, sink: TokenSink): number {
    const length = text.length;
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(length * 2);
    // With room for one byte per unit, all units are read only where all of them are ASCII.
    const { read } = utf8.encodeInto(text, this.#buffer.subarray(0, length));
    if (read !== length) return this.#general.analyze(text, sink);
    scanAscii(this.#buffer, 0, length, this.#buffer, sink);
    return 0;
  }

  analyzeAscii(bytes: Uint8Array, start: number, end: number, sink: TokenSink): number {
    if (this.#buffer.length < end - start) this.#buffer = new Uint8Array((end - start) * 2);
    scanAscii(bytes, start, end, this.#buffer, sink);
    return 0;
  }

  analyzeTokens(text: string, stage: TokenStage): void {
    this.#general.analyzeTokens(text, stage);
  }

  normalize(text: string): string {
    return this.#general.normalize(text);
  }
}

/**
 * Rules WB5 to WB13b on the ASCII bytes [from, to). A word that stands there in lower case is given out as it stands; others go
 * to `target` first, each at its distance from `from`.
 */
function scanAscii(source: Uint8Array, from: number, to: number, target: Uint8Array, sink: TokenSink): void {
  let at = from;
  while (at < to) {
    const first = asciiClass[source[at]!]!;
    if (first === OTHER || first > CONNECTOR) {
      at++;
      continue;
    }
    const start = at;
    const limit = Math.min(to, start + MAX_TOKEN_LENGTH);
    let last = OTHER;
    let hasItem = false;
    // The bits in which the word differs from its lower case.
    let upper = 0;
    for (;;) {
      const run = at;
      // Most words are one such run.
      for (; at < limit; at++) {
        const byte = source[at]!;
        const item = itemInLower[byte]!;
        if (item === 0) break;
        upper |= byte ^ item;
      }
      if (at > run) {
        hasItem = true;
        last = asciiClass[source[at - 1]!]!;
      }
      if (at === limit) break;
      const kind = asciiClass[source[at]!]!;
      if (kind === CONNECTOR) last = OTHER;
      else if (last === OTHER || at + 1 >= limit || !joins(kind, last, asciiClass[source[at + 1]!]!)) break;
      at++;
    }
    if (!hasItem) at = start + 1;
    else if (upper === 0) sink.token(source, start, at - start, start - from, at - from, 1);
    else {
      for (let i = start; i < at; i++) target[i - from] = asciiLower[source[i]!]!;
      sink.token(target, start - from, at - start, start - from, at - from, 1);
    }
  }
}
