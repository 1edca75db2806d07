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

/** Rules WB5 to WB13b on the ASCII bytes [from, to); words go to `target` in lower case, each at its distance from `from`. */
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
    while (at < limit) {
      const byte = source[at]!;
      const kind = asciiClass[byte]!;
      if (kind === LETTER || kind === DIGIT) {
        hasItem = true;
        last = kind;
      } else if (kind === CONNECTOR) {
        last = OTHER;
      } else if (last === OTHER || at + 1 >= limit || !joins(kind, last, asciiClass[source[at + 1]!]!)) {
        break;
      }
      target[at - from] = asciiLower[byte]!;
      at++;
    }
    if (hasItem) sink.token(target, start - from, at - start, start - from, at - from, 1);
    else at = start + 1;
  }
}
