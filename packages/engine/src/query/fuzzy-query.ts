import type { WorkBudget } from '../budget/work-budget.ts';
import { compareBytes, compareRanges } from '../codec/bytes.ts';
import type { FuzzyOptions } from '../dsl/query-node.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { ROUTING } from '../mapping/metadata-fields.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { BoolWeight } from './bool-weight.ts';
import { byteLengthOf, LevenshteinAutomaton } from './levenshtein-automaton.ts';
import { MultiTermWeight } from './multi-term-weight.ts';
import { firstAfterPrefix, textOf, utf8 } from './query-tokens.ts';
import { scoredRoutingWeight } from './routing-query.ts';
import { type SharedPrefixes, sharedPrefixes } from './shared-prefixes.ts';
import { type FieldSimilarity, type TermState, TermWeight, termState } from './term-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** A term that is near enough. The states of terms that are kept are complete once all segments were looked at. */
export interface Candidate {
  readonly terms: TermsReader;
  readonly ordinal: number;
  readonly distance: number;
  readonly boost: number;
  readonly ordinals: Int32Array;
  docFreq: number;
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
  const isRouting = similarity.field === ROUTING;
  if (edits === 0 || options.prefixLength >= points.length) {
    if (isRouting) return scoredRoutingWeight(text, context, boost);
    return new TermWeight(context, similarity, termState(context, similarity.field, utf8(text)), boost);
  }
  const candidates = findCandidates(context, similarity.field, points, edits, options);
  if (candidates.length === 0) return new MatchNoneWeight();
  const docFreq = Math.max(...candidates.map((candidate) => candidate.docFreq));
  const { docCount } = similarity.statistics;
  const should = candidates.map((candidate, i) => {
    const { terms, ordinal } = candidate;
    const own = Math.fround(boost * candidate.boost);
    // Routings have no postings.
    if (isRouting) return scoredRoutingWeight(terms.termText(ordinal), context, own, { docCount, docFreq });
    const state: TermState = { ...candidate, term: terms.term(ordinal) };
    // The first tells of all.
    return new TermWeight(context, similarity, state, own, docFreq, (sink) => {
      if (i === 0) tellAll(sink, similarity.field, candidates, boost);
    });
  });
  return new BoolWeight(context, { must: [], filter: [], should, mustNot: [], minimum: 0 });
}

/** All terms within the edit distance, each with the same score: of a field without postings, or as the query says. */
export function nearTermsWeight(
  context: QueryContext,
  { name: field, indexed }: MappedField,
  text: string,
  options: FuzzyOptions,
  score: number,
): Weight {
  const points = Array.from(text);
  const edits = editsFor(options.fuzziness, points.length);
  const isExact = edits === 0 || options.prefixLength >= points.length;
  const all = { ...options, maxExpansions: Number.POSITIVE_INFINITY };
  const find = (terms: TermsReader): readonly number[] => {
    if (!isExact) {
      const near = new NearTerms(points, edits, all, 1, context.budget);
      return near.in(terms, 0).map(({ ordinal }) => ordinal);
    }
    const ordinal = terms.lookup(utf8(text));
    return ordinal < 0 ? [] : [ordinal];
  };
  const weight: MultiTermWeight = new MultiTermWeight(context, {
    field,
    indexed,
    score,
    find,
    text: () => `${field}:${text}${isExact ? '' : `~${edits}`}`,
    words: (sink) => {
      const found = new Set(weight.allTerms().map(textOf));
      sink.terms(field, (term) => (found.has(term) ? score : undefined));
    },
  });
  return weight;
}

/** The terms within the edit distance, the nearest of them, ascending; and the query in Lucene's words. */
export function fuzzyTerms(
  context: QueryContext,
  field: string,
  text: string,
  options: FuzzyOptions,
): { readonly terms: readonly Uint8Array[]; readonly text: string } {
  const points = Array.from(text);
  const edits = editsFor(options.fuzziness, points.length);
  const told = `${field}:${text}~${edits}`;
  if (edits === 0 || options.prefixLength >= points.length) return { terms: [utf8(text)], text: told };
  const found = findCandidates(context, field, points, edits, options);
  return { terms: found.map(({ terms, ordinal }) => terms.term(ordinal)).sort(compareBytes), text: told };
}

function tellAll(sink: WordSink, field: string, candidates: readonly Candidate[], boost: number): void {
  const boosts = new Map(
    candidates.map((candidate) => {
      return [candidate.terms.termText(candidate.ordinal), Math.fround(boost * candidate.boost)];
    }),
  );
  sink.terms(field, (term) => boosts.get(term));
}

/** `AUTO`: exact up to 2 characters, 1 edit up to 5, then 2. */
export function editsFor(fuzziness: string, length: number): number {
  if (!fuzziness.startsWith('AUTO')) return Number(fuzziness);
  const [low, high] = (fuzziness.split(':')[1] ?? '3,6').split(',').map(Number);
  if (length < low!) return 0;
  return length < high! ? 1 : 2;
}

/** The terms within 1 or 2 edits, the nearest `maxExpansions` of them, nearest first. `points`: the characters of the text. */
export function findCandidates(
  context: Pick<QueryContext, 'searcher' | 'budget'>,
  field: string,
  points: readonly string[],
  edits: number,
  options: Omit<FuzzyOptions, 'fuzziness'>,
): Candidate[] {
  const { segments } = context.searcher;
  const search = new NearTerms(points, edits, options, segments.length, context.budget);
  let best: Candidate[] = [];
  for (const [number, segment] of segments.entries()) {
    const terms = segment.terms(field);
    if (terms === null) continue;
    best = united(best, search.in(terms, number), number);
    if (best.length > options.maxExpansions) best = nearest(best, options.maxExpansions);
    search.narrow(best.filter(({ distance }) => distance < 2).length);
  }
  return best.sort(byBoost);
}

