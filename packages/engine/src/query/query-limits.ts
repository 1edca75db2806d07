import { apiError } from '@sextant/contract';

/** Lucene's `IndexSearcher.maxClauseCount`. */
const MAX_CLAUSES = 1024;
/** Terms of one phrase; nothing that people search for comes near. */
const MAX_TOKENS = 65_536;
/** Every level reads the clauses below it twice. */
const MAX_DIS_MAX_DEPTH = 8;

/** Keeps one query from taking more memory and time than a search may. Counts while it is bound. */
export class QueryLimits {
  #leaves = 0;
  #disMaxDepth = 0;

  /** `count` more queries without queries inside. Throws ApiError beyond the limit. */
  leaves(count: number): void {
    if (this.#leaves > MAX_CLAUSES) throw apiError('too_many_clauses', tooMany);
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

/** Whether one boolean query may have so many clauses. */
export function withinClauseLimit(count: number): boolean {
  return count <= MAX_CLAUSES;
}

/** Clauses of one boolean query. Throws ApiError beyond the limit. */
export function checkClauses(count: number): void {
  if (!withinClauseLimit(count)) throw apiError('too_many_clauses', tooMany);
}

/** Tokens that a query's text may have. Throws ApiError beyond the limit. */
export function checkTokens(count: number): void {
  if (count <= MAX_TOKENS) return;
  throw apiError('illegal_argument_exception', `the text of a query has more than [${MAX_TOKENS}] terms`);
}
