import type { FuzzyOptions } from '../dsl/query-node.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { BoolWeight } from './bool-weight.ts';
import { EditDistance } from './edit-distance.ts';
import { textOf, utf8 } from './query-tokens.ts';
import { type FieldSimilarity, TermWeight, termState } from './term-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';

interface Candidate {
  readonly term: Uint8Array;
  readonly boost: number;
}

/**
 * The terms within the edit distance, the nearest `maxExpansions` of them, scored as if all had the frequency
 * of the most frequent: Lucene's `FuzzyQuery` with `TopTermsBlendedFreqScoringRewrite`.
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
  const wanted = Int32Array.from(points, (point) => point.codePointAt(0)!);
  const prefix = utf8(points.slice(0, options.prefixLength).join(''));
  const distances = new EditDistance(wanted, edits, options.transpositions);
  const found = new Map<string, Candidate>();
  for (const segment of context.searcher.segments) {
    const terms = segment.terms(field);
    if (terms === null) continue;
    let ordinal = terms.ceiling(prefix);
    while (ordinal < terms.size) {
      context.budget.charge(1);
      const term = terms.term(ordinal);
      if (!startsWith(term, prefix)) break;
      const distance = distances.to(term);
      ordinal = distances.deadBytes > 0 ? skip(terms, ordinal, distances) : ordinal + 1;
      if (distance > edits) continue;
      const shorter = Math.min(wanted.length, distances.length);
      const boost = Math.max(0, Math.fround(1 - Math.fround(distance / shorter)));
      found.set(textOf(term), { term: term.slice(), boost });
    }
  }
  const ordered = [...found].sort(([a, x], [b, y]) => y.boost - x.boost || (a < b ? -1 : 1));
  return ordered.slice(0, options.maxExpansions).map(([, candidate]) => candidate);
}

/** The next term after a dead one that can be within the limit. */
function skip(terms: TermsReader, ordinal: number, distances: EditDistance): number {
  const possible = distances.nextPossible();
  return possible === null ? terms.size : Math.max(ordinal + 1, terms.ceiling(possible));
}

function startsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  if (term.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (term[i] !== prefix[i]) return false;
  return true;
}
