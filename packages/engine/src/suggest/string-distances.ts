/** Likenesses of two texts from 0 (nothing alike) to 1 (equal), in Lucene's float arithmetic. */
export type StringDistance = (a: string, b: string) => number;

const { fround } = Math;

/** Lucene's `LevenshteinDistance`: edits in UTF-16 units. */
export function levenshtein(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  return fround(1 - fround(edits(unitsOf(a), unitsOf(b), false) / Math.max(a.length, b.length)));
}

/** Lucene's `LuceneLevenshteinDistance`: edits in code points, two exchanged neighbours being one. */
export function damerauLevenshtein(a: string, b: string): number {
  const [left, right] = [pointsOf(a), pointsOf(b)];
  if (left.length === 0 || right.length === 0) return left.length === right.length ? 0 : 1;
  return fround(1 - fround(edits(left, right, true) / Math.min(left.length, right.length)));
}

function unitsOf(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function pointsOf(text: string): readonly number[] {
  return Array.from(text, (point) => point.codePointAt(0)!);
}

function edits(a: readonly number[], b: readonly number[], exchanges: boolean): number {
  let twoBefore = new Uint32Array(b.length + 1);
  let before = new Uint32Array(b.length + 1).map((_, j) => j);
  let row = new Uint32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + differs);
      if (exchanges && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, twoBefore[j - 2]! + differs);
      }
      row[j] = least;
    }
    [twoBefore, before, row] = [before, row, twoBefore];
  }
  return before[b.length]!;
}

/** What a common beginning adds only from this likeness on, and how much at most of each character. */
const WINKLER_FROM = fround(0.7);
const WINKLER_PART = fround(0.1);

/** Lucene's `JaroWinklerDistance`. */
export function jaroWinkler(a: string, b: string): number {
  const { matches, exchanged, prefix } = jaroMatches(a, b);
  if (matches === 0) return 0;
  const parts = fround(fround(matches / a.length) + fround(matches / b.length));
  const kept = fround(fround(matches - exchanged) / matches);
  const jaro = fround(fround(parts + kept) / 3);
  if (jaro < WINKLER_FROM) return jaro;
  const longest = Math.max(a.length, b.length);
  const part = Math.min(WINKLER_PART, fround(1 / longest));
  return fround(jaro + fround(fround(part * prefix) * fround(1 - jaro)));
}

function jaroMatches(a: string, b: string): { matches: number; exchanged: number; prefix: number } {
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  const reach = Math.max(Math.floor(longer.length / 2) - 1, 0);
  const taken = new Uint8Array(longer.length);
  const ofShorter: string[] = [];
  for (let i = 0; i < shorter.length; i++) {
    const end = Math.min(i + reach + 1, longer.length);
    for (let j = Math.max(i - reach, 0); j < end; j++) {
      if (taken[j] === 1 || shorter[i] !== longer[j]) continue;
      taken[j] = 1;
      ofShorter.push(shorter[i]!);
      break;
    }
  }
  let at = 0;
  let misplaced = 0;
  for (let j = 0; j < longer.length; j++) {
    if (taken[j] === 1 && longer[j] !== ofShorter[at++]) misplaced++;
  }
  let prefix = 0;
  while (prefix < shorter.length && a[prefix] === b[prefix]) prefix++;
  return { matches: ofShorter.length, exchanged: Math.trunc(misplaced / 2), prefix };
}

const GRAM = 2;

/** Lucene's `NGramDistance` with pairs (Kondrak, "N-Gram Similarity and Distance"). */
export function ngram(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  if (a.length < GRAM || b.length < GRAM) {
    let same = 0;
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] === b[i]) same++;
    return fround(same / Math.max(a.length, b.length));
  }
  const padded = `${'\0'.repeat(GRAM - 1)}${a}`;
  let before = new Float32Array(a.length + 1).map((_, i) => i);
  let row = new Float32Array(a.length + 1);
  for (let j = 1; j <= b.length; j++) {
    const gram = j < GRAM ? `${'\0'.repeat(GRAM - j)}${b.slice(0, j)}` : b.slice(j - GRAM, j);
    row[0] = j;
    for (let i = 1; i <= a.length; i++) {
      const cost = gramCost(padded.slice(i - 1, i - 1 + GRAM), gram);
      row[i] = Math.min(row[i - 1]! + 1, before[i]! + 1, before[i - 1]! + cost);
    }
    [before, row] = [row, before];
  }
  return fround(1 - fround(before[a.length]! / Math.max(a.length, b.length)));
}

/** The part of the characters that differ; those before the beginning are not counted. */
function gramCost(a: string, b: string): number {
  let cost = 0;
  let counted = GRAM;
  for (let i = 0; i < GRAM; i++) {
    if (a[i] !== b[i]) cost++;
    else if (a[i] === '\0') counted--;
  }
  return fround(cost / counted);
}
