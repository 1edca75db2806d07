import { corruptIndex } from '../codec/corruption.ts';

/** Ends a document with a kept part: no JSON ends with it. */
const MARK = 0;
/** Length of the kept part, and the mark. */
const TRAILER_BYTES = 5;

/** The bytes of a document of which a part is kept beside its source, both as JSON. */
export function joinKept(source: Uint8Array, kept: Uint8Array): Uint8Array {
  const stored = new Uint8Array(source.length + kept.length + TRAILER_BYTES);
  stored.set(source);
  stored.set(kept, source.length);
  new DataView(stored.buffer).setUint32(source.length + kept.length, kept.length, true);
  stored[stored.length - 1] = MARK;
  return stored;
}

/** Whether the document that ends at `end`, and is not empty, has a kept part. */
export function endsWithKept(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 1] === MARK;
}

function hasKept(stored: Uint8Array): boolean {
  return stored.length > 0 && endsWithKept(stored, stored.length);
}

/** The source; empty where none is kept. */
export function sourcePart(stored: Uint8Array): Uint8Array {
  return hasKept(stored) ? stored.subarray(0, keptStart(stored)) : stored;
}

/** What is kept beside the source; null where that is nothing. */
export function keptPart(stored: Uint8Array): Uint8Array | null {
  return hasKept(stored) ? stored.subarray(keptStart(stored), stored.length - TRAILER_BYTES) : null;
}

function keptStart(stored: Uint8Array): number {
  const end = stored.length - TRAILER_BYTES;
  const view = new DataView(stored.buffer, stored.byteOffset, stored.length);
  const start = end < 0 ? -1 : end - view.getUint32(end, true);
  if (start < 0) throw corruptIndex('a stored document has a kept part that is longer than itself');
  return start;
}
