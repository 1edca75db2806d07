import { createWeight } from '../query/create-weight.ts';
import { textOf } from '../query/explanation.ts';
import { HitScores } from './hit-scores.ts';
import type { QueryText } from './search-api.ts';
import type { SearchSetup } from './search-setup.ts';
import type { SegmentTarget } from './shard-target.ts';

const everything = '*:*';
const approximateEverything = `ApproximateScoreQuery(originalQuery=${everything}, approximationQuery=Approximate(${everything}))`;

/** The query of each shard as it is bound to its mapping, in the words that OpenSearch prints for a query that it validates. */
export function queryTexts(setup: SearchSetup, targets: readonly SegmentTarget[]): QueryText[] {
  const { shards, request, options } = setup;
  const contexts = new HitScores(setup, targets);
  return shards
    .filter(({ searcher }) => options.documentFilters?.has(searcher.index) !== true)
    .map((shard) => {
      const text = textOf(createWeight(request.query, contexts.contextOf({ shard }, true)));
      const { index, shard: number } = shard.searcher;
      return { index, shard: number, text: text === everything ? approximateEverything : text };
    });
}
