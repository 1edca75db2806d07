import type { FuzzyOptions } from '../dsl/query-node.ts';
import { BoolWeight } from './bool-weight.ts';
import { textOf, utf8 } from './query-tokens.ts';
import { type FieldSimilarity, TermWeight, termState } from './term-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';

interface Candidate {
  readonly term: Uint8Array;
  readonly boost: number;
}

/**
 * The terms within the edit distance, the nearest `maxExpansions` of them, scored as if all had the frequency of the
 * most frequent: Lucene's `FuzzyQuery` with `TopTermsBlendedFreqScoringRewrite`.
 */
export function fuzzyWeight(
  context: QueryContext,
  similarity: FieldSimilarity,
  text: string,
  options: FuzzyOptions,
  boost: number,
): Weight {
  const points = Array.from(text);
  const edits = editsFor(options.fuzziness, points.length);
  if (edits === 0 || options.prefixLength >= points.length) {
    return new TermWeight(context, similarity, termState(context, similarity.field, utf8(text)), boost);
  }
  const candidates = findCandidates(context, similarity.field, points, edits, options);
  if (candidates.length === 0) return new MatchNoneWeight();
  const states = candidates.map(({ term }) => termState(context, similarity.field, term));
  const docFreq = Math.max(...states.map((state) => state.docFreq));
  const should = candidates.map((candidate, i) => {
    const own = Math.fround(boost * candidate.boost);
    return new TermWeight(context, similarity, states[i]!, own, docFreq);
  });
  return new BoolWeight(context, { must: [], filter: [], should, mustNot: [], minimum: 0 });
}

/** `AUTO`: exact up to 2 characters, 1 edit up to 5, then 2. */
function editsFor(fuzziness: string, length: number): number {
  if (!fuzziness.startsWith('AUTO')) return Number(fuzziness);
  const [low, high] = (fuzziness.split(':')[1] ?? '3,6').split(',').map(Number);
  if (length < low!) return 0;
  return length < high! ? 1 : 2;
}

function findCandidates(
  context: QueryContext,
  field: string,
  points: readonly string[],
  edits: number,
  options: FuzzyOptions,
): Candidate[] {
  const prefix = points.slice(0, options.prefixLength).join('');
  const found = new Map<string, Candidate>();
  for (const segment of context.searcher.segments) {
    const terms = segment.terms(field);
    if (terms === null) continue;
    const prefixBytes = utf8(prefix);
    for (let ordinal = terms.ceiling(prefixBytes); ordinal < terms.size; ordinal++) {
      const term = terms.term(ordinal);
      if (!startsWith(term, prefixBytes)) break;
      // A code point takes at most four bytes; most terms are dismissed by their length alone.
      if (term.length > (points.length + edits) * 4 || term.length < points.length - edits) continue;
      const text = textOf(term);
      if (found.has(text)) continue;
      const other = Array.from(text);
      const distance = editDistance(points, other, edits, options.transpositions);
      if (distance > edits) continue;
      const shorter = Math.min(points.length, other.length);
      const boost = Math.fround(1 - Math.fround(distance / shorter));
      found.set(text, { term: term.slice(), boost: Math.max(0, boost) });
    }
  }
  const ordered = [...found].sort(([a, x], [b, y]) => y.boost - x.boost || (a < b ? -1 : 1));
  return ordered.slice(0, options.maxExpansions).map(([, candidate]) => candidate);
}

function startsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  if (term.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (term[i] !== prefix[i]) return false;
  return true;
}

/** Levenshtein distance, or with neighbours that change places counted as one edit; `limit + 1` for anything more. */
export function editDistance(
  a: readonly string[],
  b: readonly string[],
  limit: number,
  transpositions: boolean,
): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit && !transpositions) return limit + 1;
    before = previous;
    previous = row;
  }
  return Math.min(previous[b.length]!, limit + 1);
}
