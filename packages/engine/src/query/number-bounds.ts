const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next double above, as Java's `Math.nextUp`. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return value;
  float[0] = value === 0 ? 0 : value;
  bits[0] = bits[0]! + (value >= 0 ? 1n : -1n);
  return float[0];
}

export function nextDown(value: number): number {
  return -nextUp(-value);
}
