import { isObject } from '@sextant/contract';

/**
 * Reads foreign JSON at the rim: an answer is `unknown` until these have looked at it. A missing or odd member
 * becomes the fallback, because a screen that is looked at while something is wrong must not fail on it too.
 */
export type Shape = Readonly<Record<string, unknown>>;

export function shape(value: unknown): Shape {
  return isObject(value) ? value : {};
}

/** Follows the keys downward; `{}` where the way ends. */
export function shapeAt(value: unknown, ...keys: readonly string[]): Shape {
  let current = shape(value);
  for (const key of keys) current = shape(current[key]);
  return current;
}

export function text(from: Shape, key: string, fallback = ''): string {
  const value = from[key];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : fallback;
}

/** A number, also where it comes as a string, as the cat tables send it. `undefined` where there is none. */
export function figure(from: Shape, key: string): number | undefined {
  const value = from[key];
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
