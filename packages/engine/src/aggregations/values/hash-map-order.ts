/** As `String.hashCode` of Java. */
function hashCode(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/**
 * The entries in the order in which a `HashMap` of Java goes through its keys (different ones): by the place in its table,
 * which has doubled whenever it was full by three quarters, then as they came.
 */
export function inHashMapOrder<T>(entries: readonly (readonly [key: string, T])[]): T[] {
  let slots = 16;
  while (entries.length > slots * 0.75) slots *= 2;
  const placed = entries.map(([key, value]) => {
    const hash = hashCode(key);
    return { slot: (hash ^ (hash >>> 16)) & (slots - 1), value };
  });
  return placed.sort((a, b) => a.slot - b.slot).map(({ value }) => value);
}
