import { hashBytes } from '../codec/bytes.ts';

/**
 * Documents by `_id`: open addressing over words. A word is 0 (free) or, in its low bits, the document plus 1, and above
 * them as many bits of the hash as fit: most misses end at the table without a look at the ids.
 * Every live id stands in it once; documents that were dead when the segment was written do not.
 */
export interface IdTable {
  readonly slots: Uint32Array;
  readonly bytes: Uint8Array;
  /** Start of each document's id, and the end of the last. */
  readonly offsets: Uint32Array;
}

function docBits(maxDoc: number): number {
  return 32 - Math.clz32(maxDoc + 1);
}

/** At most two thirds full. */
function slotCount(docs: number): number {
  let slots = 8;
  while (slots * 2 < docs * 3) slots *= 2;
  return slots;
}

/** `live` null = all. */
export function buildIdTable(
  bytes: Uint8Array,
  offsets: Uint32Array,
  maxDoc: number,
  isLive: (doc: number) => boolean,
): Uint32Array {
  const slots = new Uint32Array(slotCount(maxDoc));
  const mask = slots.length - 1;
  const bits = docBits(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (!isLive(doc)) continue;
    const start = offsets[doc]!;
    const hash = hashBytes(bytes, start, offsets[doc + 1]! - start);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = tagOf(hash, bits) | (doc + 1);
  }
  return slots;
}

function tagOf(hash: number, bits: number): number {
  // The table uses the low bits of the hash, so the tag takes the high ones.
  return bits >= 32 ? 0 : ((hash >>> bits) << bits) >>> 0;
}

/** The document that had this id when the segment was written, -1 where none. */
export function findId(table: IdTable, maxDoc: number, id: Uint8Array): number {
  const { slots, bytes, offsets } = table;
  const mask = slots.length - 1;
  const bits = docBits(maxDoc);
  const hash = hashBytes(id, 0, id.length);
  const tag = tagOf(hash, bits);
  const docMask = 2 ** bits - 1;
  let slot = hash & mask;
  for (let word = slots[slot]!; word !== 0; word = slots[slot]!) {
    if ((word & ~docMask) >>> 0 === tag) {
      const doc = (word & docMask) - 1;
      if (sameBytes(bytes, offsets[doc]!, offsets[doc + 1]!, id)) return doc;
    }
    slot = (slot + 1) & mask;
  }
  return -1;
}

function sameBytes(bytes: Uint8Array, start: number, end: number, id: Uint8Array): boolean {
  const length = id.length;
  if (end - start !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== id[i]) return false;
  return true;
}
