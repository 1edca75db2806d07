import type { WorkBudget } from '../../budget/work-budget.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { BlockScorer, type DocBlock } from '../scorer.ts';
import { type QueryContext, SegmentWeight } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';
import type { IntervalIterator } from './interval-iterator.ts';
import type { IntervalSource } from './interval-source.ts';

/** Documents with an interval of a source, scored by how many there are and how wide they are (Lucene's `IntervalQuery`). */
export class IntervalsWeight extends SegmentWeight {
  readonly #source: IntervalSource;
  readonly #boost: number;

  constructor(context: QueryContext, source: IntervalSource, boost: number) {
    super(context);
    this.#source = source;
    this.#boost = boost;
  }

  words(sink: WordSink): void {
    this.#source.words(sink.only('others'));
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): IntervalsScorer | null {
    const intervals = this.#source.intervals(segment);
    if (intervals === null) return null;
    const boost = this.needsScores ? this.#boost : 0;
    return new IntervalsScorer(intervals, this.#source.minExtent, boost, this.budget);
  }
}

/** So many intervals, as a power of two, take as long as a step. */
const INTERVALS_PER_STEP = 3;

class IntervalsScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #intervals: IntervalIterator;
  readonly #minExtent: number;
  readonly #budget: WorkBudget;

  constructor(intervals: IntervalIterator, minExtent: number, boost: number, budget: WorkBudget) {
    super();
    this.#intervals = intervals;
    this.cost = intervals.cost;
    this.#minExtent = minExtent;
    this.maxScore = boost;
    this.#budget = budget;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    const intervals = this.#intervals;
    block.length = 0;
    if (intervals.doc === NO_MORE_DOCS || (minScore >= this.maxScore && minScore >= 0)) return false;
    const { docs, scores } = block;
    let doc = intervals.advance(Math.max(from, intervals.doc + 1));
    for (; doc !== NO_MORE_DOCS; doc = intervals.advance(doc + 1)) {
      this.#budget.charge(1);
      intervals.begin();
      if (intervals.nextInterval() === NO_MORE_POSITIONS) continue;
      const score = this.maxScore === 0 ? 0 : this.#score();
      if (score <= minScore) continue;
      docs[block.length] = doc;
      scores[block.length++] = score;
      if (block.length === docs.length) return true;
    }
    return block.length > 0;
  }

  /** The more intervals and the narrower they are, the nearer to the boost. */
  #score(): number {
    const intervals = this.#intervals;
    let freq = 0;
    let count = 0;
    do {
      const width = intervals.end - intervals.start + 1;
      const over = Math.max(width - this.#minExtent + 1, 1);
      freq = Math.fround(freq + 1 / over);
      count++;
    } while (intervals.nextInterval() !== NO_MORE_POSITIONS);
    this.#budget.charge(count >>> INTERVALS_PER_STEP);
    const rest = Math.fround(1 / Math.fround(1 + freq));
    return Math.fround(this.maxScore * Math.fround(1 - rest));
  }
}
