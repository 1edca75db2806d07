import { ApiError, apiError } from '@sextant/contract';
import { documentError } from './document-error.ts';

/** Lucene's `IndexSearcher.maxClauseCount`. */
export const MAX_CLAUSES = 1024;
/** Every level reads the clauses below it twice. */
const MAX_DIS_MAX_DEPTH = 8;

/** Keeps one query from taking more memory and time than a search may. Counts while it is bound. */
export class QueryLimits {
  #leaves = 0;
  #disMaxDepth = 0;

  /** `count` more queries without queries inside. Throws ApiError beyond the limit. */
  leaves(count: number): void {
    if (this.#leaves > MAX_CLAUSES) {
      const cause = { type: 'too_many_nested_clauses', reason: tooManyNested } as const;
      throw new ApiError({ ...cause, causedBy: cause });
    }
    this.#leaves += count;
  }

  enterDisMax(): void {
    if (++this.#disMaxDepth <= MAX_DIS_MAX_DEPTH) return;
    const reason = `[dis_max] queries are nested more than [${MAX_DIS_MAX_DEPTH}] deep`;
    throw apiError('illegal_argument_exception', reason);
  }

  leaveDisMax(): void {
    this.#disMaxDepth--;
  }
}

const tooMany = `maxClauseCount is set to ${MAX_CLAUSES}`;
const tooManyNested = `Query contains too many nested clauses; ${tooMany}`;

/** Whether one boolean query may have so many clauses. */
export function withinClauseLimit(count: number): boolean {
  return count <= MAX_CLAUSES;
}

/** Clauses of one boolean query. Throws ApiError beyond the limit. */
export function checkClauses(count: number): void {
  if (!withinClauseLimit(count)) throw apiError('too_many_clauses', tooMany);
}

/** Queries and terms that one query is made of. Throws ApiError beyond the limit. */
export function checkLeaves(count: number): void {
  // As in Lucene the last one is looked at before it is counted.
  if (withinClauseLimit(count - 1)) return;
  throw documentError('too_many_nested_clauses', tooManyNested);
}
