import type { Clock } from '@sextant/base';
import type { RunningAggregation } from '../aggregations/aggregations.ts';
import type { Steps } from '../budget/slices.ts';
import { profileJson } from './profile.ts';
import { queryTexts } from './query-texts.ts';
import type { SearchResult } from './search-api.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';
import { termVectors } from './term-vectors.ts';

interface FoundParts {
  readonly targets: readonly SegmentTarget[];
  readonly times: ShardTimes | null;
  readonly aggregation: RunningAggregation | null;
}

/** What a search tells beside what it found, where it is asked for. */
export function* toldBeside(
  setup: SearchSetup,
  { targets, times, aggregation }: FoundParts,
  clock: Pick<Clock, 'nanos'>,
): Steps<Pick<SearchResult, 'profile' | 'termVectors' | 'queryTexts'>> {
  const { shards, request, options, budget } = setup;
  const profile =
    request.profile && times !== null
      ? yield* profileJson(setup, { targets, times, aggregation }, clock)
      : null;
  const vectors =
    options.termVectors === undefined ? null : yield* termVectors(shards, options.termVectors, budget);
  const texts = options.tellsQuery === true ? queryTexts(setup, targets) : null;
  return {
    ...(texts === null ? {} : { queryTexts: texts }),
    ...(profile === null ? {} : { profile }),
    ...(vectors === null ? {} : { termVectors: vectors }),
  };
}
