import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';

/** The thread that serves everybody reads, checks and sends all aliases of an index at once, and all that a request changes. */
const ALIASES_MAX = 10_000;
const CHANGES_MAX = 10_000;
/** To compare a name with a pattern takes so much less than to change an alias. */
const NAMES_PER_CHANGE = 100;

/** Throws ApiError where an index would have more than it may; fewer than before are always taken. */
export function checkAliasCount(index: string, count: number, before = 0): void {
  if (count <= ALIASES_MAX || count <= before) return;
  const reason = `Limit of aliases [${ALIASES_MAX}] of index [${index}] has been exceeded`;
  throw apiError('illegal_argument_exception', reason);
}

/** What the actions of one request change, counted. */
export class AliasChanges {
  #count = 0;

  /** Aliases, names or patterns, each of these indices. Throws ApiError. */
  add(indices: readonly Pick<IndexMetadata, 'aliases'>[], names: readonly string[]): void {
    this.#charge(Math.max(indices.length, 1) * Math.max(names.length, 1));
    const patterns = names.filter((name) => name.includes('*')).length;
    if (patterns === 0) return;
    for (const { aliases } of indices) {
      this.#charge((patterns * Object.keys(aliases).length) / NAMES_PER_CHANGE);
    }
  }

  #charge(count: number): void {
    this.#count += count;
    if (this.#count <= CHANGES_MAX) return;
    const reason = `Limit of changes of aliases [${CHANGES_MAX}] of one request has been exceeded`;
    throw apiError('illegal_argument_exception', reason);
  }
}
