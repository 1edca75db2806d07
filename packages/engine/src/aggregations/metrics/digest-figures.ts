import { type DigestState, sumOf } from './t-digest.ts';

/**
 * The value below which the share `q`, of [0, 1], of all values lies; NaN where there are none. Between centroids as in Dunning's
 * MergingDigest 3.3, whose first and last centroid are one value each.
 */
export function quantileOf({ means, weights }: DigestState, q: number): number {
  const last = means.length - 1;
  if (last < 0) return Number.NaN;
  const total = sumOf(weights);
  const index = q * total;
  if (last === 0 || index < 1) return means[0]!;
  if (index > total - 1) return means[last]!;
  let before = weights[0]! / 2;
  for (let i = 0; i < last; i++) {
    const left = weights[i]!;
    const right = weights[i + 1]!;
    const step = (left + right) / 2;
    if (before + step <= index) {
      before += step;
      continue;
    }
    // A single value reaches half a place to either side, without anything between.
    if (left === 1 && index - before < 0.5) return means[i]!;
    if (right === 1 && before + step - index <= 0.5) return means[i + 1]!;
    const toLeft = index - before - (left === 1 ? 0.5 : 0);
    const toRight = before + step - index - (right === 1 ? 0.5 : 0);
    return between(means[i]!, toRight, means[i + 1]!, toLeft);
  }
  return means[last]!;
}

/** The mean of two weighted values, never outside them. */
function between(a: number, weightA: number, b: number, weightB: number): number {
  const mean = (a * weightA + b * weightB) / (weightA + weightB);
  return Math.max(Math.min(a, b), Math.min(mean, Math.max(a, b)));
}

/** The share of values that are not above `value`; NaN where there are none. */
export function shareUpTo(digest: DigestState, value: number): number {
  const { means, weights } = digest;
  const last = means.length - 1;
  if (last < 0) return Number.NaN;
  if (value < means[0]!) return 0;
  if (value > means[last]!) return 1;
  if (last === 0) return 0.5;
  const total = sumOf(weights);
  let before = 0;
  for (let i = 0; i < last; i++) {
    if (means[i] === value) return (before + weightAt(digest, i) / 2) / total;
    if (value < means[i + 1]!) return weightUpTo(digest, { before, i }, value) / total;
    before += weights[i]!;
  }
  return 1 - 0.5 / total;
}

/** Of all centroids at the same place as the one at `from`, the first of them. */
function weightAt({ means, weights }: DigestState, from: number): number {
  let weight = 0;
  for (let i = from; i < means.length && means[i] === means[from]; i++) weight += weights[i]!;
  return weight;
}

/**
 * What lies up to a value between the centroid `i` and the one after it, all `before` them included. Added in the order of the
 * library, which the last digit depends on.
 */
function weightUpTo(
  { means, weights }: DigestState,
  { before, i }: { readonly before: number; readonly i: number },
  value: number,
): number {
  const left = weights[i]!;
  const right = weights[i + 1]!;
  if (left === 1 && right === 1) return before + 1;
  const step = (left + right) / 2 - (left === 1 || right === 1 ? 0.5 : 0);
  const base = before + left / 2 + (left === 1 ? 0.5 : 0);
  return base + (step * (value - means[i]!)) / (means[i + 1]! - means[i]!);
}
