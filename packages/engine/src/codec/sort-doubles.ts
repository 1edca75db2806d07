/** Fewer are sorted by comparing; more would need much room, and come seldom. */
const LEAST = 192;
const MOST = 1 << 14;

/** Of the bits in which keys differ, the highest so many tell them apart where they are spread evenly enough. */
const ROUGH_BITS = 12;
/** Of values that those bits do not tell apart, there are fewer. */
const ROUGH_END = 64;
/** In two cells, one beside the other: what none of them has where neither holds as many. */
const ROUGH_FULL = ((0xffff & -ROUGH_END) * 0x10001) | 0;
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
/** Of values that are sorted roughly, and the same two by two. */
const cells = new Uint16Array(1 << ROUGH_BITS);
const pairs = new Int32Array(cells.buffer);
let keys = new Uint32Array(0);
let otherKeys = new Uint32Array(0);
let otherValues = new Float64Array(0);
/** So many are not sorted roughly first. */
let pause = 0;

/**
 * `values.sort()`, in less time: by the upper halves of the numbers, a digit after the other; where those of neighbours are the same,
 * by comparing.
 */
export function sortDoubles(values: Float64Array): void {
  const count = values.length;
  if (count < LEAST || count > MOST) {
    values.sort();
    return;
  }
  makeRoom(count);
  if (sortRoughly(values) && finish(values)) return;
  if (!takeKeys(values)) {
    values.sort();
    return;
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

function makeRoom(count: number): void {
  if (otherValues.length >= count) return;
  keys = new Uint32Array(count);
  otherKeys = new Uint32Array(count);
  otherValues = new Float64Array(count);
}

/** The upper halves, changed so that their order is that of the numbers; false where one is NaN. */
function takeKeys(values: Float64Array): boolean {
  const count = values.length;
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
  for (let i = 0; i < count; i++) {
    const upper = halves[2 * i + 1]!;
    if ((upper & 0x7fffffff) >= NOT_A_NUMBER_ABOVE && Number.isNaN(values[i]!)) return false;
    keys[i] = (upper >>> 31 === 1 ? ~upper : upper | KEY_OF_ZERO) >>> 0;
  }
  return true;
}

/**
 * In one go, by what tells most values apart. False, and nothing is done, where that leaves too much to comparing, which cannot tell -0
 * from 0 either, or where there are others than finite numbers that are not negative.
 */
function sortRoughly(values: Float64Array): boolean {
  if (pause-- > 0) return false;
  pause = ROUGH_PAUSE;
  const count = values.length;
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * count);
  let low = NOT_A_NUMBER_ABOVE;
  let high = 0;
  for (let i = 1; i < 2 * count; i += 2) {
    const upper = halves[i]!;
    low = Math.min(low, upper);
    high = Math.max(high, upper);
  }
  if (low < 0 || high >= NOT_A_NUMBER_ABOVE) return false;
  const shift = Math.max(0, 32 - Math.clz32(high - low) - ROUGH_BITS);
  const used = ((high - low) >>> shift) + 1;
  cells.fill(0, 0, used + 1);
  for (let i = 1; i < 2 * count; i += 2) {
    const cell = (halves[i]! - low) >>> shift;
    cells[cell] = cells[cell]! + 1;
  }
  if (!placeCells(used)) return false;
  otherValues.set(values);
  const others = new Int32Array(otherValues.buffer, 0, 2 * count);
  for (let i = 0; i < count; i++) {
    const cell = (others[2 * i + 1]! - low) >>> shift;
    const place = cells[cell]!;
    cells[cell] = place + 1;
    values[place] = otherValues[i]!;
  }
  pause = 0;
  return true;
}

/** Makes of how many there are in each cell where they begin; false where one has too many. */
function placeCells(used: number): boolean {
  let sum = 0;
  for (let i = 0; 2 * i < used; i++) {
    const pair = pairs[i]!;
    if ((pair & ROUGH_FULL) !== 0) return false;
    const first = pair & 0xffff;
    pairs[i] = sum | ((sum + first) << 16);
    sum += first + (pair >>> 16);
  }
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
