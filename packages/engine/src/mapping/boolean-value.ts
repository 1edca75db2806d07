import { illegalArgument } from './errors.ts';

/** OpenSearch's Booleans.parseBoolean: only `true` and `false`, as JSON or text. */
export function strictBoolean(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(`Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`);
}
