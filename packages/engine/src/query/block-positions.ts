import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import type { BlockPair } from './block-pair.ts';
import { POSITIONS_PER_STEP } from './phrase-lead.ts';
import { exactPhraseFreq, type PhraseTerm } from './phrase-matcher.ts';

/** So many positions, some 0.1 ms, are read before they are charged. */
const UNCHARGED = 1 << 15;

const NO_WORDS = new Uint32Array(0);
const NO_FREQS = new Int32Array(0);

/** The positions of a loaded block, read where they stand: they are packed in words. Of terms of more than one document. */
export class BlockPositions {
  #postings: Postings | null = null;
  words: Uint32Array = NO_WORDS;
  /** The word in which they begin. */
  offset = 0;
  /** Bits of each difference, and a mask of as many. */
  width = 0;
  mask = 0;
  freqs: Int32Array = NO_FREQS;
  /** Positions of the block before those of each document. */
  readonly starts = new Int32Array(BLOCK_SIZE);
  /** No word stands behind that of the last of these positions: what reads two words at a time would read too far. */
  isAtEnd = false;

  /** Those of the documents at [0, count) of the block. Loads the frequencies. */
  load(postings: Postings, count: number): void {
    postings.loadFreqs();
    const { freqs, positionWords: words, positionOffset: offset, positionWidth: width } = postings;
    const { starts } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      starts[i] = sum;
      sum += freqs[i]!;
    }
    this.#postings = postings;
    this.words = words;
    this.offset = offset;
    this.width = width;
    this.mask = width === 32 ? -1 : (1 << width) - 1;
    this.freqs = freqs;
    this.isAtEnd = offset + ((sum * width) >>> 5) + 1 >= words.length;
  }

  /** Holds nothing of the segment any more: that may be removed, and this outlives its searches. */
  clear(): void {
    this.#postings = null;
    this.words = NO_WORDS;
    this.freqs = NO_FREQS;
  }

  /** Those of the document at index i as a list. */
  termAt(i: number, offset: number): PhraseTerm {
    const positions = this.#postings!.positionsAt(i, new Int32Array(0));
    return { offset, isUnion: false, positions, length: this.freqs[i]! };
  }
}

/**
 * How often a position of `rights` stands `distance` behind one of `lefts`, into `freqs` for each document of the pair; not
 * counted beyond `most`. Positions are compared as they are unpacked, none is kept.
 */
export function pairFreqs(
  pair: BlockPair,
  lefts: BlockPositions,
  rights: BlockPositions,
  distance: number,
  most: number,
  budget: WorkBudget,
): void {
  budget.charge(pair.length);
  const { lefts: is, rights: js, freqs, length } = pair;
  if (lefts.isAtEnd || rights.isAtEnd) {
    for (let n = 0; n < length; n++) {
      const terms = [lefts.termAt(is[n]!, 0), rights.termAt(js[n]!, distance)];
      for (const term of terms) budget.charge(term.length >>> POSITIONS_PER_STEP);
      freqs[n] = exactPhraseFreq(terms, most);
    }
    return;
  }
  const { words, offset, width, mask, starts, freqs: leftFreqs } = lefts;
  const {
    offset: otherOffset,
    width: otherWidth,
    mask: otherMask,
    starts: otherStarts,
    freqs: rightFreqs,
  } = rights;
  let read = 0;
  for (let n = 0; n < length; n++) {
    const i = is[n]!;
    const j = js[n]!;
    let bit = starts[i]! * width;
    let otherBit = otherStarts[j]! * otherWidth;
    let left = leftFreqs[i]!;
    let right = rightFreqs[j]!;
    read += left + right;
    if (read > UNCHARGED) {
      budget.charge(read >>> POSITIONS_PER_STEP);
      read = 0;
    }
    let wanted = (distance + (bitsAt(words, offset, bit) & mask)) | 0;
    let position = bitsAt(words, otherOffset, otherBit) & otherMask;
    let freq = 0;
    for (;;) {
      if (position < wanted) {
        if (--right === 0) break;
        otherBit += otherWidth;
        position = (position + (bitsAt(words, otherOffset, otherBit) & otherMask)) | 0;
        continue;
      }
      if (position === wanted && ++freq >= most) break;
      if (--left === 0) break;
      bit += width;
      wanted = (wanted + (bitsAt(words, offset, bit) & mask)) | 0;
    }
    freqs[n] = freq;
  }
  budget.charge(read >>> POSITIONS_PER_STEP);
}

/** The 32 bits from bit `bit` behind word `offset` on. Two words are read without asking whether one would do, which nothing could foretell. */
function bitsAt(words: Uint32Array, offset: number, bit: number): number {
  const word = offset + (bit >>> 5);
  const shift = bit & 31;
  // By 1 and by the rest: by 32 at once would be by 0.
  return (words[word]! >>> shift) | ((words[word + 1]! << 1) << (31 - shift));
}
