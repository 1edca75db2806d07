import { ApiError, apiError } from '@sextant/contract';

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A whole number as a line of a bulk gives it: a number, whose fraction is dropped, or its text. Throws ApiError: no
 * number, or one that cannot be kept exactly (beyond 2^53 - 1).
 */
export function wholeNumber(value: unknown, type: 'int' | 'long'): number {
  if (typeof value === 'boolean') {
    throw coercion(
      `Current token (VALUE_${String(value).toUpperCase()}) not numeric, can not use numeric value accessors`,
    );
  }
  const text = String(value);
  if (!numeral.test(text)) {
    const problem = type === 'int' ? 'number_format_exception' : 'illegal_argument_exception';
    throw apiError(problem, `For input string: "${text}"`);
  }
  const whole = Math.trunc(Number(text));
  if (Number.isSafeInteger(whole)) return whole;
  throw apiError(
    'illegal_argument_exception',
    `[${text}] is beyond [${Number.MAX_SAFE_INTEGER}], the largest number that is kept`,
  );
}

/** Throws ApiError for what is neither true nor false. */
export function flag(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === '') return false;
  if (typeof value !== 'number') {
    const reason = `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`;
    throw apiError('illegal_argument_exception', reason);
  }
  const token = Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT';
  throw coercion(`Current token (${token}) not of boolean type`);
}

function coercion(reason: string): ApiError {
  return new ApiError({ type: 'json_parse_exception', reason });
}
