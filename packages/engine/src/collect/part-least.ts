/** So few are sorted. */
const FEW = 16;

/** So many times as often as all would be halved the keys are parted; then what is left is sorted. */
const MOST_ROUNDS = 4;

/** Puts the `count` least of the keys at [from, to), of which no two are equal, before the others; the last of them is the greatest. */
export function partLeast(keys: Float64Array, from: number, to: number, count: number): void {
  if (count === 0) return;
  const last = from + count - 1;
  let low = from;
  let high = to;
  let rounds = MOST_ROUNDS * (32 - Math.clz32(to - from));
  while (high - low > FEW) {
    if (rounds-- === 0) {
      keys.subarray(low, high).sort();
      return;
    }
    const middle = part(keys, low, high);
    if (last < middle) high = middle;
    else low = middle;
  }
  sortFew(keys, low, high);
}

/** Parts the keys at [low, high) at the place that is returned; on either side of it is at least one. Without a branch that nothing could foretell. */
function part(keys: Float64Array, low: number, high: number): number {
  const pivot = pivotOf(keys, low, high);
  let middle = low;
  for (let i = low; i < high; i++) {
    const key = keys[i]!;
    keys[i] = keys[middle]!;
    keys[middle] = key;
    middle += Number(key < pivot);
  }
  return middle;
}

/** About the middle one, in whatever order they are: that of nine, or of three where there are few. */
function pivotOf(keys: Float64Array, low: number, high: number): number {
  const middle = (low + high) >>> 1;
  const last = high - 1;
  const step = (high - low) >>> 3;
  if (step < 8) return middleOf(keys[low]!, keys[middle]!, keys[last]!);
  return middleOf(
    middleOf(keys[low]!, keys[low + step]!, keys[low + 2 * step]!),
    middleOf(keys[middle - step]!, keys[middle]!, keys[middle + step]!),
    middleOf(keys[last - 2 * step]!, keys[last - step]!, keys[last]!),
  );
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function sortFew(keys: Float64Array, low: number, high: number): void {
  for (let i = low + 1; i < high; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > low && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}
