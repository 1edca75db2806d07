import { assert } from '@sextant/base';
import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits } from '../codec/bits.ts';
import type { ColumnArray, NumericColumn } from '../segment/segment-reader.ts';
import { type ColumnScan, offsetsOf, scanOf, sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { docBits, inChunks, setDocBits } from './doc-bits.ts';
import { markAll, markRange, type RangeToMark } from './mark-range.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { SortedDocsScorer } from './sorted-docs-scorer.ts';

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
  const { docs, values } = column.sorted;
  // Equal values stand in the order of their documents.
  if (values[from] === values[to - 1] && column.valueCount === column.docCount) {
    const known = scannable && column.present === null ? { data: column.data, value: values[from]! } : null;
    return new SortedDocsScorer({ docs, from, to, column: known }, score, budget);
  }
  if (scannable && to - from > maxDoc * SORTED_SHARE) {
    return new ColumnRangeScorer(column, maxDoc, low, high, { ...use, cost: to - from });
  }
  const bits = docBits(maxDoc, budget);
  setDocBits(docs, from, to, bits, budget);
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
  /** The last answer of `stretch`, and the documents [from, end) that it is true of. */
  #stretchFrom = 0;
  #stretchEnd = 0;
  #stretchSign = 0;

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

  /** All of a stretch where the range holds the lowest and the highest value of each of its blocks. */
  override stretch(doc: number): number {
    if (doc < this.#stretchFrom || doc >= this.#stretchEnd) this.#findStretch(doc);
    return this.#stretchSign * this.#stretchEnd;
  }

  #findStretch(doc: number): void {
    let block = Math.floor(doc / STATISTICS_BLOCK);
    const sign = this.#signOf(block);
    const blocks = this.#column.blockMin.length;
    do block++;
    while (block < blocks && this.#signOf(block) === sign);
    this.#stretchFrom = doc;
    this.#stretchEnd = Math.min(this.#maxDoc, block * STATISTICS_BLOCK);
    this.#stretchSign = sign;
  }

  /** Of a block: 1 = all match, -1 = none does, 0 = some may. */
  #signOf(block: number): number {
    const { blockMin, blockMax, present } = this.#column;
    const least = blockMin[block]!;
    const most = blockMax[block]!;
    // NaN (no value in the block) makes both comparisons false.
    if (!(least <= this.#high && most >= this.#low)) return -1;
    return present === null && least >= this.#low && most <= this.#high ? 1 : 0;
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (scores !== null) {
      super.accumulate(base, end, bits, scores);
      return;
    }
    for (let doc = base; doc < end; ) {
      const stretch = this.stretch(doc);
      const stop = Math.min(end, this.#stretchEnd);
      if (stretch > 0) markAll(bits, doc - base, stop - base);
      else if (stretch === 0) this.#mark(doc, stop, bits, base);
      doc = stop;
    }
  }

  override count(from: number, to: number): number {
    const bits = new Uint32Array(STATISTICS_BLOCK >>> 5);
    let total = 0;
    for (let doc = from; doc < to; ) {
      const stretch = this.stretch(doc);
      let stop = Math.min(to, this.#stretchEnd);
      if (stretch > 0) total += stop - doc;
      else if (stretch === 0) {
        stop = Math.min(stop, doc + STATISTICS_BLOCK);
        this.#mark(doc, stop, bits, doc);
        total += countBits(bits);
        bits.fill(0);
      }
      doc = stop;
    }
    return total;
  }

  #mark(from: number, to: number, bits: Uint32Array, base: number): void {
    const { data, present } = this.#column;
    const [low, high] = offsetsOf(this.#column, this.#low, this.#high);
    for (let doc = from; doc < to; doc += STATISTICS_BLOCK) {
      this.#budget.charge(STEPS_PER_SCAN);
      const end = Math.min(to, doc + STATISTICS_BLOCK);
      if (present === null) markRange(data, { doc, end, low, high }, bits, base);
      else markPresent(data, { doc, end, low, high }, present, bits, base);
    }
  }
}

/** As `markRange`, of the documents that have a value. */
function markPresent(
  data: ColumnArray,
  range: RangeToMark,
  present: Uint32Array,
  bits: Uint32Array,
  base: number,
): void {
  const own = new Uint32Array((range.end - range.doc + 31) >>> 5);
  markRange(data, range, own, range.doc);
  for (let word = 0; word < own.length; word++) {
    for (let rest = own[word]!; rest !== 0; rest &= rest - 1) {
      const doc = range.doc + (word << 5) + 31 - Math.clz32(rest & -rest);
      if ((present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      bits[(doc - base) >>> 5]! |= 1 << ((doc - base) & 31);
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
