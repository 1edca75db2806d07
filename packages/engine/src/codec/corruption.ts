import { type ApiError, apiError } from '@sextant/contract';

/** `problem` names the file and what is wrong with it; what to do is added. */
export function corruptIndex(problem: string): ApiError {
  return apiError(
    'corrupt_index_exception',
    `${problem}; run \`sextant check\` and restore the index from a copy`,
  );
}

export function corruptTranslog(path: string, problem: string): ApiError {
  const remedy = 'run `sextant check` and restore the index from a copy';
  return apiError('translog_corrupted_exception', `translog file [${path}] ${problem}; ${remedy}`);
}
