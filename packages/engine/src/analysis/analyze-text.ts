import type { Analyzer } from './analyzer.ts';
import type { TypedAnalyzer } from './chain-analyzer.ts';

/** One token as `_analyze` prints it. */
export interface AnalyzedToken {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
}

function isTyped(analyzer: Analyzer): analyzer is TypedAnalyzer {
  return 'analyzeTyped' in analyzer;
}

/** The tokens of one text. Analyzers without types of their own give `word`. */
export function analyzeText(analyzer: Analyzer, text: string): AnalyzedToken[] {
  return analyzeTexts(analyzer, [text]);
}

/** The tokens of the values of an array: offsets go on, positions too with `gap` between. */
export function analyzeTexts(analyzer: Analyzer, texts: readonly string[], gap = 0): AnalyzedToken[] {
  const tokens: AnalyzedToken[] = [];
  let position = -1;
  let offset = 0;
  const add = (token: string, start: number, end: number, type: string, increment: number): void => {
    position += increment;
    tokens.push({ token, start_offset: offset + start, end_offset: offset + end, type, position });
  };
  for (const text of texts) {
    const left = isTyped(analyzer)
      ? analyzer.analyzeTyped(text, { term: add })
      : analyzer.analyze(text, {
          token: (buffer, start, length, startOffset, endOffset, increment) =>
            add(
              new TextDecoder().decode(buffer.subarray(start, start + length)),
              startOffset,
              endOffset,
              'word',
              increment,
            ),
        });
    position += left + gap;
    offset += text.length + 1;
  }
  return tokens;
}
