import type { QueryNode } from '../dsl/query-node.ts';
import { QueryWords } from '../highlight/field-words.ts';
import type { HighlightRequest } from '../highlight/highlight-request.ts';
import { Highlighter } from '../highlight/highlighter.ts';
import { createWeight } from '../query/create-weight.ts';
import type { HitScores } from './hit-scores.ts';
import type { SegmentTarget } from './shard-target.ts';

/** Unless `index.highlight.max_analyzed_offset` says otherwise. */
const DEFAULT_MAX_OFFSET = 1_000_000;

/** Marks what a query looks for in the documents of a shard. Throws ApiError where the request does not fit it. */
export function highlighterOf(
  request: HighlightRequest,
  query: QueryNode,
  target: SegmentTarget,
  scores: HitScores,
): Highlighter {
  const { mapping, metadata, searcher } = target.shard;
  const context = scores.contextOf(target, true);
  const known = new Map<QueryNode, QueryWords>();
  const wordsOf = (node: QueryNode): QueryWords => {
    let words = known.get(node);
    if (words === undefined) {
      words = new QueryWords();
      createWeight(node, context).words?.(words);
      known.set(node, words);
    }
    return words;
  };
  const limit = metadata.settings['index.highlight.max_analyzed_offset'];
  return new Highlighter(request, {
    index: searcher.index,
    mapping,
    maxAnalyzedOffset: Number(limit ?? DEFAULT_MAX_OFFSET),
    wordsOf: (own) => wordsOf(own ?? query),
    budget: context.budget,
  });
}
