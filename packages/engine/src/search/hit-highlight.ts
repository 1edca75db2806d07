import type { WorkBudget } from '../budget/work-budget.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { QueryWords, type TermTest } from '../highlight/field-words.ts';
import type { HighlightRequest } from '../highlight/highlight-request.ts';
import { Highlighter } from '../highlight/highlighter.ts';
import { expansion, type TermExpansion } from '../highlight/vector/told-words.ts';
import { createFilter } from '../query/create-weight.ts';
import type { QueryContext } from '../query/weight.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { HitScores } from './hit-scores.ts';
import type { SegmentTarget } from './shard-target.ts';

/** Unless `index.highlight.max_analyzed_offset` says otherwise. */
const DEFAULT_MAX_OFFSET = 1_000_000;

/** The terms of all segments, those of several of them each time. */
function* termsOf(segments: readonly SegmentReader[], field: string): Iterable<string> {
  for (const segment of segments) {
    const terms = segment.terms(field);
    if (terms === null) continue;
    for (let ordinal = 0; ordinal < terms.size; ordinal++) yield terms.termText(ordinal);
  }
}

/** The terms of a shard that a test takes: looked for once. */
function indexTerms({ shard }: SegmentTarget, budget: WorkBudget): TermExpansion {
  const known = new Map<TermTest, readonly string[]>();
  return (field, boostOf) => {
    const found = known.get(boostOf) ?? expansion(termsOf(shard.searcher.segments, field), boostOf, budget);
    known.set(boostOf, found);
    return found;
  };
}

/** Throws where a query that is marked in place of that of the search does not fit the shard of the context. */
export function checkHighlight(request: HighlightRequest | null, context: QueryContext): void {
  const queries = new Set(request?.fields.flatMap(({ options: { highlightQuery } }) => highlightQuery ?? []));
  for (const query of queries) createFilter(query, context);
}

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
      createFilter(node, context).words?.(words);
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
    expand: indexTerms(target, context.budget),
    budget: context.budget,
  });
}
