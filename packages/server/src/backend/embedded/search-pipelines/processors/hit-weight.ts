import { RawJson } from '@sextant/contract';

/** A number, or whatever else is short. */
const SHORT = 8;
/** Hits of a list, and their members, stay while others change; what is within those is not looked for again. */
const KEPT_DEPTH = 2;
const weights = new WeakMap<object, number>();

/** About what something takes where it is written: hits, which do not change. */
export function weightOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return SHORT;
  if (value instanceof RawJson) return value.bytes.length;
  const before = weights.get(value);
  if (before !== undefined) return before;
  let weight = 2;
  if (Array.isArray(value)) for (const each of value) weight += weightOf(each, depth + 1) + 1;
  else
    for (const [name, each] of Object.entries(value)) weight += name.length + weightOf(each, depth + 1) + 4;
  if (depth <= KEPT_DEPTH) weights.set(value, weight);
  return weight;
}
