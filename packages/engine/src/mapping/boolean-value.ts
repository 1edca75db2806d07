import { ApiError } from '@sextant/contract';
import { illegalArgument, wrapError } from './errors.ts';

/** OpenSearch's Booleans.parseBoolean: only `true` and `false`, as JSON or text. */
export function strictBoolean(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(`Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`);
}

/** A boolean of a mapping by its full name, as OpenSearch reports it. */
export function booleanOf(name: string, value: unknown): boolean {
  try {
    return strictBoolean(value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw wrapError('illegal_argument_exception', `Could not convert [${name}] to boolean`, error.error);
  }
}
