export type UnsignedArray = Uint8Array | Uint16Array | Uint32Array;

/** Bytes that hold every unsigned integer up to `max`. */
export function unsignedWidth(max: number): 1 | 2 | 4 {
  if (max < 0x100) return 1;
  return max < 0x10000 ? 2 : 4;
}

/** The values in the narrowest array that holds them. */
export function narrowed(values: Uint32Array, count: number): UnsignedArray {
  let max = 0;
  for (let i = 0; i < count; i++) if (values[i]! > max) max = values[i]!;
  const target = unsignedArray(unsignedWidth(max), count);
  for (let i = 0; i < count; i++) target[i] = values[i]!;
  return target;
}

export function unsignedArray(width: 1 | 2 | 4, length: number): UnsignedArray {
  if (width === 1) return new Uint8Array(length);
  return width === 2 ? new Uint16Array(length) : new Uint32Array(length);
}
