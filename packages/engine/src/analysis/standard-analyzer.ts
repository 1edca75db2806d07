import type { TokenSink } from './analyzer.ts';
import { ChainAnalyzer, type TypedAnalyzer } from './chain-analyzer.ts';
import { lowercase } from './lowercase.ts';
import { MAX_TOKEN_LENGTH, standardTokenizer } from './standard-tokenizer.ts';
import type { TermSink } from './token-stream.ts';

const utf8 = new TextEncoder();

/** What an ASCII byte does in the word-break rules. */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
/** `_` */
const CONNECTOR = 3;
/** `:` between letters, `,` and `;` between digits, `.` and `'` between both. */
const MID_LETTER = 4;
const MID_NUMBER = 5;
const MID_BOTH = 6;

const asciiClass = new Uint8Array(128);
const asciiLower = new Uint8Array(128);
for (let byte = 0; byte < 128; byte++) {
  const char = String.fromCharCode(byte);
  asciiLower[byte] = char.toLowerCase().charCodeAt(0);
  if (/[A-Za-z]/.test(char)) asciiClass[byte] = LETTER;
  else if (/[0-9]/.test(char)) asciiClass[byte] = DIGIT;
  else asciiClass[byte] = [OTHER, OTHER, OTHER, CONNECTOR, MID_LETTER, MID_NUMBER, MID_BOTH][markKind(char)]!;
}

function markKind(char: string): number {
  const kind = ['_', ':', ',;', ".'"].findIndex((marks) => marks.includes(char));
  return kind < 0 ? OTHER : kind + CONNECTOR;
}

/**
 * Lucene's StandardAnalyzer: standard tokenizer and lowercase, no stop words. ASCII texts, the common case, are cut
 * as bytes in one pass without making strings; all others go the general way.
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

function joins(mark: number, before: number, after: number): boolean {
  if (before !== after || mark < MID_LETTER) return false;
  return mark === MID_BOTH || mark === (before === LETTER ? MID_LETTER : MID_NUMBER);
}
