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
