/**
 * Adds to the first of `sums`, and to the first of `errors` what is rounded off: together they are what twice the digits would give (Sum2 of Ogita, Rump and
 * Oishi, "Accurate sum and dot product", 2005, with Knuth's TwoSum). Each addition waits for the one before it; in Kahan's summation it waits for three
 * more. No sum on the way is beyond what doubles can tell.
 */
export function addCascaded(
  sums: Float64Array,
  errors: Float64Array,
  values: Float64Array,
  length: number,
): void {
  let sum = sums[0]!;
  let error = errors[0]!;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    const updated = sum + value;
    const added = updated - sum;
    error += sum - (updated - added) + (value - added);
    sum = updated;
  }
  sums[0] = sum;
  errors[0] = error;
}

/** As `addCascaded`; in one pass with it `extremes` become the lowest and the highest of the values and themselves. */
export function addCascadedWithExtremes(
  sums: Float64Array,
  errors: Float64Array,
  values: Float64Array,
  length: number,
  extremes: Float64Array,
): void {
  let sum = sums[0]!;
  let error = errors[0]!;
  let low = extremes[0]!;
  let high = extremes[1]!;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    const updated = sum + value;
    const added = updated - sum;
    error += sum - (updated - added) + (value - added);
    sum = updated;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  sums[0] = sum;
  errors[0] = error;
  extremes[0] = low;
  extremes[1] = high;
}
