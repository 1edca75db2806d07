import { Buffer } from 'node:buffer';
import { assert } from '@sextant/base';
import { compareRanges } from '../codec/bytes.ts';
import type { UnsignedArray } from '../codec/narrow-array.ts';
import type { BlockBuffers } from './block-buffers.ts';
import { BlockPostings, type PostingsSections } from './block-postings.ts';
import { BLOCK_SIZE } from './doc-iterator.ts';
import type { Postings } from './postings.ts';
import type { SegmentField } from './segment-field.ts';
import { SectionKind } from './segment-format.ts';
import type { TermsReader } from './segment-reader.ts';
import type { SegmentSections } from './segment-sections.ts';

function unsignedColumn(sections: SegmentSections, kind: SectionKind, field: number): UnsignedArray {
  const column = sections.column(kind, field);
  assert(!(column instanceof Float64Array), `section ${kind} has an impossible width`);
  return column;
}

/** The dictionary of one field over the sections of its segment. */
export class FieldTerms implements TermsReader {
  readonly size: number;
  readonly indexed: boolean;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #field: SegmentField;
  readonly #docFreqs: UnsignedArray;
  readonly #totalFreqs: UnsignedArray;
  readonly #firsts: Uint32Array;
  readonly #positionsOf: Uint32Array;
  readonly #postings: PostingsSections;
  /** `bytes`, as text is read from them. */
  #text: Buffer | null = null;
  #marked: BlockPostings | null = null;

  constructor(sections: SegmentSections, number: number, field: SegmentField, norms: Uint8Array | null) {
    this.#field = field;
    this.bytes = sections.bytes(SectionKind.termBytes, number);
    this.offsets = sections.words(SectionKind.termOffsets, number);
    this.#docFreqs = unsignedColumn(sections, SectionKind.termDocFreq, number);
    this.#totalFreqs = unsignedColumn(sections, SectionKind.termTotalFreq, number);
    this.#firsts = sections.words(SectionKind.termPostings, number);
    this.#positionsOf = sections.words(SectionKind.termPositions, number);
    this.#postings = {
      postings: sections.words(SectionKind.postings, number),
      positions: sections.words(SectionKind.positions, number),
      lastDoc: sections.words(SectionKind.blockLastDoc, number),
      blockOffset: sections.words(SectionKind.blockOffset, number),
      maxFreq: unsignedColumn(sections, SectionKind.blockMaxFreq, number),
      minNorm: sections.bytes(SectionKind.blockMinNorm, number),
      blockPositions: sections.words(SectionKind.blockPositions, number),
      norms,
      hasPositions: field.positions,
    };
    this.size = this.offsets.length - 1;
    this.indexed = field.indexed;
    this.docCount = field.docCount;
    this.sumTotalTermFreq = field.sumTotalTermFreq;
    this.sumDocFreq = field.sumDocFreq;
  }

  lookup(term: Uint8Array): number {
    const ordinal = this.ceiling(term);
    return ordinal < this.size && this.#compare(ordinal, term) === 0 ? ordinal : -1;
  }

  ceiling(term: Uint8Array, after = -1): number {
    let low = after + 1;
    let high = this.size;
    if (after >= 0) {
      // What is looked for from somewhere is rarely far from there.
      let step = 1;
      while (low + step < high && this.#compare(low + step, term) < 0) {
        low += step + 1;
        step *= 2;
      }
      high = Math.min(high, low + step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(ordinal: number, term: Uint8Array): number {
    const offsets = this.offsets;
    return compareRanges(this.bytes, offsets[ordinal]!, offsets[ordinal + 1]!, term, 0, term.length);
  }

  term(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  termText(ordinal: number): string {
    const { buffer, byteOffset, byteLength } = this.bytes;
    this.#text ??= Buffer.from(buffer, byteOffset, byteLength);
    return this.#text.toString('utf8', this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  docFreq(ordinal: number): number {
    return this.#docFreqs[ordinal]!;
  }

  totalTermFreq(ordinal: number): number {
    return this.#totalFreqs.length === 0 ? this.#docFreqs[ordinal]! : this.#totalFreqs[ordinal]!;
  }

  postings(ordinal: number, buffers?: BlockBuffers): Postings {
    return this.postingsInto(new BlockPostings(this.#postings, this.docFreq(ordinal), buffers), ordinal);
  }

  /** An object that `postingsInto` can use for every term. */
  reusablePostings(): BlockPostings {
    return new BlockPostings(this.#postings, BLOCK_SIZE);
  }

  markDocs(ordinal: number, bits: Uint32Array): void {
    assert(this.#field.indexed, `field [${this.#field.name}] has no postings`);
    if (this.#docFreqs[ordinal] === 1) {
      const doc = this.#firsts[ordinal]!;
      bits[doc >>> 5]! |= 1 << (doc & 31);
      return;
    }
    this.#marked ??= this.reusablePostings();
    this.postingsInto(this.#marked, ordinal).markAll(bits);
  }

  copyDocs(ordinal: number, target: Uint32Array, at: number): number {
    this.#marked ??= this.reusablePostings();
    const postings = this.postingsInto(this.#marked, ordinal);
    let end = at;
    while (postings.nextBlock()) for (let i = 0; i < postings.length; i++) target[end++] = postings.docs[i]!;
    return end;
  }

  postingsInto(postings: BlockPostings, ordinal: number): BlockPostings {
    assert(this.#field.indexed, `field [${this.#field.name}] has no postings`);
    return postings.reset({
      docFreq: this.docFreq(ordinal),
      totalTermFreq: this.totalTermFreq(ordinal),
      first: this.#firsts[ordinal]!,
      position: this.#positionsOf.length === 0 ? 0 : this.#positionsOf[ordinal]!,
    });
  }
}
