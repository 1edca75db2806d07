import { type Charge, stepsOf } from './analysis-meter.ts';
import type { Analyzer } from './analyzer.ts';
import type { Token } from './token-stream.ts';

/** One token of a text, or of the values of an array. */
export interface AnalyzedToken {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
  /** What `_analyze` says of it beyond that. */
  readonly attributes: Token;
}

/** The tokens of one text. */
export function analyzeText(analyzer: Analyzer, text: string): AnalyzedToken[] {
  return analyzeTexts(analyzer, [text]);
}

export interface ManyTexts {
  /** Positions between two values. */
  readonly gap?: number;
  /** Throws where there are more tokens than may be. */
  readonly check?: (count: number) => void;
  /** Told what it takes. */
  readonly charge?: Charge;
}

/** The tokens of the values of an array: offsets go on, positions too with `gap` between. */
export function analyzeTexts(
  analyzer: Analyzer,
  texts: readonly string[],
  { gap = 0, check, charge }: ManyTexts = {},
): AnalyzedToken[] {
  const tokens: AnalyzedToken[] = [];
  const used = (charge && analyzer.metered?.(charge)) ?? analyzer;
  let position = -1;
  let offset = 0;
  for (const text of texts) {
    let length = 0;
    charge?.(stepsOf(text));
    used.analyzeTokens(text, {
      token(token) {
        position += token.increment;
        tokens.push({
          token: token.term,
          start_offset: offset + token.startOffset,
          end_offset: offset + token.endOffset,
          type: token.type,
          position,
          attributes: token,
        });
        check?.(tokens.length);
      },
      end(left, endOffset) {
        position += left + gap;
        length = endOffset;
      },
    });
    offset += length + 1;
  }
  return tokens;
}
