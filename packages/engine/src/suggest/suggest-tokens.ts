import { apiError } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';

/** A word of a text that suggestions are wanted for. */
export interface SuggestToken {
  readonly term: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly type: string;
  readonly increment: number;
}

/** Nothing that people type comes near. */
const MAX_TOKENS = 10_000;

/** Throws ApiError for a text of more words than suggestions are made for. */
export function suggestTokens(analyzer: Analyzer, text: string): SuggestToken[] {
  const tokens: SuggestToken[] = [];
  analyzer.analyzeTokens(text, {
    token({ term, startOffset, endOffset, type, increment }) {
      if (tokens.length === MAX_TOKENS) {
        const reason = `the text of a suggestion has more than [${MAX_TOKENS}] terms`;
        throw apiError('illegal_argument_exception', reason);
      }
      tokens.push({ term, startOffset, endOffset, type, increment });
    },
    end: () => {},
  });
  return tokens;
}
