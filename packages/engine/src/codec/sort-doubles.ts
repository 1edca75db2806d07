/** Fewer are sorted by comparing; more would need much room, and come seldom. */
const LEAST = 192;
const MOST = 1 << 14;

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const PASSES = 3;
const NOT_A_NUMBER_ABOVE = 0x7ff00000;
/** Values may be moved so far, each, before all are sorted by comparing after all. */
const MOVES_PER_VALUE = 4;

const starts = new Uint32Array(PASSES * DIGITS);
let keys = new Uint32Array(0);
let otherKeys = new Uint32Array(0);
let otherValues = new Float64Array(0);

/**
 * `values.sort()`, in less time: by the upper halves of the numbers, a digit after the other; where those of neighbours are the same,
 * by comparing.
 */
export function sortDoubles(values: Float64Array): void {
  const count = values.length;
  if (count < LEAST || count > MOST || !takeKeys(values)) {
    values.sort();
    return;
  }
  let fromKeys = keys;
  let toKeys = otherKeys;
  let from = values;
  let to: Float64Array = otherValues;
  for (let pass = 0; pass < PASSES; pass++) {
    const first = pass * DIGITS;
    const shift = pass * DIGIT_BITS;
    if (starts[first + ((fromKeys[0]! >>> shift) & (DIGITS - 1))] === count) continue;
    let sum = 0;
    for (let digit = first; digit < first + DIGITS; digit++) {
      const size = starts[digit]!;
      starts[digit] = sum;
      sum += size;
    }
    for (let i = 0; i < count; i++) {
      const key = fromKeys[i]!;
      const digit = first + ((key >>> shift) & (DIGITS - 1));
      const place = starts[digit]!;
      starts[digit] = place + 1;
      toKeys[place] = key;
      to[place] = from[i]!;
    }
    [fromKeys, toKeys] = [toKeys, fromKeys];
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from.subarray(0, count));
  if (!finish(values)) values.sort();
}

/** The upper halves, changed so that their order is that of the numbers, and how often each digit comes; false where one is NaN. */
function takeKeys(values: Float64Array): boolean {
  const count = values.length;
  if (keys.length < count) {
    keys = new Uint32Array(count);
    otherKeys = new Uint32Array(count);
    otherValues = new Float64Array(count);
  }
  starts.fill(0);
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
  for (let i = 0; i < count; i++) {
    const upper = halves[2 * i + 1]!;
    if ((upper & 0x7fffffff) >= NOT_A_NUMBER_ABOVE && Number.isNaN(values[i]!)) return false;
    const key = (upper >>> 31 === 1 ? ~upper : upper | 0x80000000) >>> 0;
    keys[i] = key;
    for (let pass = 0; pass < PASSES; pass++) {
      const digit = pass * DIGITS + ((key >>> (pass * DIGIT_BITS)) & (DIGITS - 1));
      starts[digit] = starts[digit]! + 1;
    }
  }
  return true;
}

/** Puts neighbours right whose upper halves are the same; false where that takes too long. */
function finish(values: Float64Array): boolean {
  let moves = values.length * MOVES_PER_VALUE;
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    let at = i;
    for (; at > 0 && values[at - 1]! > value; at--) {
      values[at] = values[at - 1]!;
      moves--;
    }
    values[at] = value;
    if (moves < 0) return false;
  }
  return true;
}
