import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { flatten } from './flatten.ts';
import type { QueryContext, Weight } from './weight.ts';

const none = { must: [], filter: [], should: [], mustNot: [] } as const;

/** What the words of a text have become. */
export class WordsWeight extends BoolWeight {
  /** Of each place one, which a query string takes as clauses of its own. */
  readonly places: readonly Weight[];

  constructor(context: QueryContext, parts: BoolParts, places: readonly Weight[]) {
    super(context, parts);
    this.places = places;
  }
}

/** One is itself. `minimum`: how many of several must match where not all have to. */
export function joinPlaces(
  context: QueryContext,
  places: readonly Weight[],
  operator: 'or' | 'and',
  minimum: number,
): Weight {
  if (places.length === 1) return places[0]!;
  if (operator === 'and') return new WordsWeight(context, { ...none, must: places, minimum: 0 }, places);
  return new WordsWeight(context, flatten({ ...none, should: places, minimum }), places);
}
