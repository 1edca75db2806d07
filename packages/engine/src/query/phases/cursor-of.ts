import type { Scorer } from '../scorer.ts';
import type { Weight } from '../weight.ts';
import type { DocCursor } from './doc-cursor.ts';
import { PlainCursor } from './plain-cursor.ts';
import { CursorRun, type Run } from './runs.ts';

/** A weight that has documents in a segment, and its scorer of it, which is used once at most. */
export interface FoundClause {
  readonly weight: Weight;
  readonly scorer: Scorer;
}

export function foundIn(weights: readonly Weight[], segment: number): FoundClause[] {
  const found: FoundClause[] = [];
  for (const weight of weights) {
    const scorer = weight.scorer(segment);
    if (scorer !== null) found.push({ weight, scorer });
  }
  return found;
}

/** Its documents, as a part of a query. */
export function cursorOf({ weight, scorer }: FoundClause, segment: number): DocCursor {
  return weight.cursor?.(segment) ?? new PlainCursor(scorer);
}

/** The same where it decides alone. */
export function runOf(clause: FoundClause, segment: number, scored: boolean): Run {
  return clause.weight.run?.(segment) ?? new CursorRun(cursorOf(clause, segment), scored);
}
