import { keyOfBytes } from '../codec/bytes.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { type Similarity, similaritiesOf } from '../mapping/similarities.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import { bm25, type FieldStatistics, NO_NORM, normInverses, weightOf } from './bm25.ts';
import { PostingsScorer, type TermValues } from './constant-scorer.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, unmatched } from './explanation.ts';
import { textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { TermScorer } from './term-scorer.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** Where a term stands in each segment of a shard, and how many documents have it. */
export interface TermState {
  readonly term: Uint8Array;
  /** Ordinal per segment, -1 where the segment lacks it. */
  readonly ordinals: Int32Array;
  readonly docFreq: number;
}

/** Longer ones are not kept. */
const KNOWN_BYTES = 64;
/** What a term takes that is kept, about, beside its place in each segment. */
const STATE_BYTES = 512;
/** Of all that are known, of whatever shards and fields; then it begins anew. */
const KNOWN_BYTES_MAX = 8 << 20;

type KnownTerms = Map<string, TermState>;

/** By the segments of a shard at one time, and by field: the words that are asked for are often the same ones. */
let known = new WeakMap<readonly SegmentReader[], Map<string, KnownTerms>>();
let knownBytes = 0;

export function termState(context: QueryContext, field: string, term: Uint8Array): TermState {
  const own = ownState(context, field, term);
  const { everywhere } = context;
  if (everywhere === undefined) return own;
  const name = `docFreq ${term.length} ${keyOfBytes(term)}${field}`;
  const docFreq = everywhere.of(name, (searcher) => ownState({ ...context, searcher }, field, term).docFreq);
  return { ...own, docFreq };
}

function ownState(context: QueryContext, field: string, term: Uint8Array): TermState {
  const { segments } = context.searcher;
  context.budget.charge(segments.length);
  if (term.length > KNOWN_BYTES) return lookedUp(segments, field, term);
  const key = keyOfBytes(term);
  const state = known.get(segments)?.get(field)?.get(key);
  if (state !== undefined) return state;
  const found = lookedUp(segments, field, term.slice());
  keep(segments, field, key, found);
  return found;
}

function keep(segments: readonly SegmentReader[], field: string, key: string, state: TermState): void {
  const bytes = STATE_BYTES + state.ordinals.byteLength;
  if (knownBytes + bytes > KNOWN_BYTES_MAX) {
    known = new WeakMap();
    knownBytes = 0;
  }
  knownBytes += bytes;
  let byField = known.get(segments);
  if (byField === undefined) {
    byField = new Map();
    known.set(segments, byField);
  }
  const states = byField.get(field);
  if (states === undefined) byField.set(field, new Map([[key, state]]));
  else states.set(key, state);
}

function lookedUp(segments: readonly SegmentReader[], field: string, term: Uint8Array): TermState {
  const ordinals = new Int32Array(segments.length).fill(-1);
  let docFreq = 0;
  for (let i = 0; i < segments.length; i++) {
    const terms = segments[i]!.terms(field);
    if (terms === null) continue;
    const ordinal = terms.lookup(term);
    ordinals[i] = ordinal;
    if (ordinal >= 0) docFreq += terms.docFreq(ordinal);
  }
  return { term, ordinals, docFreq };
}

/** Sums over the segments of the shard, or of all shards, deleted documents included, as Lucene's `CollectionStatistics`. */
export function fieldStatistics(context: QueryContext, field: string): FieldStatistics {
  const { everywhere, searcher } = context;
  const similarity = similarityOf(context, field);
  if (everywhere === undefined) return { ...ownSums(searcher, field), similarity };
  const sum = (name: keyof FieldSums): number =>
    everywhere.of(`${name} ${field}`, (shard) => ownSums(shard, field)[name]);
  return { docCount: sum('docCount'), sumTotalTermFreq: sum('sumTotalTermFreq'), similarity };
}

/** That of the index where there is no such field, or one without words. */
export function similarityOf({ mapping }: QueryContext, field: string): Similarity {
  return mapping.field(field)?.similarity ?? similaritiesOf(mapping.flat).default;
}

type FieldSums = Omit<FieldStatistics, 'similarity'>;

function ownSums({ segments }: ShardSearcher, field: string): FieldSums {
  let docCount = 0;
  let sumTotalTermFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(field);
    if (terms === null) continue;
    docCount += terms.docCount;
    sumTotalTermFreq += terms.sumTotalTermFreq;
  }
  return { docCount, sumTotalTermFreq };
}

/** What the terms of one field share in one query: computed once. */
export class FieldSimilarity {
  readonly field: string;
  readonly statistics: FieldStatistics;
  #inverses: Float32Array | null = null;

  constructor(context: QueryContext, field: string) {
    this.field = field;
    this.statistics = fieldStatistics(context, field);
  }

  get inverses(): Float32Array {
    this.#inverses ??= normInverses(this.statistics);
    return this.#inverses;
  }

  /** `docFreqs` may be others than the terms' own, where frequencies are blended. */
  weight(boost: number, docFreqs: readonly number[]): number {
    return weightOf(this.statistics, boost, docFreqs);
  }
}

/** One term of a text field with BM25. `words`: what it tells where it stands for more than its term. */
export class TermWeight extends SegmentWeight {
  readonly #similarity: FieldSimilarity;
  readonly #state: TermState;
  readonly #boost: number;
  readonly #words: ((sink: WordSink) => void) | null;
  readonly #weight: number;
  readonly #docFreq: number;

