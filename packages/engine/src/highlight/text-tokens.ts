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
  /** Words that the analyzer leaves out at the end of a value take their positions, as in the index. */
  readonly countsLeft?: boolean;
}

/** Characters that are taken apart in a step. */
const PER_STEP = 6;

/** What a word takes of memory, and its place in lists; reserved for so many at once. */
const TOKEN_BYTES = 160;
const RESERVED_TOKENS = 1024;

/** The words of each value, which hold memory of the budget; one character stands between two values. */
export function tokensOf(values: readonly string[], field: TextField, budget: WorkBudget): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let position = 0;
  for (const value of values) {
    budget.charge(1 + (value.length >>> PER_STEP));
    let last = -1;
    let isOver = false;
    const left = eachWord(value, field.analyzer, (term, start, end, increment) => {
      if (isOver) return;
      last += increment;
      isOver = field.maxOffset !== null && start > field.maxOffset;
      if (isOver) return;
      if (tokens.length % RESERVED_TOKENS === RESERVED_TOKENS - 1) {
        budget.reserve(RESERVED_TOKENS * TOKEN_BYTES, '<words>');
        budget.charge(1);
      }
      tokens.push({ term, start: offset + start, end: offset + end, position: position + last });
    });
    position += last + 1 + field.gap + (field.countsLeft === true ? left : 0);
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

/** Returns the positions that are left behind the last word. */
function eachWord(
  value: string,
  analyzer: Analyzer | null,
  take: (term: string, start: number, end: number, increment: number) => void,
): number {
  let behind = 0;
  if (analyzer === null) take(value, 0, value.length, 1);
  else {
    analyzer.analyzeTokens(value, {
      token: ({ term, startOffset, endOffset, increment }) => take(term, startOffset, endOffset, increment),
      end: (left) => {
        behind = left;
      },
    });
  }
  return behind;
}
