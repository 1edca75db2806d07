import { assert } from '@sextant/base';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { javaFloat } from '../mapping/java-text.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { SegmentMatch } from '../segment/collector.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import { AllDocsScorer } from './constant-scorer.ts';
import {
  constantText,
  type Explanation,
  explain,
  matched,
  scoreAt,
  textOf,
  unmatched,
} from './explanation.ts';
import type { NothingFinder } from './is-nothing.ts';
import { FixedScoreScorer, ScaledScorer } from './modifying-scorers.ts';
import type { DocCursor } from './phases/doc-cursor.ts';
import { FixedScoreCursor, ScaledCursor } from './phases/plain-cursor.ts';
import { RunScorer } from './phases/run-scorer.ts';
import { type Run, withScores } from './phases/runs.ts';
import type { QueryLimits } from './query-limits.ts';
import type { ScoreWindows } from './score-window.ts';
import type { Scorer } from './scorer.ts';
import type { SharedSums } from './shared-sums.ts';
import type { WordSink } from './word-sink.ts';

/** What a query is bound to: one shard at one point in time, and the mapping of its index. */
export interface QueryContext {
  readonly searcher: ShardSearcher;
  readonly mapping: Mapping;
  /** What `now` means in date math, epoch milliseconds. */
  readonly nowMs: number;
  /** Charged by everything that is made of the query. */
  readonly budget: WorkBudget;
  /** Lent until the search ends. */
  readonly windows: ScoreWindows;
  /** All shards of the search, where frequencies and lengths are counted over them together; absent: those of the shard alone. */
  readonly everywhere?: SharedSums;
  /** false: which documents match is asked, and not how well. Scores are 0 then. */
  readonly needsScores?: boolean;
  /** The query is asked about objects of this nested path; absent: about whole documents. */
  readonly nestedPath?: string;
  /** In how many nested queries it lies. */
  readonly nestedDepth?: number;
  /**
   * Takes work that a weight would rather have done, in slices, before its first scorer of a segment is made. Where nobody
   * takes it the scorers do it themselves, at once.
   */
  readonly prepare?: (work: (segment: number) => Steps<void>) => void;
  /**
   * Told by a weight that goes through documents of the whole shard before it finds the first one: several threads would each do
   * so.
   */
  readonly undivided?: () => void;
  /** Set while a query is bound. */
  readonly limits?: QueryLimits;
  /** Set while a query is bound: of which parts of it there is nothing. */
  readonly nothing?: NothingFinder;
}

/** For what decides on documents alone. */
export function withoutScores(context: QueryContext): QueryContext {
  return context.needsScores === false ? context : { ...context, needsScores: false };
}

/** The documents that a query is known to match in a segment without looking at any. */
export type KnownMatch = SegmentMatch;

/** Two numbers, both within. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

const otherMatch: KnownMatch = Object.freeze({ kind: 'other' });
const allMatch: KnownMatch = Object.freeze({ kind: 'all' });

/**
 * A query bound to a shard, with its statistics worked out: makes a scorer for each segment, again and again.
 */
export interface Weight {
  /** null where no document of the segment matches. */
  scorer(segment: number): Scorer | null;
  /** Live documents that match, where that is known without a scorer; -1 otherwise. */
  count(segment: number): number;
  /**
   * So many live documents match at least, as is known without a scorer; -1: nothing is known. Absent as well where a document may make the
   * search fail, so that it matters which ones are looked at.
   */
  atLeast?(segment: number): number;
  known(segment: number): KnownMatch;
  /** Where the value of a number field lies in every document that matches, where the query says so. */
  rangeOf(segment: number, field: string): ValueRange | null;
  /**
   * Documents are looked at when the scorer comes to them, and not when it is made: what one finds in a part of the segment
   * takes about that part of the time.
   */
  readonly isGradual: boolean;
  /** A search may fail for what is asked about a document, so that it matters which documents those are. */
  readonly asks?: boolean;
  /** The documents as part of a query that asks; null or absent: as the scorer, which has some, finds them. */
  cursor?(segment: number): DocCursor | null;
  /** The same of a query that decides alone; null or absent: as the cursor finds them. */
  run?(segment: number): Run | null;
  /** Tells the words that it looks for in texts; absent where there are none. */
  words?(sink: WordSink): void;
  /** The query in Lucene's words; absent where it has none. */
  text?(): string;
  /** Why the document has its score, or does not match; absent: `explain` tells it by score and text. */
  explain?(segment: number, doc: number): Explanation;
}

/** Live documents of the segment that the weight is known to match at least; -1: nothing is known. */
export function leastOf(weight: Weight, segment: number): number {
  return weight.atLeast?.(segment) ?? -1;
}

/** The same of what matches where any of the weights does: nothing is known where of one of them nothing is. */
export function leastOfAny(weights: readonly Weight[], segment: number): number {
  let most = 0;
  for (const weight of weights) {
    const least = leastOf(weight, segment);
    if (least < 0) return -1;
    most = Math.max(most, least);
  }
  return most;
}

export abstract class SegmentWeight implements Weight {
  readonly segments: readonly SegmentReader[];
  readonly budget: WorkBudget;
  readonly windows: ScoreWindows;
  readonly needsScores: boolean;
  /** See `QueryContext`. */
  readonly nestedPath: string | undefined;

  constructor(context: QueryContext) {
    this.segments = context.searcher.segments;
    this.budget = context.budget;
    this.windows = context.windows;
    this.needsScores = context.needsScores !== false;
    this.nestedPath = context.nestedPath;
  }

  abstract scorer(segment: number): Scorer | null;

  get isGradual(): boolean {
    return false;
  }

  count(_segment: number): number {
    return -1;
  }