  constructor(
    context: QueryContext,
    similarity: FieldSimilarity,
    state: TermState,
    boost: number,
    docFreq = state.docFreq,
    words: ((sink: WordSink) => void) | null = null,
  ) {
    super(context);
    this.#words = words;
    this.#similarity = similarity;
    this.#state = state;
    this.#boost = boost;
    this.#docFreq = docFreq;
    this.#weight = similarity.weight(boost, [docFreq]);
  }

  text(): string {
    const text = this.#name();
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  #name(): string {
    return `${this.#similarity.field}:${textOf(this.#state.term)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const freq = this.#freqIn(segment, doc);
    if (freq === 0) return unmatched('no matching term');
    const { field, statistics } = this.#similarity;
    return explainBm25({
      text: this.#name(),
      doc,
      statistics,
      docFreqs: [this.#docFreq],
      boost: this.#boost,
      freq,
      freqText: 'freq, occurrences of term within document',
      norm: this.segment(segment).norms(field)?.[doc] ?? NO_NORM,
    });
  }

  #freqIn(segment: number, doc: number): number {
    const ordinal = this.#state.ordinals[segment]!;
    const terms = this.segment(segment).terms(this.#similarity.field);
    if (ordinal < 0 || terms === null) return 0;
    const postings = terms.postings(ordinal, this.windows);
    if (!postings.seekBlock(doc)) return 0;
    postings.loadFreqs();
    const place = postings.docs.subarray(0, postings.length).indexOf(doc);
    return place < 0 ? 0 : postings.freqs[place]!;
  }

  words(sink: WordSink): void {
    if (this.#words !== null) this.#words(sink);
    else sink.term(this.#similarity.field, textOf(this.#state.term), this.#boost);
  }

  override scorer(segment: number): Scorer | null {
    const ordinal = this.#state.ordinals[segment]!;
    if (ordinal < 0) return null;
    const reader = this.segment(segment);
    const postings = reader.terms(this.#similarity.field)!.postings(ordinal, this.windows);
    if (!this.needsScores) return new PostingsScorer(postings, 0, this.budget);
    const { field, inverses } = this.#similarity;
    return new TermScorer(postings, this.#weight, inverses, reader.norms(field), this.budget);
  }

  override get isGradual(): boolean {
    return true;
  }

  override count(segment: number): number {
    return countOf(this.segment(segment), this.#similarity.field, this.#state.ordinals[segment]!);
  }

  atLeast(segment: number): number {
    return leastOfTerm(this.segment(segment), this.#similarity.field, this.#state.ordinals[segment]!);
  }
}

/** One term without frequencies: every match has the same score. */
export class TermFilterWeight extends SegmentWeight {
  readonly #field: string;
  readonly #state: TermState;
  readonly #score: number;

  constructor(context: QueryContext, field: string, state: TermState, score: number) {
    super(context);
    this.#field = field;
    this.#state = state;
    this.#score = score;
  }

  text(): string {
    const text = `${this.#field}:${textOf(this.#state.term)}`;
    return this.needsScores ? `ConstantScore(${text})` : text;
  }

  words(sink: WordSink): void {
    sink.term(this.#field, textOf(this.#state.term), this.#score);
  }

  override scorer(segment: number): Scorer | null {
    const ordinal = this.#state.ordinals[segment]!;
    if (ordinal < 0) return null;
    const reader = this.segment(segment);
    const postings = reader.terms(this.#field)!.postings(ordinal, this.windows);
    const isFrequent = postings.docFreq > reader.maxDoc >>> FREQUENT_SHARE;
    const values = isFrequent ? valuesOf(reader, this.#field, ordinal) : null;
    return new PostingsScorer(postings, this.#score, this.budget, values);
  }

  override get isGradual(): boolean {
    return true;
  }

  override count(segment: number): number {
    return countOf(this.segment(segment), this.#field, this.#state.ordinals[segment]!);
  }

  atLeast(segment: number): number {
    return leastOfTerm(this.segment(segment), this.#field, this.#state.ordinals[segment]!);
  }
}

/** The postings of a term in less than this share of the documents, as a shift, are read soon enough. */
const FREQUENT_SHARE = 6;

/** Where every document has one value, and no more. */
function valuesOf(reader: SegmentReader, field: string, ordinal: number): TermValues | null {
  const column = reader.ordinals(field);
  if (column === null || column.offsets !== null || column.present !== null) return null;
  return { data: column.data, ordinal };
}

/** Deleted ones included. */
function docFreqOf(reader: SegmentReader, field: string, ordinal: number): number {
  return ordinal < 0 ? 0 : (reader.terms(field)?.docFreq(ordinal) ?? 0);
}

function countOf(reader: SegmentReader, field: string, ordinal: number): number {
  const docFreq = docFreqOf(reader, field, ordinal);
  return docFreq === 0 || reader.liveDocs === null ? docFreq : -1;
}

/** All documents that are deleted may have it. */
function leastOfTerm(reader: SegmentReader, field: string, ordinal: number): number {
  const docFreq = docFreqOf(reader, field, ordinal);
  return docFreq === 0 ? 0 : Math.max(0, docFreq - (reader.maxDoc - reader.numDocs));
}

/** The score of a term without norms and with a frequency of 1 everywhere, as a boolean field has it. */
export function normlessScore(statistics: FieldStatistics, docFreq: number, boost: number): number {
  const weight = weightOf(statistics, boost, [docFreq]);
  return bm25(weight, 1, normInverses(statistics)[1]!);
}
