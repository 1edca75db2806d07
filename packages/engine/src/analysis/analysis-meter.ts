import { invalid } from './component-settings.ts';
import { isTermFilter, type TermFilter, type TokenFilter } from './token-stream.ts';

/** Counts what is about to be done; throws ApiError where that is too much. */
export type Charge = (steps: number) => void;

/** What no analysis that people look at comes near: about half a second. */
const STEPS_MAX = 1_000_000;
/** Of an index that lets more tokens be shown. */
const STEPS_PER_TOKEN = 100;

/** Characters that take as long as a step. */
const CHARACTERS_PER_STEP = 64;
const ADDED_PER_STEP = 8;

export function stepsOf(text: string): number {
  return 1 + Math.floor(text.length / CHARACTERS_PER_STEP);
}

/** The same filters, with what charges each token before and after each of them. */
export function meteredFilters(filters: readonly TokenFilter[], charge: Charge): TokenFilter[] {
  const before = (filter: TokenFilter | undefined): TermFilter => {
    const weight = filter === undefined || isTermFilter(filter) ? 0 : (filter.weight ?? 0);
    return {
      term: (term) => {
        charge(weight + stepsOf(term));
        return term;
      },
    };
  };
  const metered = (each: TokenFilter): TokenFilter =>
    isTermFilter(each) ? each : (each.metered?.(charge) ?? each);
  return [...filters.flatMap((each) => [before(each), metered(each)]), before(undefined)];
}

/** Characters that a char filter adds, each of which it notes. */
export function stepsAdded(before: string, after: string): number {
  return Math.max(0, after.length - before.length) / ADDED_PER_STEP;
}

/** What one `_analyze` may take, of an index with this `max_token_count`: it keeps its thread. */
export function analysisMeter(tokensMax: number): Charge {
  const most = Math.max(STEPS_MAX, STEPS_PER_TOKEN * tokensMax);
  let left = most;
  return (steps) => {
    left -= steps;
    if (left < 0) throw invalid(`the analysis takes more than ${most} steps`);
  };
}

/** Each hands its tokens to the next one, call within call. */
const FILTERS_MAX = 1000;

/** Throws ApiError where an analyzer has too many parts. */
export function checkFilterCount(count: number): void {
  if (count > FILTERS_MAX) throw invalid(`an analyzer may have at most ${FILTERS_MAX} filters, not ${count}`);
}
