/** Fewer are sorted by comparing; more would need much room, and come seldom. */
const LEAST = 192;
const MOST = 1 << 14;

/** Of the bits in which keys differ, the highest so many tell them apart where they are spread evenly enough. */
const ROUGH_BITS = 11;
/** Of values that those bits do not tell apart, there are at most so many. */
const ROUGH_MOST = 64;
/** Where there were more, the next are like them: so many are not tried. */
const ROUGH_PAUSE = 3;

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const PASSES = 3;
const KEY_OF_ZERO = 0x80000000;
const NOT_A_NUMBER_ABOVE = 0x7ff00000;
/** Values may be moved so far, each, before all are sorted by comparing after all. */
const MOVES_PER_VALUE = 4;

const starts = new Uint32Array(PASSES * DIGITS);
let keys = new Uint32Array(0);
let otherKeys = new Uint32Array(0);
let otherValues = new Float64Array(0);
/** The lowest and the highest of the keys. */
let lowest = 0;
let highest = 0;
/** So many are not sorted roughly first. */
let pause = 0;

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
  if (sortRoughly(values)) {
    if (finish(values)) return;
    takeKeys(values);
  }
  countDigits(count);
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

/** The upper halves, changed so that their order is that of the numbers; false where one is NaN. */
function takeKeys(values: Float64Array): boolean {
  const count = values.length;
  if (keys.length < count) {
    keys = new Uint32Array(count);
    otherKeys = new Uint32Array(count);
    otherValues = new Float64Array(count);
  }
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
  let low = 0xffffffff;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const upper = halves[2 * i + 1]!;
    if ((upper & 0x7fffffff) >= NOT_A_NUMBER_ABOVE && Number.isNaN(values[i]!)) return false;
    const key = (upper >>> 31 === 1 ? ~upper : upper | KEY_OF_ZERO) >>> 0;
    keys[i] = key;
    if (key < low) low = key;
    if (key > high) high = key;
  }
  lowest = low;
  highest = high;
  return true;
}

/**
 * In one go, by what tells most values apart; the keys stay where they are. False, and nothing is done, where that leaves too much
 * to comparing, which cannot tell -0 from 0 either.
 */
function sortRoughly(values: Float64Array): boolean {
  if (lowest < KEY_OF_ZERO || pause-- > 0) return false;
  pause = ROUGH_PAUSE;
  const count = values.length;
  const low = lowest;
  const shift = Math.max(0, 32 - Math.clz32(highest - low) - ROUGH_BITS);
  const cells = ((highest - low) >>> shift) + 1;
  starts.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const cell = (keys[i]! - low) >>> shift;
    starts[cell] = starts[cell]! + 1;
  }
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    const size = starts[cell]!;
    if (size > ROUGH_MOST) return false;
    starts[cell] = sum;
    sum += size;
  }
  otherValues.set(values);
  for (let i = 0; i < count; i++) {
    const cell = (keys[i]! - low) >>> shift;
    const place = starts[cell]!;
    starts[cell] = place + 1;
    values[place] = otherValues[i]!;
  }
  pause = 0;
  return true;
}

/** How often each digit of the keys comes. */
function countDigits(count: number): void {
  starts.fill(0);
  for (let i = 0; i < count; i++) {
    const key = keys[i]!;
    for (let pass = 0; pass < PASSES; pass++) {
      const digit = pass * DIGITS + ((key >>> (pass * DIGIT_BITS)) & (DIGITS - 1));
      starts[digit] = starts[digit]! + 1;
    }
  }
}

/** Puts neighbours right that nothing told apart; false where that takes too long. */
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
