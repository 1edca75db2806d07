import { ApiError } from '@sextant/contract';
import { MAX_TERM_BYTES } from './segment-format.ts';

/** Lucene's words for a term that is too long. */
export function immenseTerm(field: string, term: Uint8Array): ApiError {
  const prefix = Array.from(term.subarray(0, 30), (byte) => (byte << 24) >> 24).join(', ');
  const cause = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${term.length}`;
  return new ApiError({
    type: 'illegal_argument_exception',
    reason:
      `Document contains at least one immense term in field="${field}" (whose UTF8 encoding is longer than the max ` +
      `length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  ` +
      `The prefix of the first immense term is: '[${prefix}]...', original message: ${cause}`,
    causedBy: { type: 'max_bytes_length_exceeded_exception', reason: cause },
  });
}
