import { packedWords, unpackOne } from '../codec/bit-packing.ts';
import { corruptIndex } from '../codec/corruption.ts';
import type { UnsignedArray } from '../codec/narrow-array.ts';
import { GROUP, unpackCounts, unpackGaps } from '../codec/unpack-group.ts';
import type { BlockBuffers } from './block-buffers.ts';
import { BLOCK_SIZE, NO_MORE_DOCS } from './doc-iterator.ts';
import type { Postings } from './postings.ts';

/** The postings sections of one field. */
export interface PostingsSections {
  readonly postings: Uint32Array;
  readonly positions: Uint32Array;
  readonly lastDoc: Uint32Array;
  readonly blockOffset: Uint32Array;
  /** Empty without frequencies. */
  readonly maxFreq: UnsignedArray;
  /** Empty without norms. */
  readonly minNorm: Uint8Array;
  readonly blockPositions: Uint32Array;
  readonly norms: Uint8Array | null;
  readonly hasPositions: boolean;
}

/** One term: its place in the sections. A term of one document has no blocks; `first` is the document then. */
export interface TermEntry {
  readonly docFreq: number;
  readonly totalTermFreq: number;
  readonly first: number;
  readonly position: number;
}

/** Numbers that the runtime keeps within the object of their array. */
const SMALL = 16;

export class BlockPostings implements Postings {
  docFreq = 0;
  readonly docs: Int32Array;
  readonly freqs: Int32Array;
  blockCount = 0;
  length = 0;
  block = -1;
  readonly #sections: PostingsSections;
  /** First block of the term; its document where it has but one. */
  #first = 0;
  #totalTermFreq = 0;
  #position = 0;
  #single = false;
  #index = 0;
  #doc = -1;
  // The loaded block: where its frequencies stand, their width, and that of its positions.
  #freqOffset = 0;
  #freqWidth = 0;
  positionWidth = 0;
  #freqsLoaded = false;
  /** Positions before the document of the loaded block whose positions were read last. */
  #positionsBefore = 0;
  #positionsOf = 0;
  #positionsBlock = -1;

  /** For terms of up to `docFreq` documents; `reset` names the term. Small arrays are made sooner than lent. */
  constructor(sections: PostingsSections, docFreq: number, buffers?: BlockBuffers) {
    this.#sections = sections;
    const lent = docFreq > SMALL ? buffers : undefined;
    const capacity = Math.min(BLOCK_SIZE, docFreq);
    this.docs = lent?.ints() ?? new Int32Array(capacity);
    this.freqs = lent?.ints() ?? new Int32Array(capacity);
  }

  /** Starts over with this term. */
  reset(entry: TermEntry): this {
    this.docFreq = entry.docFreq;
    this.blockCount = Math.ceil(entry.docFreq / BLOCK_SIZE);
    this.#first = entry.first;
    this.#totalTermFreq = entry.totalTermFreq;
    this.#position = entry.position;
    this.#single = entry.docFreq === 1;
    this.length = 0;
    this.block = -1;
    this.#index = 0;
    this.#doc = -1;
    this.#positionsBlock = -1;
    return this;
  }

