import { apiError } from '@sextant/contract';
import { JavaError } from './java-error.ts';
import { meter } from './meter.ts';

/** Goes through what a script has made, when it has ended. Throws ApiError where its values hold each other without an end. */
export function throughValues<Result>(work: () => Result): Result {
  meter.drain();
  try {
    return work();
  } catch (error) {
    if (!(error instanceof JavaError || error instanceof RangeError)) throw error;
    throw apiError('illegal_argument_exception', error.message);
  }
}
