/**
 * Similarity 1 - distance / longer length, in [0, 1]; Lucene's `LevenshteinDistance`. Where it is not more than `above`, it may be told
 * as 0.
 */
export function levenshteinSimilarity(a: string, b: string, above = -1): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  const most = (1 - above) * longer;
  // It takes as many edits as the lengths differ by at least: a name may have a million characters.
  if (longer - Math.min(a.length, b.length) >= most) return 0;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  let row: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      const distance = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + cost);
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least >= most) return 0;
    [previous, row] = [row, previous];
  }
  return 1 - previous[b.length]! / longer;
}

/** Candidates that are more alike than `above`, best first and then by name. */
export function similarNames(name: string, candidates: Iterable<string>, above = 0.5): string[] {
  const scored: { readonly name: string; readonly similarity: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const similarity = levenshteinSimilarity(name, candidate, above);
    if (similarity > above) scored.push({ name: candidate, similarity });
  }
  scored.sort((x, y) => y.similarity - x.similarity || (x.name < y.name ? -1 : 1));
  return scored.map((entry) => entry.name);
}

/** `` or ` -> did you mean [a]?` or ` -> did you mean any of [a, b]?`, as OpenSearch words it. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const names = similarNames(name, candidates);
  if (names.length === 0) return '';
  return ` -> did you mean ${names.length === 1 ? `[${names[0]}]` : `any of [${names.join(', ')}]`}?`;
}
