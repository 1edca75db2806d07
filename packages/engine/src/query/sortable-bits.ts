const view = new DataView(new ArrayBuffer(8));

/** The bits of a double as a long that is in the order of the doubles, as Lucene keeps them in columns. */
export function toSortableDouble(value: number): bigint {
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits ^ ((bits >> 63n) & 0x7fffffffffffffffn);
}

/** The same of a float, as an int. */
export function toSortableFloat(value: number): number {
  view.setFloat32(0, value);
  const bits = view.getInt32(0);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}
