import { type ApiError, apiError } from '@sextant/contract';

/** Names the damaged file, what is wrong with it and what to do. */
export function corruptTranslog(path: string, problem: string): ApiError {
  return apiError(
    'corrupt_index_exception',
    `translog file [${path}] ${problem}; run \`sextant check\` and restore the index from a copy`,
  );
}
