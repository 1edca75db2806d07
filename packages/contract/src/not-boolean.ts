import { ApiError } from './errors.ts';

/** OpenSearch's sentence for a named value that should be yes or no. */
export function notBoolean(name: string, text: string): ApiError {
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `Could not convert [${name}] to boolean`,
    causedBy: {
      type: 'illegal_argument_exception',
      reason: `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
    },
  });
}
