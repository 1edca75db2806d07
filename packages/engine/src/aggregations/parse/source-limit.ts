import { apiError } from '@sextant/contract';

/** Each key of a bucket has a part of every source. */
const SOURCES_MAX = 1000;

/** Throws ApiError where an aggregation has more sources than anybody needs. */
export function checkSourceCount(type: string, count: number): void {
  if (count <= SOURCES_MAX) return;
  const reason = `[${type}] aggregation has [${count}] sources, and may have [${SOURCES_MAX}]`;
  throw apiError('illegal_argument_exception', reason);
}
