/** Characters of names in one path: servers refuse first lines of more than 4 KB. */
const longestNames = 3000;

/** Names of indices as path parts, encoded and joined by commas, as many in each as fit. Never a pattern. */
export function nameGroups(names: readonly string[]): readonly string[] {
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const encoded = encodeURIComponent(name);
    if (length + encoded.length + 1 > longestNames) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(encoded);
    length += encoded.length + 1;
  }
  return groups.map((group) => group.join(','));
}
