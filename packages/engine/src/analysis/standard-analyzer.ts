import type { TokenSink } from './analyzer.ts';
import { asciiClass, CONNECTOR, DIGIT, joins, LETTER, OTHER } from './ascii-words.ts';
import { ChainAnalyzer, type TypedAnalyzer } from './chain-analyzer.ts';
import { lowercase } from './lowercase.ts';
import { MAX_TOKEN_LENGTH, standardTokenizer } from './standard-tokenizer.ts';
import type { TermSink } from './token-stream.ts';

const utf8 = new TextEncoder();

const asciiLower = Uint8Array.from({ length: 128 }, (_, byte) =>
  String.fromCharCode(byte).toLowerCase().charCodeAt(0),
);

/**
 * Lucene's StandardAnalyzer: standard tokenizer and lowercase, no stop words. ASCII texts, the common case,
 * are cut as bytes in one pass without making strings; all others go the general way.
 */
export class StandardAnalyzer implements TypedAnalyzer {
  readonly name: string;
  readonly #general: ChainAnalyzer;
  #buffer = new Uint8Array(4096);

  constructor(name: string) {
    this.name = name;
    this.#general = new ChainAnalyzer(name, standardTokenizer, [lowercase]);
  }

  analyze(text: string, sink: TokenSink): number {
    const length = text.length;
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(length * 2);
    // With room for one byte per unit, all units are read only where all of them are ASCII.
    const { read } = utf8.encodeInto(text, this.#buffer.subarray(0, length));
    if (read !== length) return this.#general.analyze(text, sink);
    scanAscii(this.#buffer, length, sink);
    return 0;
  }

  analyzeTyped(text: string, sink: TermSink): number {
    return this.#general.analyzeTyped(text, sink);
  }
}

/** Rules WB5 to WB13b on ASCII bytes, lowercasing in place. */
function scanAscii(bytes: Uint8Array, length: number, sink: TokenSink): void {
  let at = 0;
  while (at < length) {
    const first = asciiClass[bytes[at]!]!;
    if (first === OTHER || first > CONNECTOR) {
      at++;
      continue;
    }
    const start = at;
    const limit = Math.min(length, start + MAX_TOKEN_LENGTH);
    let last = OTHER;
    let hasItem = false;
    while (at < limit) {
      const kind = asciiClass[bytes[at]!]!;
      if (kind === LETTER || kind === DIGIT) {
        bytes[at] = asciiLower[bytes[at]!]!;
        hasItem = true;
        last = kind;
      } else if (kind === CONNECTOR) {
        last = OTHER;
      } else if (last === OTHER || at + 1 >= limit || !joins(kind, last, asciiClass[bytes[at + 1]!]!)) {
        break;
      }
      at++;
    }
    if (hasItem) sink.token(bytes, start, at - start, start, at, 1);
    else at = start + 1;
  }
}
