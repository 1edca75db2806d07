import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { flatten, isSame } from './flatten.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';

/** `minimum`: how many of `should` must match, in the words of a request; null where it says nothing. */
export interface Joining {
  readonly minimum: string | null;
  /** With only `mustNot`: everything else matches (true) or nothing. */
  readonly adjustPureNegative: boolean;
}

/** At least one clause, put together as Lucene rewrites a boolean query. */
export function joinClauses(
  context: QueryContext,
  clauses: Omit<BoolParts, 'minimum'>,
  { minimum: wanted, adjustPureNegative }: Joining,
): Weight {
  const { must, filter, should, mustNot } = clauses;
  if (must.length + filter.length + should.length === 0) {
    if (!adjustPureNegative) return new MatchNoneWeight();
    return new BoolWeight(context, { ...clauses, filter: [new MatchAllWeight(context, 0)], minimum: 0 });
  }
  const minimum = wanted === null ? 0 : minimumShouldMatch(should.length, wanted);
  // What cannot match is taken out before the parts are put together, as Lucene does.
  const possible = should.filter((weight) => !matchesNothing(weight));
  const required = [...must, ...filter];
  const nothing = required.length === 0 && possible.length === 0;
  if (nothing || minimum > possible.length || required.some(matchesNothing)) return new MatchNoneWeight();
  const parts = flatten({ must, filter, should: possible, mustNot, minimum });
  return contradicts(parts) ? new MatchNoneWeight() : new BoolWeight(context, parts);
}

/** All is excluded, or a script that must say yes: it is asked about nothing then. */
function contradicts({ must, filter, mustNot }: BoolParts): boolean {
  return mustNot.some(
    (weight) =>
      weight instanceof MatchAllWeight || [...must, ...filter].some((other) => isSame(weight, other)),
  );
}

function matchesNothing(weight: Weight): boolean {
  return weight instanceof MatchNoneWeight;
}
