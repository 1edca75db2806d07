import { apiError } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { ScoredDoc, TopScores } from '../collect/top-scores.ts';
import { createWeight } from '../query/create-weight.ts';
import type { HitScores } from './hit-scores.ts';
import type { RescoreRequest } from './rescore-request.ts';
import type { SearchRequest } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';

/** Unless `index.max_rescore_window` says otherwise. */
const DEFAULT_MAX_WINDOW = 10_000;

/** Throws where the shard does not allow the rescoring. */
export function checkRescore({ rescore, sort }: SearchRequest, { metadata }: ShardTarget): void {
  if (rescore.length === 0) return;
  if (sort.length > 0) {
    const reason = 'Cannot use [sort] option in conjunction with [rescore].';
    throw apiError('illegal_argument_exception', reason);
  }
  const limit = Number(metadata.settings['index.max_rescore_window'] ?? DEFAULT_MAX_WINDOW);
  const tooLarge = rescore.find(({ windowSize }) => windowSize > limit);
  if (tooLarge === undefined) return;
  const reason = [
    `Rescore window [${tooLarge.windowSize}] is too large. It must be less than [${limit}]. This prevents allocating`,
    'massive heaps for storing the results to be rescored. This limit can be set by changing the',
    '[index.max_rescore_window] index level setting.',
  ];
  throw apiError('illegal_argument_exception', reason.join(' '));
}

/** How many hits of a shard are kept for the steps. */
export function rescoreWindow({ from, size, rescore }: SearchRequest): number {
  return Math.max(from + size, ...rescore.map(({ windowSize }) => windowSize));
}

/** The hits of one shard with the scores that the steps give them, best first. Empties `top`. */
export function* rescored(
  top: TopScores,
  request: SearchRequest,
  scores: HitScores,
): Steps<readonly ScoredDoc[]> {
  let hits: readonly ScoredDoc[] = top.sorted();
  for (const step of request.rescore) {
    const window = hits.slice(0, step.windowSize);
    const second = yield* scores.of(window, true, (context) => createWeight(step.query, context));
    hits = hits.map((hit, i) => ({ ...hit, score: combined(step, hit.score, second[i] ?? Number.NaN) }));
    hits = hits.toSorted(byScore);
  }
  return hits;
}

/** Best first; of equal scores those that come first. */
export function byScore(a: ScoredDoc, b: ScoredDoc): number {
  return b.score - a.score || a.segment - b.segment || a.doc - b.doc;
}

/** In floats, as Lucene works it out; `second` is NaN where the query of the step does not match. */
export function combined(step: RescoreRequest, first: number, second: number): number {
  const own = Math.fround(first * step.queryWeight);
  if (Number.isNaN(second)) return own;
  const other = Math.fround(second * step.rescoreQueryWeight);
  switch (step.mode) {
    case 'avg':
      return Math.fround(Math.fround(own + other) / 2);
    case 'max':
      return Math.max(own, other);
    case 'min':
      return Math.min(own, other);
    case 'total':
      return Math.fround(own + other);
    case 'multiply':
      return Math.fround(own * other);
  }
}
