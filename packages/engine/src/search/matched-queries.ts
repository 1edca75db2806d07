import { Float, type Json } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import { namedQueries } from '../dsl/query-name.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import { createWeight } from '../query/create-weight.ts';
import type { DocPlace, HitScores } from './hit-scores.ts';
import type { SearchRequest } from './search-request.ts';

/**
 * Which of the named queries match each of the documents, as `matched_queries` shows it: a list of names, or their scores
 * by name. null where the request names no query.
 */
export function* matchedQueries(
  places: readonly DocPlace[],
  request: SearchRequest,
  scored: boolean,
  scores: HitScores,
): Steps<readonly Json[] | null> {
  const named = namesOf(request);
  if (named.size === 0 || places.length === 0) return null;
  const matched = places.map(() => new Map<string, number>());
  for (const name of hashMapOrder([...named.keys()])) {
    const query = named.get(name)!;
    const found = yield* scores.of(places, scored, (context) => createWeight(query, context));
    for (const [i, score] of found.entries()) if (!Number.isNaN(score)) matched[i]!.set(name, score);
  }
  return matched.map((ofDoc) => {
    if (!scored) return [...ofDoc.keys()];
    return Object.fromEntries([...ofDoc].map(([name, score]) => [name, new Float(score)]));
  });
}

/** The queries of a request that have a name, those included that give its best hits a second score. */
export function namesOf({ query, postFilter, rescore }: SearchRequest): Map<string, QueryNode> {
  const named = namedQueries(query);
  if (postFilter !== null) namedQueries(postFilter, named);
  for (const step of rescore) namedQueries(step.query, named);
  return named;
}
