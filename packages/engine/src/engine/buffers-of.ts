/** The buffers of all arrays in plain data that is its receiver's alone: they can move to another thread. */
export function buffersOf(data: unknown, found: ArrayBuffer[] = []): ArrayBuffer[] {
  if (ArrayBuffer.isView(data)) {
    if (data.buffer instanceof ArrayBuffer) found.push(data.buffer);
  } else if (data instanceof Map) for (const value of data.values()) buffersOf(value, found);
  else if (typeof data === 'object' && data !== null) {
    for (const value of Object.values(data)) buffersOf(value, found);
  }
  return found;
}
