import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { BitSetScorer } from '../query/constant-scorer.ts';
import { FilterConjunctionScorer } from '../query/filter-conjunction-scorer.ts';
import type { ScoreWindows } from '../query/score-window.ts';
import type { Scorer } from '../query/scorer.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';

/** Documents that are counted between two looks at what was found, few at first. */
const FIRST_STRIDE = 4096;
const LONGEST_STRIDE = 65_536;

export interface CountUse {
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
  /** Counting ends when more than these were found. */
  readonly most: number;
}

/** `count` live documents match below `upTo`, which is the end of the segment unless there are enough. */
export interface Counted {
  readonly count: number;
  readonly upTo: number;
}

/** Counts the live documents that an unused scorer matches, without scores. */
export function* countMatches(scorer: Scorer, segment: SegmentReader, use: CountUse): Steps<Counted> {
  const { maxDoc } = segment;
  const live = liveScorer(scorer, segment, use);
  let count = 0;
  let from = 0;
  for (let stride = FIRST_STRIDE; from < maxDoc && count <= use.most; stride = longer(stride)) {
    const to = Math.min(maxDoc, from + stride);
    count += live.count(from, to);
    from = to;
    if (use.budget.sliceOver) yield;
  }
  return { count, upTo: from };
}

/** Counts the live documents that an unused scorer matches, part by part. */
export class PartsCounter {
  readonly #live: Scorer;
  readonly #budget: WorkBudget;

  constructor(scorer: Scorer, segment: SegmentReader, use: Pick<CountUse, 'windows' | 'budget'>) {
    this.#live = liveScorer(scorer, segment, use);
    this.#budget = use.budget;
  }

  /** Those in [from, to), which begins where the last one ended, or later. Ends when more than `most` were found. */
  *count(from: number, to: number, most: number): Steps<number> {
    let count = 0;
    for (let start = from; start < to && count <= most; start += LONGEST_STRIDE) {
      count += this.#live.count(start, Math.min(to, start + LONGEST_STRIDE));
      if (this.#budget.sliceOver) yield;
    }
    return count;
  }
}

function longer(stride: number): number {
  return Math.min(LONGEST_STRIDE, stride * 2);
}

function liveScorer(
  scorer: Scorer,
  segment: SegmentReader,
  { windows, budget }: Pick<CountUse, 'windows' | 'budget'>,
): Scorer {
  const { liveDocs, maxDoc, numDocs } = segment;
  if (liveDocs === null) return scorer;
  const required = [scorer, new BitSetScorer(liveDocs, numDocs, 0, budget)];
  return new FilterConjunctionScorer({ required, prohibited: [], maxDoc, windows, budget });
}
