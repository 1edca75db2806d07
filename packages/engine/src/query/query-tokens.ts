import { apiError } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';

export { utf8Of as utf8 } from '../codec/utf8-scratch.ts';

/** A token of a query's text: a copy of its bytes, and its position (the first is 0 or more). */
export interface QueryToken {
  readonly term: Uint8Array;
  readonly position: number;
}

/** Nothing that people search for comes near; a hostile text of 100 MB would fill the memory. */
const MAX_TOKENS = 65_536;

function tooLong(): Error {
  return apiError('illegal_argument_exception', `the text of a query has more than [${MAX_TOKENS}] terms`);
}

/** Throws ApiError for a text that is longer than a query may be. */
export function queryTokens(analyzer: Analyzer, text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let position = -1;
  analyzer.analyze(text, {
    token(buffer, start, length, _startOffset, _endOffset, positionIncrement) {
      position += positionIncrement;
      if (tokens.length === MAX_TOKENS) throw tooLong();
      tokens.push({ term: buffer.slice(start, start + length), position });
    },
  });
  return tokens;
}

/** Whether the text ends with its last token, so that more of it may follow: no space behind it, nothing that was removed. */
export function endsWithToken(analyzer: Analyzer, text: string): boolean {
  let last = -1;
  let ends = false;
  analyzer.analyzeTokens(text, {
    token({ endOffset }) {
      last = endOffset;
    },
    end(_left, endOffset) {
      ends = last === endOffset;
    },
  });
  return ends;
}

const decoder = new TextDecoder();

export function textOf(term: Uint8Array): string {
  return decoder.decode(term);
}

/** The lowest bytes above everything that begins with the prefix; null where nothing is. */
export function firstAfterPrefix(prefix: Uint8Array): Uint8Array | null {
  const end = prefix.slice();
  for (let i = end.length - 1; i >= 0; i--) {
    if (end[i]! < 0xff) {
      end[i]!++;
      return end.subarray(0, i + 1);
    }
  }
  return null;
}
