/**
 * Takes the memory of a buffer away: its views are empty from then on, whoever holds them. False where the runtime cannot
 * (Node 20); then nothing has changed.
 */
export function detach(buffer: ArrayBuffer): boolean {
  try {
    buffer.transfer(0);
    return buffer.detached;
  } catch {
    return false;
  }
}

/**
 * Takes the memory of a view away where it is all of its buffer, so that it need not wait until the collector finds it: V8 looks through its
 * whole heap for every 64 MB that such buffers take. Nobody may need it any more.
 */
export function detachWhole(view: ArrayBufferView): void {
  if (ownsBuffer(view)) detach(view.buffer);
}

/** Whether the view is all of a buffer that can go to another thread. */
export function ownsBuffer<V extends ArrayBufferView>(view: V): view is V & { readonly buffer: ArrayBuffer } {
  const { buffer, byteLength } = view;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0;
}
