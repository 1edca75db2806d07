import type { WorkBudget } from '../budget/work-budget.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { type Explanation, explain, matched, textOf, unmatched } from './explanation.ts';
import type { ScoreWindow } from './score-window.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from './weight.ts';
import { WINDOW } from './window-hits.ts';
import type { WordSink } from './word-sink.ts';

/** How many clauses a document must match, as it says itself. Infinity: it says nothing. */
export interface MinimumMatches {
  /** In Lucene's words. */
  readonly text: string;
  /** Asked of documents in ascending order. */
  of(segment: SegmentReader): (doc: number) => number;
}

/** Documents that match as many of the clauses as they ask for, but at least one; scored by the sum (Lucene's `CoveringQuery`). */
export class CoveringWeight extends SegmentWeight {
  readonly #clauses: readonly Weight[];
  readonly #boost: number;
  readonly #minimum: MinimumMatches;

  constructor(context: QueryContext, clauses: readonly Weight[], boost: number, minimum: MinimumMatches) {
    super(context);
    this.#clauses = clauses;
    this.#boost = boost;
    this.#minimum = minimum;
  }

  override get isGradual(): boolean {
    return this.#clauses.every((clause) => clause.isGradual);
  }

  override scorer(segment: number): Scorer | null {
    const clauses = this.#clauses.flatMap((clause) => clause.scorer(segment) ?? []);
    if (clauses.length === 0) return null;
    const reader = this.segment(segment);
    return new CoveringScorer(clauses, {
      minimumOf: this.#minimum.of(reader),
      maxDoc: reader.maxDoc,
      window: this.windows.borrow(),
      budget: this.budget,
      scoring: this.needsScores,
    });
  }

  words(sink: WordSink): void {
    for (const clause of this.#clauses) clause.words?.(sink.only('others'));
  }

  text(): string {
    const clauses = this.#clauses.map(textOf).join(', ');
    const text = `CoveringQuery(queries=[${clauses}], minimumNumberMatch=${this.#minimum.text})`;
    return this.#boost === 1 ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const least = this.#minimum.of(this.segment(segment))(doc);
    if (least === Number.POSITIVE_INFINITY)
      return unmatched('minimumNumberMatch has no value on the current document');
    const details = this.#clauses.map((clause) => explain(clause, segment, doc));
    const hits = details.filter(({ match }) => match);
    const required = Math.max(1, least);
    if (hits.length < required) {
      return unmatched(`${hits.length} matches for ${required} required matches`, details);
    }
    const sum = hits.reduce((total, { value }) => total + value, 0);
    return matched(sum, `${hits.length} matches for ${required} required matches, sum of:`, details);
  }
}

interface CoveringUse {
  readonly minimumOf: (doc: number) => number;
  readonly maxDoc: number;
  readonly window: ScoreWindow;
  readonly budget: WorkBudget;
  readonly scoring: boolean;
}

/** Goes through the documents window by window. */
class CoveringScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: readonly Scorer[];
  readonly #use: CoveringUse;
  /** Clauses that each document of the window matches; all zero between two windows. */
  readonly #counts = new Uint16Array(WINDOW);
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], use: CoveringUse) {
    super();
    this.#clauses = clauses;
    this.#use = use;
    this.cost = Math.min(
      use.maxDoc,
      clauses.reduce((sum, clause) => sum + clause.cost, 0),
    );
    this.maxScore = Math.fround(clauses.reduce((sum, clause) => sum + clause.maxScore, 0));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    while (this.#given === this.#length) if (!this.#fillWindow(from)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    const { docs, scores } = this.#use.window;
    for (let i = this.#given; i < this.#given + length; i++) {
      const score = Math.fround(scores[i]!);
      if (score <= minScore) continue;
      block.docs[block.length] = docs[i]!;
      block.scores[block.length++] = score;
    }
    this.#given += length;
    return true;
  }

  /** Works on the next window; false where there is none. It may turn out empty. */
  #fillWindow(from: number): boolean {
    const { maxDoc, budget, scoring, window } = this.#use;
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= maxDoc) return false;
    const end = Math.min(base + WINDOW, maxDoc);
    this.#windowEnd = end;
    budget.charge(2 + this.#clauses.length);
    for (const clause of this.#clauses) {
      clause.accumulate(base, end, window.bits, scoring ? window.sums : null);
      this.#count();
    }
    this.#drain(base);
    return true;
  }

  /** One more for each document whose bit is set; clears the bits. */
  #count(): void {
    const { bits } = this.#use.window;
    const counts = this.#counts;
    for (let word = 0; word < bits.length; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        counts[(word << 5) + 31 - Math.clz32(rest & -rest)]!++;
      }
      bits[word] = 0;
    }
  }

  #drain(base: number): void {
    const { minimumOf, window } = this.#use;
    const { docs, scores, sums } = window;
    const counts = this.#counts;
    let length = 0;
    for (let slot = 0; slot < WINDOW; slot++) {
      if (counts[slot] === 0 || counts[slot]! < minimumOf(base + slot)) continue;
      docs[length] = base + slot;
      scores[length++] = sums[slot]!;
    }
    counts.fill(0);
    sums.fill(0);
    this.#length = length;
    this.#given = 0;
  }
}
