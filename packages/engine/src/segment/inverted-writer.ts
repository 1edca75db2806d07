import { assert, detachWhole } from '@sextant/base';
import { bitWidth, pack, packedWords } from '../codec/bit-packing.ts';
import { countBits, setBit, wordsFor } from '../codec/bits.ts';
import { ByteList, Int32List, Uint32List } from '../codec/lists.ts';
import { narrowed } from '../codec/narrow-array.ts';
import { BLOCK_SIZE } from './doc-iterator.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import type { FieldShape } from './segment-field.ts';
import { MAX_UINT32, SectionKind } from './segment-format.ts';

export interface InvertedStatistics {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
}

/** What the terms of a field take at most: terms, and their bytes. */
export interface TermRoom {
  readonly terms: number;
  readonly bytes: number;
}

const NO_ROOM: TermRoom = { terms: 0, bytes: 0 };

/**
 * Writes the dictionary and the postings of one field: terms in ascending order, each with its documents in ascending
 * order. A field that is not indexed keeps only the terms and their document counts.
 */
export class InvertedWriter {
  readonly #shape: FieldShape;
  readonly #norms: Uint8Array | null;
  readonly #docsSeen: Uint32Array;
  readonly #termBytes: ByteList;
  readonly #termOffsets: Uint32List;
  readonly #docFreqs: Uint32List;
  /** Only of a field with frequencies. */
  readonly #totalFreqs: Uint32List;
  readonly #termPostings: Uint32List;
  /** Only of a field with positions. */
  readonly #termPositions: Uint32List;
  readonly #lastDocs = new Uint32List();
  readonly #blockOffsets = new Uint32List();
  readonly #maxFreqs = new Uint32List();
  readonly #minNorms = new ByteList();
  readonly #blockPositions = new Uint32List();
  readonly #postings = new Uint32List();
  readonly #positions = new Uint32List();

  // The block that is being filled.
  readonly #gaps = new Int32Array(BLOCK_SIZE);
  readonly #freqs = new Int32Array(BLOCK_SIZE);
  #deltas = new Int32List(BLOCK_SIZE);
  #count = 0;

  // The term that is being written.
  #firstBlock = 0;
  #lastDoc = -1;
  #docFreq = 0;
  #totalFreq = 0;

  #sumTotalTermFreq = 0;
  #sumDocFreq = 0;

  /** `room`: what the terms take at most, where that is known. */
  constructor(shape: FieldShape, maxDoc: number, norms: Uint8Array | null, room: TermRoom = NO_ROOM) {
    const { terms, bytes } = room;
    this.#shape = shape;
    this.#norms = norms;
    this.#docsSeen = new Uint32Array(wordsFor(maxDoc));
    this.#termBytes = new ByteList(bytes);
    this.#termOffsets = new Uint32List(terms + 1);
    this.#docFreqs = new Uint32List(terms);
    this.#totalFreqs = new Uint32List(shape.freqs ? terms : 0);
    this.#termPostings = new Uint32List(shape.indexed ? terms : 0);
    this.#termPositions = new Uint32List(shape.positions ? terms : 0);
    this.#termOffsets.push(0);
  }

  startTerm(bytes: Uint8Array, start: number, length: number): void {
    this.#termBytes.append(bytes, start, length);
    assert(
      this.#termBytes.length < 2 ** 32,
      `the terms of [${this.#shape.name}] are too many for one segment`,
    );
    this.#termOffsets.push(this.#termBytes.length);
    this.#firstBlock = this.#lastDocs.length;
    this.#lastDoc = -1;
    this.#docFreq = 0;
    this.#totalFreq = 0;
  }

