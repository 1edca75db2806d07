import { assert } from '@sextant/base';
import type { NumericColumn } from '../segment/segment-reader.ts';
import { type ColumnScan, offsetsOf, scanOf, sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';

/** Documents per entry of a column's `blockMin` and `blockMax`. */
const STATISTICS_BLOCK = 4096;

/** Below this share of the documents the sorted values are cheaper than a scan of the column. */
const SORTED_SHARE = 1 / 16;

/** Documents with a value in [low, high], each scored `score`; null where there are none. */
export function numericRangeScorer(
  column: NumericColumn,
  maxDoc: number,
  low: number,
  high: number,
  score: number,
): Scorer | null {
  if (!(low <= column.max && high >= column.min)) return null;
  const scannable = column.offsets === null && column.data.length >= maxDoc;
  if (column.sorted === null) {
    if (scannable) return new ColumnRangeScorer(column, maxDoc, low, high, maxDoc, score);
    return new BitSetScorer(multiValuedBits(column, maxDoc, low, high), maxDoc, score);
  }
  const { from, to } = sortedSlice(column, low, high);
  if (from === to) return null;
  if (scannable && to - from > maxDoc * SORTED_SHARE) {
    return new ColumnRangeScorer(column, maxDoc, low, high, to - from, score);
  }
  const bits = new Uint32Array((maxDoc + 31) >>> 5);
  const { docs } = column.sorted;
  for (let i = from; i < to; i++) {
    const doc = docs[i]!;
    bits[doc >>> 5]! |= 1 << (doc & 31);
  }
  return new BitSetScorer(bits, Math.min(to - from, maxDoc), score);
}

function multiValuedBits(column: NumericColumn, maxDoc: number, low: number, high: number): Uint32Array {
  const { data, base, offsets } = column;
  assert(offsets !== null, 'a number column is neither sorted nor complete');
  const bits = new Uint32Array((maxDoc + 31) >>> 5);
  for (let doc = 0; doc < maxDoc; doc++) {
    for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
      const value = base + data[i]!;
      if (value >= low && value <= high) bits[doc >>> 5]! |= 1 << (doc & 31);
    }
  }
  return bits;
}

/** Scans a single-valued column; whole blocks are left out or taken in by their lowest and highest value. */
class ColumnRangeScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #column: NumericColumn;
  readonly #scan: ColumnScan;
  readonly #maxDoc: number;
  readonly #low: number;
  readonly #high: number;
  #doc = 0;

  constructor(column: NumericColumn, maxDoc: number, low: number, high: number, cost: number, score: number) {
    super();
    this.#column = column;
    this.#scan = scanOf(column.data);
    this.#maxDoc = maxDoc;
    this.#low = low;
    this.#high = high;
    this.cost = cost;
    this.maxScore = score;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    if (from > this.#doc) this.#doc = from;
    const column = this.#column;
    const [low, high] = offsetsOf(column, this.#low, this.#high);
    while (this.#doc < this.#maxDoc) {
      const at = Math.floor(this.#doc / STATISTICS_BLOCK);
      const end = Math.min(this.#maxDoc, (at + 1) * STATISTICS_BLOCK);
      // NaN (no value in the block) makes both comparisons false.
      if (!(column.blockMin[at]! <= this.#high && column.blockMax[at]! >= this.#low)) {
        this.#doc = end;
        continue;
      }
      const length = this.#scan(column.data, this.#doc, end, low, high, block.docs);
      this.#doc = length === block.docs.length ? block.docs[length - 1]! + 1 : end;
      if (length === 0) continue;
      block.length = column.present === null ? length : keepPresent(block.docs, length, column.present);
      block.scores.fill(this.maxScore, 0, block.length);
      return true;
    }
    return false;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const { data, present } = this.#column;
    const [low, high] = offsetsOf(this.#column, this.#low, this.#high);
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const value = data[doc]!;
      if (value < low || value > high) continue;
      if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.maxScore;
    }
  }
}

function keepPresent(docs: Int32Array, length: number, present: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    if ((present[doc >>> 5]! & (1 << (doc & 31))) !== 0) docs[kept++] = doc;
  }
  return kept;
}
