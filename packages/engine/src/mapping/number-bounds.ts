const float = new Float64Array(1);
/** The low and the high half of the double, on the little-endian machines that Node runs on. */
const halves = new Uint32Array(float.buffer);

/** The next double above, as Java's `Math.nextUp`. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return value;
  float[0] = value === 0 ? 0 : value;
  if (value >= 0) {
    halves[0] = halves[0]! + 1;
    if (halves[0] === 0) halves[1] = halves[1]! + 1;
  } else {
    if (halves[0] === 0) halves[1] = halves[1]! - 1;
    halves[0] = halves[0]! - 1;
  }
  return float[0];
}

export function nextDown(value: number): number {
  return -nextUp(-value);
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/** The next float above a float. */
export function nextFloatUp(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  single[0] = value === 0 ? 0 : value;
  singleBits[0] = singleBits[0]! + (value >= 0 ? 1 : -1);
  return single[0];
}

/** Of half floats: the least exponent, the bits behind the first one, and what is beyond all of them. */
const [LEAST_EXPONENT, HALF_BITS, HALF_END] = [-14, 10, 65_536];

/** The next half float above a half float. */
export function nextHalfUp(value: number): number {
  if (!Number.isFinite(value)) return value;
  const size = Math.abs(value);
  const exponent = size === 0 ? LEAST_EXPONENT : Math.max(Math.floor(Math.log2(size)), LEAST_EXPONENT);
  // Below a power of two they lie closer together.
  const isCloser = value < 0 && size === 2 ** exponent && exponent > LEAST_EXPONENT;
  const next = value + 2 ** (exponent - HALF_BITS - (isCloser ? 1 : 0));
  return next === HALF_END ? Number.POSITIVE_INFINITY : next;
}
