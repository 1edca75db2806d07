/** Deeper than this is refused anyway, by the exact parser; its count of keys is without end, so that it gets there. */
const MAX_DEPTH = 1000;

function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1);
    return count;
  }
  const map = value as Readonly<Record<string, unknown>>;
  for (const key in map) count += 1 + countKeys(map[key], depth + 1);
  return count;
}

/**
 * Occurrences of `":` that no backslash precedes: the keys of compact JSON, and a few strings that look so.
 */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    if (text.charCodeAt(at - 1) !== 0x5c) count++;
  }
  return count;
}

/**
 * JSON.parse keeps the last of two equal keys where OpenSearch refuses the document. Comparing the keys of
 * the text with those of the value is cheap and never misses one in JSON as programs write it; a difference
 * that has another reason (a string such as `a":b`) only costs a second, exact reading.
 */
export function mayHaveDuplicates(text: string, value: unknown): boolean {
  const keys = countKeys(value, 0);
  if (countColons(text) === keys) return false;
  return (text.match(/"\s*:/g)?.length ?? 0) !== keys;
}
