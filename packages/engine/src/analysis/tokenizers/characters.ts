import { MAX_TOKEN_LENGTH } from '../standard-tokenizer.ts';
import type { TermSink, Tokenizer } from '../token-stream.ts';

/** Java's Character.isLetter. */
const LETTER = /\p{L}/u;
const BREAKING_SPACE = /(?![\u00a0\u2007\u202f\ufeff])\s/u;

export function isLetter(char: string): boolean {
  return LETTER.test(char);
}

/** Java's Character.isWhitespace: no no-break spaces, but the four separators of ASCII (FS, GS, RS, US). */
export function isWhitespace(char: string): boolean {
  return BREAKING_SPACE.test(char) || (char >= '\u001c' && char <= '\u001f');
}

/**
 * Runs of code points that `belongs` accepts, cut at `maxTokenLength` UTF-16 units. The ASCII answers are
 * kept in a table.
 */
export function charTokenizer(
  belongs: (char: string) => boolean,
  maxTokenLength = MAX_TOKEN_LENGTH,
): Tokenizer {
  const ascii = Uint8Array.from({ length: 128 }, (_, unit) => (belongs(String.fromCharCode(unit)) ? 1 : 0));
  return (text: string, sink: TermSink): number => {
    let start = -1;
    let at = 0;
    while (at < text.length) {
      const codePoint = text.codePointAt(at)!;
      const next = at + (codePoint > 0xffff ? 2 : 1);
      const inside = codePoint < 128 ? ascii[codePoint] === 1 : belongs(String.fromCodePoint(codePoint));
      if (inside && start < 0) start = at;
      if (start >= 0 && (!inside || next - start >= maxTokenLength)) {
        const end = inside ? next : at;
        sink.term(text.slice(start, end), start, end, 'word', 1);
        start = -1;
      }
      at = next;
    }
    if (start >= 0) sink.term(text.slice(start), start, text.length, 'word', 1);
    return 0;
  };
}

export const letterTokenizer: Tokenizer = charTokenizer(isLetter);

/** The whole text as one term, also an empty one. */
export function keywordTokenizer(text: string, sink: TermSink): number {
  sink.term(text, 0, text.length, 'word', 1);
  return 0;
}