  known(_segment: number): KnownMatch {
    return otherMatch;
  }

  rangeOf(_segment: number, _field: string): ValueRange | null {
    return null;
  }

  segment(index: number): SegmentReader {
    const segment = this.segments[index];
    assert(segment !== undefined, 'a weight is asked for a segment of another shard');
    return segment;
  }
}

export class MatchAllWeight extends SegmentWeight {
  readonly #score: number;
  constructor(context: QueryContext, score: number) {
    super(context);
    this.#score = score;
  }

  override scorer(segment: number): Scorer | null {
    const { maxDoc } = this.segment(segment);
    return maxDoc === 0 ? null : new AllDocsScorer(maxDoc, this.#score, this.budget);
  }

  text(): string {
    return '*:*';
  }

  override count(segment: number): number {
    return this.segment(segment).numDocs;
  }

  atLeast(segment: number): number {
    return this.count(segment);
  }

  override known(): KnownMatch {
    return allMatch;
  }

  override get isGradual(): boolean {
    return true;
  }
}

export class MatchNoneWeight implements Weight {
  readonly isGradual = true;
  readonly #reason: string;

  /** `reason`: why nothing matches, for those who ask. */
  constructor(reason = 'no matching clauses') {
    this.#reason = reason;
  }

  text(): string {
    return `MatchNoDocsQuery("${this.#reason}")`;
  }

  explain(): Explanation {
    return unmatched(this.#reason);
  }

  scorer(): null {
    return null;
  }
  count(): number {
    return 0;
  }
  atLeast(): number {
    return 0;
  }
  known(): KnownMatch {
    return otherMatch;
  }
  rangeOf(): null {
    return null;
  }
}

/** A weight made of a function per segment, for queries without statistics. */
export class SegmentFunctionWeight extends SegmentWeight {
  readonly #make: (segment: SegmentReader) => Scorer | null;
  readonly #words: (sink: WordSink) => void;
  readonly #text: () => string;
  constructor(
    context: QueryContext,
    make: (segment: SegmentReader) => Scorer | null,
    words: (sink: WordSink) => void = () => {},
    text: () => string = () => 'query',
  ) {
    super(context);
    this.#make = make;
    this.#words = words;
    this.#text = text;
  }

  text(): string {
    return this.#text();
  }

  words(sink: WordSink): void {
    this.#words(sink);
  }

  override scorer(segment: number): Scorer | null {
    return this.#make(this.segment(segment));
  }
}

/** One over another weight, which has its documents. */
abstract class WeightOver implements Weight {
  protected readonly inner: Weight;

  constructor(inner: Weight) {
    this.inner = inner;
  }

  abstract scorer(segment: number): Scorer | null;
  abstract text(): string;

  count(segment: number): number {
    return this.inner.count(segment);
  }

  atLeast(segment: number): number {
    return leastOf(this.inner, segment);
  }

  known(segment: number): KnownMatch {
    return this.inner.known(segment);
  }

  rangeOf(segment: number, field: string): ValueRange | null {
    return this.inner.rangeOf(segment, field);
  }

  words(sink: WordSink): void {
    this.inner.words?.(sink);
  }

  get asks(): boolean {
    return this.inner.asks === true;
  }

  get isGradual(): boolean {
    return this.inner.isGradual;
  }
}

/** The documents of another weight, all with one score. */
export class FixedScoreWeight extends WeightOver {
  readonly #score: number;
  constructor(inner: Weight, score: number) {
    super(inner);
    this.#score = score;
  }

  scorer(segment: number): Scorer | null {
    const inner = this.inner.scorer(segment);
    if (inner instanceof RunScorer) return inner.withScore(this.#score);
    return inner === null ? null : new FixedScoreScorer(inner, this.#score);
  }

  text(): string {
    return constantText(this.inner);
  }

  cursor(segment: number): DocCursor | null {
    const inner = this.inner.cursor?.(segment) ?? null;
    return inner === null ? null : new FixedScoreCursor(inner, this.#score);
  }
}

/** The documents of another weight with their scores times a factor. */
export class ScaledWeight extends WeightOver {
  readonly #factor: number;
  constructor(inner: Weight, factor: number) {
    super(inner);
    this.#factor = factor;
  }

  scorer(segment: number): Scorer | null {
    const inner = this.inner.scorer(segment);
    return inner === null ? null : new ScaledScorer(inner, this.#factor);
  }

  text(): string {
    return `(${textOf(this.inner)})^${javaFloat(this.#factor)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const inner = explain(this.inner, segment, doc);
    if (!inner.match) return inner;
    const score = scoreAt(this.scorer(segment), doc);
    return matched(score, 'product of:', [inner, matched(this.#factor, 'boost')]);
  }

  cursor(segment: number): DocCursor | null {
    const inner = this.inner.cursor?.(segment) ?? null;
    return inner === null ? null : new ScaledCursor(inner, this.#factor);
  }

  run(segment: number): Run | null {
    const inner = this.inner.run?.(segment) ?? null;
    return inner === null ? null : withScores(inner, (score) => Math.fround(score * this.#factor));
  }
}

/** Another weight as it is, so that nobody sees what it is made of. */
export class SealedWeight extends WeightOver {
  scorer(segment: number): Scorer | null {
    return this.inner.scorer(segment);
  }

  text(): string {
    return textOf(this.inner);
  }

  explain(segment: number, doc: number): Explanation {
    return explain(this.inner, segment, doc);
  }

  cursor(segment: number): DocCursor | null {
    return this.inner.cursor?.(segment) ?? null;
  }

  run(segment: number): Run | null {
    return this.inner.run?.(segment) ?? null;
  }
}