  again(): Postings {
    const entry = { docFreq: this.docFreq, totalTermFreq: this.#totalTermFreq };
    const other = new BlockPostings(this.#sections, this.docFreq);
    return other.reset({ ...entry, first: this.#first, position: this.#position });
  }

  get cost(): number {
    return this.docFreq;
  }

  nextBlock(): boolean {
    if (this.block + 1 >= this.blockCount) return this.#exhaust();
    this.#load(this.block + 1);
    return true;
  }

  seekBlock(target: number): boolean {
    const block = this.findBlock(target);
    if (block === this.blockCount) return this.#exhaust();
    if (block !== this.block) this.#load(block);
    return true;
  }

  #exhaust(): boolean {
    this.block = this.blockCount;
    this.length = 0;
    this.#index = 0;
    this.#doc = NO_MORE_DOCS;
    return false;
  }

  #load(block: number): void {
    this.block = block;
    this.#index = -1;
    this.#freqsLoaded = false;
    if (this.#single) {
      this.docs[0] = this.#first;
      this.length = 1;
      return;
    }
    const { postings, blockOffset, lastDoc } = this.#sections;
    const at = this.#first + block;
    const offset = blockOffset[at]! + 1;
    const head = postings[offset - 1]!;
    const length = (head & 0x7f) + 1;
    const width = (head >>> 7) & 0x1f;
    this.length = length;
    this.#freqWidth = (head >>> 12) & 0x1f;
    this.positionWidth = (head >>> 17) & 0x3f;
    this.#freqOffset = offset + packedWords(length, width);
    const base = block === 0 ? -1 : lastDoc[at - 1]!;
    readGaps(postings, offset, width, this.docs, length, base);
    // Whoever goes from block to block by their last documents would come to the same one again and again.
    if (this.docs[length - 1] !== lastDoc[at]) {
      throw corruptIndex('a segment file is damaged: a block of postings does not end at its last document');
    }
  }

  loadFreqs(): void {
    if (this.#freqsLoaded) return;
    this.#freqsLoaded = true;
    if (this.#single) this.freqs[0] = this.#totalTermFreq;
    else readCounts(this.#sections.postings, this.#freqOffset, this.#freqWidth, this.freqs, this.length);
  }

  lastDocOf(block: number): number {
    return this.#single ? this.#first : this.#sections.lastDoc[this.#first + block]!;
  }

  maxFreqOf(block: number): number {
    if (this.#single) return this.#totalTermFreq;
    const { maxFreq } = this.#sections;
    return maxFreq.length === 0 ? 1 : maxFreq[this.#first + block]!;
  }

  minNormOf(block: number): number {
    const { norms, minNorm } = this.#sections;
    if (norms === null) return 1;
    return this.#single ? norms[this.#first]! : minNorm[this.#first + block]!;
  }

  findBlock(target: number): number {
    let low = Math.max(0, this.block);
    const count = this.blockCount;
    if (low >= count || this.lastDocOf(low) >= target) return low;
    // Gallop from the loaded block: the next target is rarely far.
    let step = 1;
    let high = low + 1;
    while (high < count && this.lastDocOf(high) < target) {
      low = high;
      step *= 2;
      high += step;
    }
    if (high > count) high = count;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.lastDocOf(middle) < target) low = middle;
      else high = middle;
    }
    return high;
  }

  docId(): number {
    return this.#doc;
  }

  nextDoc(): number {
    if (this.#index + 1 >= this.length && !this.nextBlock()) return NO_MORE_DOCS;
    this.#doc = this.docs[++this.#index]!;
    return this.#doc;
  }

  advance(target: number): number {
    if (this.block < 0 || this.block >= this.blockCount || this.lastDocOf(this.block) < target) {
      if (!this.seekBlock(target)) return NO_MORE_DOCS;
    }
    let i = this.#index + 1;
    const docs = this.docs;
    let step = 1;
    while (i + step < this.length && docs[i + step]! < target) {
      i += step;
      step *= 2;
    }
    while (docs[i]! < target) i++;
    this.#index = i;
    this.#doc = docs[i]!;
    return this.#doc;
  }

  intoBitSet(upTo: number, bits: Uint32Array, base: number): void {
    if (this.#doc === -1) this.nextDoc();
    while (this.#doc < upTo) {
      const docs = this.docs;
      const length = this.length;
      let i = this.#index;
      for (; i < length && docs[i]! < upTo; i++) {
        const bit = docs[i]! - base;
        bits[bit >>> 5] = bits[bit >>> 5]! | (1 << (bit & 31));
      }
      this.#index = i;
      if (i < length) {
        this.#doc = docs[i]!;
        return;
      }
      this.nextDoc();
    }
  }

  /** Sets the bits of all documents; not to be mixed with other ways through them. */
  markAll(bits: Uint32Array): void {
    const { docs } = this;
    while (this.nextBlock()) {
      const { length } = this;
      for (let i = 0; i < length; i++) {
        const doc = docs[i]!;
        bits[doc >>> 5]! |= 1 << (doc & 31);
      }
    }
  }

  freq(): number {
    this.loadFreqs();
    return this.freqs[this.#index]!;
  }

  positions(target: Int32Array): Int32Array {
    return this.positionsAt(this.#index, target);
  }

  positionsAt(i: number, target: Int32Array): Int32Array {
    if (!this.#sections.hasPositions) throw new RangeError('the field has no positions');
    this.loadFreqs();
    const freq = this.freqs[i]!;
    const out = target.length >= freq ? target : new Int32Array(Math.max(freq, target.length * 2));
    const { positions: words } = this.#sections;
    if (this.#single) {
      const position = this.#position;
      if (freq === 1) out[0] = position;
      else readDeltas(words, position + 1, words[position]!, 0, freq, out);
      return out;
    }
    readDeltas(words, this.positionOffset, this.positionWidth, this.#positionStart(i), freq, out);
    return out;
  }

  get positionWords(): Uint32Array {
    return this.#sections.positions;
  }

  get positionOffset(): number {
    return this.#sections.blockPositions[this.#first + this.block]!;
  }

  /** Positions of the block before those of a document. Goes on from the document that was asked for last, as documents are mostly asked for in their order. */
  #positionStart(i: number): number {
    const isOn = this.#positionsBlock === this.block && i >= this.#positionsOf;
    const { freqs } = this;
    let sum = isOn ? this.#positionsBefore : 0;
    for (let at = isOn ? this.#positionsOf : 0; at < i; at++) sum += freqs[at]!;
    this.#positionsBlock = this.block;
    this.#positionsOf = i;
    this.#positionsBefore = sum;
    return sum;
  }
}

function readGaps(
  words: Uint32Array,
  offset: number,
  width: number,
  out: Int32Array,
  count: number,
  base: number,
): void {
  let last = base;
  if (width === 0) {
    for (let i = 0; i < count; i++) out[i] = ++last;
    return;
  }
  const whole = count - (count % GROUP);
  for (let i = 0, at = offset; i < whole; i += GROUP, at += width)
    last = unpackGaps(width, words, at, out, i, last);
  for (let i = whole; i < count; i++) {
    last += 1 + unpackOne(words, offset, width, i);
    out[i] = last;
  }
}

function readCounts(words: Uint32Array, offset: number, width: number, out: Int32Array, count: number): void {
  if (width === 0) {
    out.fill(1, 0, count);
    return;
  }
  const whole = count - (count % GROUP);
  for (let i = 0, at = offset; i < whole; i += GROUP, at += width) unpackCounts(width, words, at, out, i);
  for (let i = whole; i < count; i++) out[i] = 1 + unpackOne(words, offset, width, i);
}

/** Sums of the deltas [first, first + count). */
function readDeltas(
  words: Uint32Array,
  offset: number,
  width: number,
  first: number,
  count: number,
  out: Int32Array,
): void {
  if (width === 0) {
    for (let i = 0; i < count; i++) out[i] = 0;
    return;
  }
  const mask = width === 32 ? -1 : (1 << width) - 1;
  let position = 0;
  let bit = first * width;
  for (let i = 0; i < count; i++, bit += width) {
    const word = offset + (bit >>> 5);
    const shift = bit & 31;
    let value = words[word]! >>> shift;
    if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
    position = (position + (value & mask)) | 0;
    out[i] = position;
  }
}
