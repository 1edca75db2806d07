import { expect, test } from 'vitest';
import { TopScores } from '../collect/top-scores.ts';
import { testBudget } from '../testing/query-context.ts';
import { DisMaxScorer, joinBest } from './dis-max-scorer.ts';
import { ScoreWindows } from './score-window.ts';
import { BlockScorer, DocBlock } from './scorer.ts';

const maxDoc = 20_000;

/** As a script scores documents: no bound is known. */
class Unbounded extends BlockScorer {
  readonly cost = maxDoc;
  readonly maxScore = Number.POSITIVE_INFINITY;
  readonly #factor: number;
  #next = 0;

  constructor(factor: number) {
    super();
    this.#factor = factor;
  }

  override nextBlock(block: DocBlock, from: number): boolean {
    this.#next = Math.max(this.#next, from);
    block.length = 0;
    for (; block.length < block.docs.length && this.#next < maxDoc; this.#next++) {
      block.docs[block.length] = this.#next;
      block.scores[block.length++] = this.#next * this.#factor;
    }
    return block.length > 0;
  }
}

test.each([0, 0.5])(
  'of clauses without a bound the best are found in all windows, with a tie_breaker of %d',
  (tieBreaker) => {
    const use = { maxDoc, windows: ScoreWindows.checkOut(), budget: testBudget() };
    const scorer = new DisMaxScorer([new Unbounded(1), new Unbounded(0.5)], tieBreaker, use);
    const top = new TopScores(3);
    const block = new DocBlock();
    while (scorer.nextBlock(block, 0, top.minScore)) top.collect(0, block.docs, block.scores, block.length);
    expect(top.sorted().map(({ doc, score }) => [doc, score])).toEqual(
      [19_999, 19_998, 19_997].map((doc) => [doc, doc + doc * 0.5 * tieBreaker]),
    );
  },
);

test('scores without end make one without end', () => {
  const most = Number.POSITIVE_INFINITY;
  expect(joinBest([1, most, most], 0.5)).toBe(most);
  expect(joinBest([most, most], 0)).toBe(most);
  expect(joinBest([2, 1, 4], 0.5)).toBe(5.5);
});