/** Looks for terms near a text, dictionary by dictionary. */
class NearTerms {
  readonly #automaton: LevenshteinAutomaton;
  readonly #textLength: number;
  readonly #prefix: Uint8Array;
  readonly #enough: number;
  readonly #segments: number;
  readonly #budget: WorkBudget;

  constructor(
    points: readonly string[],
    edits: number,
    options: Omit<FuzzyOptions, 'fuzziness'>,
    segments: number,
    budget: WorkBudget,
  ) {
    const text = Int32Array.from(points, (point) => point.codePointAt(0)!);
    this.#automaton = new LevenshteinAutomaton(text, edits, options.transpositions);
    this.#textLength = text.length;
    this.#prefix = utf8(points.slice(0, options.prefixLength).join(''));
    this.#enough = options.maxExpansions;
    this.#segments = segments;
    this.#budget = budget;
  }

  /** Told how many different terms of one edit or none are known: two edits are no longer among the nearest then. */
  narrow(near: number): void {
    // Of texts of one or two characters the boost of either is 0.
    if (near >= this.#enough && this.#textLength > 2 && this.#automaton.limit > 1) this.#automaton.narrow(1);
  }

  /** Those of a segment, ascending. */
  in(terms: TermsReader, segment: number): Candidate[] {
    const automaton = this.#automaton;
    const { bytes, offsets } = terms;
    const shared = sharedPrefixes(terms, this.#budget);
    const end = firstAfterPrefix(this.#prefix);
    const to = end === null ? terms.size : terms.ceiling(end);
    const found: Candidate[] = [];
    let near = 0;
    let tried = 0;
    let same = 0;
    let ordinal = terms.ceiling(this.#prefix);
    while (ordinal < to) {
      if ((tried++ & (TERMS_PER_STEP - 1)) === 0) this.#budget.charge(1);
      const distance = automaton.to(bytes, offsets[ordinal]!, offsets[ordinal + 1]!, same);
      if (distance <= automaton.limit) {
        found.push(this.#candidate(terms, ordinal, segment, distance));
        if (distance < 2) this.narrow(++near);
      }
      if (automaton.deadBytes === 0) same = shared.bytes[++ordinal]!;
      else {
        ordinal = this.#afterDead(terms, shared, ordinal, to);
        same = Math.min(shared.bytes[ordinal]!, automaton.aliveBytes);
      }
    }
    return found;
  }

  /** The first ordinal after a dead term that is not known to be dead too, by what it shares with the one before it. */
  #afterDead(
    { bytes, offsets }: TermsReader,
    { bytes: shared, behind }: SharedPrefixes,
    ordinal: number,
    to: number,
  ): number {
    const automaton = this.#automaton;
    const { aliveBytes } = automaton;
    let { deadBytes } = automaton;
    let next = ordinal + 1;
    // Those in between have more in common than the one that they are behind, so they are dead with it.
    for (; next < to; next += behind[next]!) {
      const same = shared[next]!;
      if (same >= deadBytes) continue;
      const byte = bytes[offsets[next]! + same]!;
      if (same !== aliveBytes || automaton.canFollow(byte)) break;
      deadBytes = same + byteLengthOf(byte);
    }
    this.#budget.charge((next - ordinal) >>> 8);
    return Math.min(next, to);
  }

  #candidate(terms: TermsReader, ordinal: number, segment: number, distance: number): Candidate {
    const shorter = Math.min(this.#textLength, this.#automaton.length);
    const boost = Math.max(0, Math.fround(1 - Math.fround(distance / shorter)));
    this.#budget.reserve(CANDIDATE_BYTES + this.#segments * 4, '<terms of a fuzzy query>');
    const ordinals = new Int32Array(this.#segments).fill(-1);
    ordinals[segment] = ordinal;
    return { terms, ordinal, distance, boost, ordinals, docFreq: terms.docFreq(ordinal) };
  }
}

/** What a candidate takes beside its ordinals. */
const CANDIDATE_BYTES = 200;

/** Terms that take as long to try as a step of the budget. */
const TERMS_PER_STEP = 16;

/** The candidates of the segments so far and those of the next one as one ascending list. */
function united(known: readonly Candidate[], found: readonly Candidate[], segment: number): Candidate[] {
  if (known.length === 0) return [...found];
  const all: Candidate[] = [];
  let next = 0;
  for (const candidate of found) {
    let order = -1;
    while (next < known.length) {
      order = compareTerms(known[next]!, candidate);
      if (order >= 0) break;
      all.push(known[next++]!);
    }
    const same = next < known.length && order === 0 ? known[next]! : null;
    if (same === null) all.push(candidate);
    else {
      same.ordinals[segment] = candidate.ordinal;
      same.docFreq += candidate.docFreq;
    }
  }
  all.push(...known.slice(next));
  return all;
}

/** The first of them by boost, still in the order of their terms. */
function nearest(candidates: readonly Candidate[], count: number): Candidate[] {
  return [...candidates].sort(byBoost).slice(0, count).sort(compareTerms);
}

function byBoost(a: Candidate, b: Candidate): number {
  return b.boost - a.boost || compareTerms(a, b);
}

function compareTerms(a: Candidate, b: Candidate): number {
  const { offsets } = a.terms;
  const other = b.terms.offsets;
  return compareRanges(
    a.terms.bytes,
    offsets[a.ordinal]!,
    offsets[a.ordinal + 1]!,
    b.terms.bytes,
    other[b.ordinal]!,
    other[b.ordinal + 1]!,
  );
}
