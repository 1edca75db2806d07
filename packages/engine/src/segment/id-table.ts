import { compareBytes, compareRanges, hashBytes } from '../codec/bytes.ts';
import { corruptIndex } from '../codec/corruption.ts';

interface Ids {
  readonly bytes: Uint8Array;
  /** Start of each document's id, and the end of the last; empty where all ids have the same length. */
  readonly offsets: Uint32Array;
  /** See `idBounds`; empty where the segment was written without. */
  readonly bounds: Uint32Array;
  readonly maxDoc: number;
}

/** The ids that come first and last by their bytes. */
interface Ends {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/**
 * Documents by `_id`: open addressing over words. A word is 0 (free) or, in its low bits, the document plus 1, and above
 * them as many bits of the hash as fit: most misses end at the table without a look at the ids.
 * Every live id stands in it once; documents that were dead when the segment was written do not, nor objects of nested
 * fields, whose id is empty.
 */
export class IdTable {
  readonly slots: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #stride: number;
  readonly #maxDoc: number;
  readonly #bits: number;
  /** Of format 1: a power of two of slots, the first one is the hash's low bits. */
  readonly #powerOfTwo: boolean;
  /** As the file has them: checked when an id is looked for. */
  readonly bounds: Uint32Array;
  /** Null where they are not known; undefined before an id is looked for: segments that are only searched do not read them. */
  #ends: Ends | null | undefined;

  constructor({ bytes, offsets, bounds, maxDoc }: Ids, slots: Uint32Array, powerOfTwo = false) {
    this.slots = slots;
    this.bytes = bytes;
    this.#offsets = offsets;
    this.#stride = maxDoc === 0 ? 0 : bytes.length / maxDoc;
    this.#maxDoc = maxDoc;
    this.#bits = docBits(maxDoc);
    this.#powerOfTwo = powerOfTwo;
    this.bounds = bounds;
  }

  #findEnds(): Ends | null {
    const { bounds } = this;
    if (bounds.length === 0) return null;
    const [first, last] = bounds;
    if (bounds.length !== 2 || first! >= this.#maxDoc || last! >= this.#maxDoc)
      throw corruptIndex('a table of ids is damaged: its bounds are those of no documents');
    return { first: this.idOf(first!), last: this.idOf(last!) };
  }

  /** Where the id of the document begins; of `maxDoc` where the last one ends. */
  startOf(doc: number): number {
    return this.#offsets.length === 0 ? doc * this.#stride : this.#offsets[doc]!;
  }

  idOf(doc: number): Uint8Array {
    return this.bytes.subarray(this.startOf(doc), this.startOf(doc + 1));
  }

  /** All starts, as they are checked. */
  starts(): Uint32Array {
    if (this.#offsets.length > 0) return this.#offsets;
    const starts = new Uint32Array(this.#maxDoc + 1);
    for (let doc = 1; doc <= this.#maxDoc; doc++) starts[doc] = doc * this.#stride;
    return starts;
  }

  /** The document that had this id when the segment was written, -1 where none. Throws corrupt_index_exception. */
  find(id: Uint8Array): number {
    if (this.#isOutside(id)) return -1;
    const { slots } = this;
    const { length } = slots;
    const bits = this.#bits;
    const hash = hashBytes(id, 0, id.length);
    const tag = tagOf(hash, bits);
    const docMask = 2 ** bits - 1;
    let slot = this.#powerOfTwo ? hash & (length - 1) : firstSlot(hash, length);
    let isAround = false;
    for (let word = slots[slot]!; word !== 0; word = slots[slot]!) {
      if ((word & ~docMask) >>> 0 === tag) {
        const doc = (word & docMask) - 1;
        if (this.#has(doc, id)) return doc;
      }
      slot++;
      if (slot < length) continue;
      // Some slot is free in every table that was written.
      if (isAround) throw corruptIndex('a table of ids is damaged: it has no end');
      isAround = true;
      slot = 0;
    }
    return -1;
  }

  /** Whoever writes ids that grow with time asks all older segments for each document. */
  #isOutside(id: Uint8Array): boolean {
    if (this.#ends === undefined) this.#ends = this.#findEnds();
    const ends = this.#ends;
    return ends !== null && (compareBytes(id, ends.last) > 0 || compareBytes(id, ends.first) < 0);
  }

  #has(doc: number, id: Uint8Array): boolean {
    const start = this.startOf(doc);
    const { length } = id;
    if (this.startOf(doc + 1) - start !== length) return false;
    const { bytes } = this;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== id[i]) return false;
    return true;
  }
}

function docBits(maxDoc: number): number {
  return 32 - Math.clz32(maxDoc + 1);
}

/** At most three quarters full, so that a search in vain ends after some nine slots. */
function slotCount(docs: number): number {
  return Math.max(8, Math.ceil((docs * 4) / 3));
}

/** Spread over any number of slots; mixed once more, as the hash's high bits are those of the tag. */
function firstSlot(hash: number, slots: number): number {
  return Math.floor(((Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32) * slots);
}

export function buildIdTable(
  bytes: Uint8Array,
  offsets: Uint32Array,
  maxDoc: number,
  isLive: (doc: number) => boolean,
): Uint32Array {
  const slots = new Uint32Array(slotCount(maxDoc));
  const bits = docBits(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) {
    const start = offsets[doc]!;
    const length = offsets[doc + 1]! - start;
    // An object of a nested field has no id of its own.
    if (length > 0 && isLive(doc)) putDoc(slots, doc, hashBytes(bytes, start, length), bits);
  }
  return slots;
}

function putDoc(slots: Uint32Array, doc: number, hash: number, bits: number): void {
  const { length } = slots;
  let slot = firstSlot(hash, length);
  while (slots[slot] !== 0) {
    slot++;
    if (slot === length) slot = 0;
  }
  slots[slot] = tagOf(hash, bits) | (doc + 1);
}

function tagOf(hash: number, bits: number): number {
  return bits >= 32 ? 0 : ((hash >>> bits) << bits) >>> 0;
}

/** The documents with the ids that come first and last by their bytes, of those in the table; null where there are none. */
export function idBounds(
  bytes: Uint8Array,
  offsets: Uint32Array,
  isLive: (doc: number) => boolean,
): Uint32Array | null {
  let first = -1;
  let last = -1;
  const compare = (a: number, b: number): number =>
    compareRanges(bytes, offsets[a]!, offsets[a + 1]!, bytes, offsets[b]!, offsets[b + 1]!);
  for (let doc = 0; doc < offsets.length - 1; doc++) {
    if (offsets[doc] === offsets[doc + 1] || !isLive(doc)) continue;
    if (first < 0 || compare(doc, first) < 0) first = doc;
    if (last < 0 || compare(doc, last) > 0) last = doc;
  }
  return first < 0 ? null : Uint32Array.of(first, last);
}
