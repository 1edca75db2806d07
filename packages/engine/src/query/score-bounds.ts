/**
 * A document's score is a sum of doubles, rounded to a float once. Where a bound is the same sum in another order it may be a
 * little lower than the score; so much higher it is none of them.
 */
const OTHER_ORDER = 1 + 2 ** -40;

/** The highest score, as a float, of a sum of scores whose bounds sum up to this. */
export function scoreBound(sum: number): number {
  return Math.fround(sum * OTHER_ORDER);
}

/** Half of what a float needs to be rounded up. */
const NOT_ABOVE = 1 + 2 ** -26;

/** The float below a minimum is no lower than so many times that. */
const FLOAT_BELOW = 1 - 2 ** -23;

/** What a part may score at most, so that with the `rest` it is not above the minimum, which is a float or a part's minimum itself. */
export function partMinimum(minScore: number, rest: number): number {
  if (rest === 0) return minScore;
  const reached = Math.fround(minScore) === minScore ? minScore : minScore * FLOAT_BELOW;
  return reached * NOT_ABOVE - rest;
}
