import type { Steps } from '../budget/slices.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import { createWeight } from '../query/create-weight.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryContext } from '../query/weight.ts';
import type { SuggestShard } from '../suggest/suggester.ts';
import { countMatches } from './count-matches.ts';

/** A shard as suggesters see it. `context`: of queries without scores, where nobody prepares segments. */
export function suggestShard(context: QueryContext): SuggestShard {
  const { searcher, mapping, budget } = context;
  return { searcher, mapping, budget, matches: (query) => matches(query, context) };
}

function* matches(query: JsonObject, context: QueryContext): Steps<boolean> {
  const { searcher, windows, budget } = context;
  const weight = createWeight(parseQuery(query), context);
  for (const [ordinal, segment] of searcher.segments.entries()) {
    budget.charge(1);
    const scorer = weight.scorer(ordinal);
    if (scorer === null) continue;
    const { count } = yield* countMatches(scorer, segment, { windows, budget, most: 0 });
    if (count > 0) return true;
  }
  return false;
}
