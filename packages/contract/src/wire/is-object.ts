import { isBoxedDouble } from './boxed-double.ts';

/** An object of JSON with members to ask for: not null, no list, and no boxed double. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isBoxedDouble(value);
}
