import { Buffer } from 'node:buffer';
import { compareRanges } from '../codec/bytes.ts';
import { type CompletionEntry, decodeEntry, formLength } from '../mapping/completion/completion-entry.ts';
import { firstAfterPrefix } from '../query/query-tokens.ts';
import type { Postings } from '../segment/postings.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import type { AskedContext } from './completion-request.ts';
import { completionWeights, heaviestFirst } from './completion-weights.ts';
import type { SuggestShard } from './suggester.ts';

/** Which entries are looked for. */
export interface CompletionQuery {
  /** Forms begin with one of these. */
  readonly prefixes: readonly Uint8Array[];
  /** Of a form that does: what its weight is multiplied by, 0 for nothing, -1 where it does not match; null: all match. */
  readonly boostOf: ((form: Uint8Array) => number) | null;
  /** null: the field has no contexts. */
  readonly contexts: readonly AskedContext[] | null;
}

/** An entry that matches, in one segment. */
export interface FoundEntry {
  readonly ordinal: number;
  readonly entry: CompletionEntry;
  readonly score: number;
  /** Numbers and values of its contexts that were asked for. */
  readonly contexts: readonly (readonly [number, string])[];
}

/** The entries of a segment that match, best first, of one score in the order of their forms. */
export function* matchingEntries(
  terms: TermsReader,
  query: CompletionQuery,
  { budget }: SuggestShard,
): Generator<FoundEntry, void, undefined> {
  const ranges = rangesOf(terms, query.prefixes);
  const boosts = new Set(query.contexts?.map(({ boost }) => boost));
  // The weight alone tells the order.
  if (query.boostOf === null && boosts.size < 2 && ranges.length === 1) {
    const [from, to] = ranges[0]!;
    for (const ordinal of heaviestFirst(completionWeights(terms, budget), from, to, budget)) {
      const found = match(terms, ordinal, query, 0);
      if (found !== null) yield found;
    }
    return;
  }
  const all: FoundEntry[] = [];
  for (const [from, to] of ranges) {
    for (let ordinal = from; ordinal < to; ordinal++) {
      budget.charge(1);
      const boost = query.boostOf?.(formOf(terms, ordinal)) ?? 0;
      const found = boost < 0 ? null : match(terms, ordinal, query, boost);
      if (found === null) continue;
      budget.reserve(FOUND_BYTES, '<completions>');
      all.push(found);
    }
  }
  yield* all.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
}

/** What an entry takes that was found. */
const FOUND_BYTES = 300;

function formOf(terms: TermsReader, ordinal: number): Uint8Array {
  const { bytes, offsets } = terms;
  const start = offsets[ordinal]!;
  return bytes.subarray(start, start + formLength(bytes, start, offsets[ordinal + 1]!));
}

/** Ordinals of the terms that begin so, without those that are in an earlier range. */
function rangesOf(terms: TermsReader, prefixes: readonly Uint8Array[]): (readonly [number, number])[] {
  const sorted = [...prefixes].sort((a, b) => compareRanges(a, 0, a.length, b, 0, b.length));
  const ranges: (readonly [number, number])[] = [];
  let last = 0;
  for (const prefix of sorted) {
    const end = firstAfterPrefix(prefix);
    const from = Math.max(last, terms.ceiling(prefix));
    const to = end === null ? terms.size : terms.ceiling(end);
    if (from < to) ranges.push([from, to]);
    last = Math.max(last, to);
  }
  return ranges;
}

function match(
  terms: TermsReader,
  ordinal: number,
  query: CompletionQuery,
  boost: number,
): FoundEntry | null {
  const entry = decodeEntry(terms.term(ordinal));
  if (query.contexts === null) return { ordinal, entry, score: scoreOf(entry.weight, boost), contexts: [] };
  let best = 0;
  const contexts = entry.contexts.filter(([context, value]) => {
    const own = query.contexts!.filter((asked) => {
      return (
        asked.context === context && (asked.isPrefix ? value.startsWith(asked.value) : value === asked.value)
      );
    });
    for (const asked of own) best = Math.max(best, asked.boost);
    return own.length > 0;
  });
  return contexts.length === 0
    ? null
    : { ordinal, entry, score: scoreOf(entry.weight, best + boost), contexts };
}

/** As Lucene's `CompletionScorer` has it. */
function scoreOf(weight: number, boost: number): number {
  if (boost === 0) return Math.fround(weight);
  return weight === 0 ? boost : Math.fround(Math.fround(weight) * boost);
}

/** A document with its best entry. */
export interface FoundCompletion {
  readonly text: string;
  readonly score: number;
  readonly doc: number;
  readonly contexts: (readonly [number, string])[];
}

/**
 * The documents of the best `count` entries of a segment, each once. As in Lucene an entry counts once for each of its
 * documents, so that fewer documents than that may be found.
 */
export function bestDocuments(
  segment: SegmentReader,
  terms: TermsReader,
  found: Iterable<FoundEntry>,
  { count, skipDuplicates }: { readonly count: number; readonly skipDuplicates: boolean },
): FoundCompletion[] {
  const byDoc = new Map<number, FoundCompletion>();
  const texts = new Set<string>();
  let left = count;
  for (const { ordinal, entry, score, contexts } of found) {
    for (const doc of liveDocsOf(segment, terms.postings(ordinal))) {
      if (left === 0) break;
      if (skipDuplicates && texts.has(entry.text)) break;
      texts.add(entry.text);
      left--;
      const known = byDoc.get(doc);
      if (known === undefined) byDoc.set(doc, { text: entry.text, score, doc, contexts: [...contexts] });
      else for (const context of contexts) known.contexts.push(context);
    }
    if (left === 0) break;
  }
  return [...byDoc.values()];
}

function* liveDocsOf({ liveDocs }: SegmentReader, postings: Postings): Generator<number, void, undefined> {
  while (postings.nextBlock()) {
    for (let i = 0; i < postings.length; i++) {
      const doc = postings.docs[i]!;
      if (liveDocs === null || (liveDocs[doc >>> 5]! & (1 << (doc & 31))) !== 0) yield doc;
    }
  }
}

export function utf8Numbers(bytes: Uint8Array, asCodePoints: boolean): number[] {
  if (!asCodePoints) return [...bytes];
  return Array.from(Buffer.from(bytes).toString('utf8'), (point) => point.codePointAt(0)!);
}
