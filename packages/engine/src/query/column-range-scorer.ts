import { assert } from '@sextant/base';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { NumericColumn } from '../segment/segment-reader.ts';
import { type ColumnScan, offsetsOf, scanOf, sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { docBits, inChunks, setDocBits } from './doc-bits.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';

/** Documents per entry of a column's `blockMin` and `blockMax`. */
const STATISTICS_BLOCK = 4096;

/** A scan of such a block takes about so many steps. */
const STEPS_PER_SCAN = 4;

/** Below this share of the documents the sorted values are cheaper than a scan of the column. */
const SORTED_SHARE = 1 / 16;

/** Documents with a value in [low, high], each scored `score`; null where there are none. */
export function numericRangeScorer(
  column: NumericColumn,
  maxDoc: number,
  low: number,
  high: number,
  use: { readonly score: number; readonly budget: WorkBudget },
): Scorer | null {
  const { score, budget } = use;
  if (!(low <= column.max && high >= column.min)) return null;
  const scannable = column.offsets === null && column.data.length >= maxDoc;
  if (column.sorted === null) {
    if (scannable) return new ColumnRangeScorer(column, maxDoc, low, high, { ...use, cost: maxDoc });
    return new BitSetScorer(multiValuedBits(column, maxDoc, low, high, budget), maxDoc, score, budget);
  }
  const { from, to } = sortedSlice(column, low, high);
  if (from === to) return null;
  if (scannable && to - from > maxDoc * SORTED_SHARE) {
    return new ColumnRangeScorer(column, maxDoc, low, high, { ...use, cost: to - from });
  }
  const bits = docBits(maxDoc, budget);
  setDocBits(column.sorted.docs, from, to, bits, budget);
  return new BitSetScorer(bits, Math.min(to - from, maxDoc), score, budget);
}

function multiValuedBits(
  column: NumericColumn,
  maxDoc: number,
  low: number,
  high: number,
  budget: WorkBudget,
): Uint32Array {
  const { data, base, offsets } = column;
  assert(offsets !== null, 'a number column is neither sorted nor complete');
  const bits = docBits(maxDoc, budget);
  inChunks(maxDoc, budget, (from, to) => {
    for (let doc = from; doc < to; doc++) {
      for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
        const value = base + data[i]!;
        if (value >= low && value <= high) bits[doc >>> 5]! |= 1 << (doc & 31);
      }
    }
  });
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
  readonly #budget: WorkBudget;
  #doc = 0;

  constructor(
    column: NumericColumn,
    maxDoc: number,
    low: number,
    high: number,
    use: { readonly cost: number; readonly score: number; readonly budget: WorkBudget },
  ) {
    super();
    this.#column = column;
    this.#scan = scanOf(column.data);
    this.#maxDoc = maxDoc;
    this.#low = low;
    this.#high = high;
    this.cost = use.cost;
    this.maxScore = use.score;
    this.#budget = use.budget;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    if (from > this.#doc) this.#doc = from;
    const column = this.#column;
    const [low, high] = offsetsOf(column, this.#low, this.#high);
    this.#budget.charge(1);
    while (this.#doc < this.#maxDoc) {
      const at = Math.floor(this.#doc / STATISTICS_BLOCK);
      const end = Math.min(this.#maxDoc, (at + 1) * STATISTICS_BLOCK);
      // NaN (no value in the block) makes both comparisons false.
      if (!(column.blockMin[at]! <= this.#high && column.blockMax[at]! >= this.#low)) {
        this.#doc = end;
        continue;
      }
      this.#budget.charge(STEPS_PER_SCAN);
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
