/** Similarity 1 - distance / longer length, in [0, 1]; Lucene's `LevenshteinDistance`. */
export function levenshteinSimilarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      row.push(Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + cost));
    }
    previous = row;
  }
  return 1 - previous[b.length]! / longer;
}

/** Candidates that are more alike than `above`, best first and then by name. */
export function similarNames(name: string, candidates: Iterable<string>, above = 0.5): string[] {
  const scored: { readonly name: string; readonly similarity: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const similarity = levenshteinSimilarity(name, candidate);
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
