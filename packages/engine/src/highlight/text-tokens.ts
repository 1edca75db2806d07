import { type AnalyzedToken, analyzeText } from '../analysis/analyze-text.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { WantedSink, type WantedTerms } from './wanted-terms.ts';

/** A word of a text: offsets in UTF-16 units, from the beginning of all values. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly position: number;
}

/** How a field's texts are taken apart. */
export interface TextField {
  /** null: each value is one word as it is. */
  readonly analyzer: Analyzer | null;
  /** Positions between two values. */
  readonly gap: number;
  /** Words that begin after this place of their value are left out; null = none. */
  readonly maxOffset: number | null;
}

/** Characters that are taken apart in a step. */
const PER_STEP = 6;

/** The words of each value; one character stands between two of them. */
export function tokensOf(values: readonly string[], field: TextField, budget: WorkBudget): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let position = 0;
  for (const value of values) {
    budget.charge(1 + (value.length >>> PER_STEP));
    let last = -1;
    for (const token of wordsOf(value, field.analyzer)) {
      last = token.position;
      const { start_offset: start, end_offset: end } = token;
      if (field.maxOffset !== null && start > field.maxOffset) break;
      tokens.push({
        term: token.token,
        start: offset + start,
        end: offset + end,
        position: position + token.position,
      });
    }
    position += last + 1 + field.gap;
    offset += value.length + 1;
  }
  return tokens;
}

/** As `tokensOf`, of those words alone that are wanted: no other becomes a string. */
export function wantedTokensOf(
  values: readonly string[],
  field: TextField & { readonly analyzer: Analyzer },
  wanted: WantedTerms,
  budget: WorkBudget,
): Token[] {
  const sink = new WantedSink(wanted, field.maxOffset);
  for (const value of values) {
    budget.charge(1 + (value.length >>> PER_STEP));
    field.analyzer.analyze(value, sink);
    sink.endValue(value.length + 1, field.gap);
  }
  return sink.tokens;
}

function wordsOf(value: string, analyzer: Analyzer | null): readonly Omit<AnalyzedToken, 'attributes'>[] {
  if (analyzer !== null) return analyzeText(analyzer, value);
  return [{ token: value, start_offset: 0, end_offset: value.length, type: 'word', position: 0 }];
}