  /** `positions[from, from + freq)` are ascending; read only where the field has positions. */
  add(doc: number, freq: number, positions: Int32Array, from: number): void {
    setBit(this.#docsSeen, doc);
    this.#docFreq++;
    this.#totalFreq += this.#shape.freqs ? freq : 1;
    if (!this.#shape.indexed) return;
    // A full block is written when the next document arrives, so that a term's last block is never empty.
    if (this.#count === BLOCK_SIZE) this.#writeBlock();
    const i = this.#count++;
    this.#gaps[i] = doc - this.#lastDoc - 1;
    this.#freqs[i] = freq;
    this.#lastDoc = doc;
    if (!this.#shape.positions) return;
    let last = 0;
    for (let p = from; p < from + freq; p++) {
      const position = positions[p]!;
      this.#deltas.push(position - last);
      last = position;
    }
  }

  /** Instead of `add` where the field is not indexed. */
  addCount(docs: number): void {
    this.#docFreq += docs;
    this.#totalFreq += docs;
  }

  endTerm(): void {
    const words = Math.max(this.#postings.length, this.#positions.length);
    assert(
      this.#totalFreq <= MAX_UINT32 && words <= MAX_UINT32,
      `the occurrences of terms in [${this.#shape.name}] are too many for one segment`,
    );
    this.#docFreqs.push(this.#docFreq);
    if (this.#shape.freqs) this.#totalFreqs.push(this.#totalFreq);
    this.#sumDocFreq += this.#docFreq;
    this.#sumTotalTermFreq += this.#totalFreq;
    if (!this.#shape.indexed) return;
    if (this.#docFreq === 1) {
      this.#writeSingle();
    } else {
      this.#writeBlock();
      this.#termPostings.push(this.#firstBlock);
      if (this.#shape.positions) this.#termPositions.push(0);
    }
  }

  /** A term of one document lives in the dictionary: most terms of a real vocabulary are such. */
  #writeSingle(): void {
    this.#termPostings.push(this.#lastDoc);
    const deltas = this.#deltas;
    if (this.#shape.positions && deltas.length === 1) {
      this.#termPositions.push(deltas.values[0]!);
    } else if (this.#shape.positions) {
      this.#termPositions.push(this.#positions.length);
      const width = this.#deltaWidth();
      this.#positions.push(width);
      this.#writeDeltas(width);
    }
    deltas.length = 0;
    this.#count = 0;
  }

  #writeBlock(): void {
    const count = this.#count;
    const { freqs: hasFreqs, positions: hasPositions } = this.#shape;
    let gapBits = 0;
    let freqBits = 0;
    let maxFreq = 1;
    let minNorm = 255;
    let doc =
      this.#lastDocs.length > this.#firstBlock ? this.#lastDocs.values[this.#lastDocs.length - 1]! : -1;
    for (let i = 0; i < count; i++) {
      gapBits |= this.#gaps[i]!;
      doc += this.#gaps[i]! + 1;
      if (this.#norms !== null && this.#norms[doc]! < minNorm) minNorm = this.#norms[doc]!;
      if (!hasFreqs) continue;
      const freq = this.#freqs[i]!;
      if (freq > maxFreq) maxFreq = freq;
      freqBits |= freq - 1;
      this.#freqs[i] = freq - 1;
    }
    const gapWidth = bitWidth(gapBits);
    const freqWidth = bitWidth(freqBits);
    const positionWidth = hasPositions ? this.#deltaWidth() : 0;
    this.#lastDocs.push(this.#lastDoc);
    this.#blockOffsets.push(this.#postings.length);
    this.#maxFreqs.push(maxFreq);
    this.#minNorms.reserve(1);
    this.#minNorms.values[this.#minNorms.length++] = minNorm;
    this.#blockPositions.push(this.#positions.length);
    this.#postings.push((count - 1) | (gapWidth << 7) | (freqWidth << 12) | (positionWidth << 17));
    writePacked(this.#postings, this.#gaps, count, gapWidth);
    if (hasFreqs) writePacked(this.#postings, this.#freqs, count, freqWidth);
    if (hasPositions) this.#writeDeltas(positionWidth);
    this.#deltas.length = 0;
    this.#count = 0;
  }

  #deltaWidth(): number {
    const { values, length } = this.#deltas;
    let bits = 0;
    for (let i = 0; i < length; i++) bits |= values[i]!;
    return bitWidth(bits);
  }

  #writeDeltas(width: number): void {
    writePacked(this.#positions, this.#deltas.values, this.#deltas.length, width);
  }

  /** Adds the sections to the assembler, and what they lie in with them: nothing may be added any more. */
  finish(assembler: SegmentAssembler): InvertedStatistics {
    const field = assembler.nextField;
    const column = (kind: SectionKind, list: Uint32List): void => {
      const data = narrowed(list.values, list.length);
      detachWhole(list.values);
      assembler.give(kind, data, data.BYTES_PER_ELEMENT, field);
    };
    const words = (kind: SectionKind, list: Uint32List): void => {
      assembler.give(kind, list.view(), 4, field);
    };
    assembler.give(SectionKind.termBytes, this.#termBytes.view(), 1, field);
    words(SectionKind.termOffsets, this.#termOffsets);
    column(SectionKind.termDocFreq, this.#docFreqs);
    if (this.#shape.indexed) {
      words(SectionKind.termPostings, this.#termPostings);
      words(SectionKind.blockLastDoc, this.#lastDocs);
      words(SectionKind.blockOffset, this.#blockOffsets);
      words(SectionKind.postings, this.#postings);
    }
    if (this.#shape.indexed && this.#shape.freqs) {
      column(SectionKind.termTotalFreq, this.#totalFreqs);
      column(SectionKind.blockMaxFreq, this.#maxFreqs);
    }
    if (this.#norms !== null) assembler.give(SectionKind.blockMinNorm, this.#minNorms.view(), 1, field);
    if (this.#shape.indexed && this.#shape.positions) {
      words(SectionKind.termPositions, this.#termPositions);
      words(SectionKind.blockPositions, this.#blockPositions);
      words(SectionKind.positions, this.#positions);
    }
    return {
      docCount: countBits(this.#docsSeen),
      sumTotalTermFreq: this.#sumTotalTermFreq,
      sumDocFreq: this.#sumDocFreq,
    };
  }
}

function writePacked(target: Uint32List, values: Int32Array, count: number, width: number): void {
  const words = packedWords(count, width);
  if (words === 0) return;
  target.reserve(words);
  target.length = pack(values, 0, count, width, target.values, target.length);
}
