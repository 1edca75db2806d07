import { SpareArrays } from '../../codec/spare-arrays.ts';

/** More is left to who collects garbage. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Memory of aggregations that are done, for the next ones of this thread. Held so that it goes when the runtime looks through its whole
 * heap, as a thread that rests has it do.
 */
let held: WeakRef<SpareArrays> | undefined;

function spare(): SpareArrays {
  const known = held?.deref();
  if (known !== undefined) return known;
  const made = new SpareArrays(KEPT_BYTES);
  made.open();
  held = new WeakRef(made);
  return made;
}

/** All elements are 0. Whoever has it may give it back, once nobody else sees it. */
export function lentUint8(length: number): Uint8Array<ArrayBuffer> {
  const bytes = spare().take(length);
  return bytes === undefined ? new Uint8Array(length) : new Uint8Array(bytes).fill(0);
}

/** The same. */
export function lentUint32(length: number): Uint32Array<ArrayBuffer> {
  const bytes = spare().take(length * Uint32Array.BYTES_PER_ELEMENT);
  return bytes === undefined ? new Uint32Array(length) : new Uint32Array(bytes).fill(0);
}

/** The same. */
export function lentInt32(length: number): Int32Array<ArrayBuffer> {
  const bytes = spare().take(length * Int32Array.BYTES_PER_ELEMENT);
  return bytes === undefined ? new Int32Array(length) : new Int32Array(bytes).fill(0);
}

/** Neither the array nor a view of its memory may be used any more. */
export function giveBack(array: ArrayBufferView): void {
  spare().give(array);
}
