function roomFor(size: number): number {
  return Math.max(16, 2 ** Math.ceil(Math.log2(size)));
}

/** The array, or a larger copy with at least `size` elements; what is added holds `fill`. */
export function growFloat64(
  array: Float64Array<ArrayBuffer>,
  size: number,
  fill: number,
): Float64Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const larger = new Float64Array(roomFor(size));
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}

export function growUint32(array: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const larger = new Uint32Array(roomFor(size));
  larger.set(array);
  return larger;
}

export function growInt32(
  array: Int32Array<ArrayBuffer>,
  size: number,
  fill: number,
): Int32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const larger = new Int32Array(roomFor(size));
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}
