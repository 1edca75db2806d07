import { assert } from '@sextant/base';
import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits } from '../codec/bits.ts';
import type { ColumnArray, NumericColumn } from '../segment/segment-reader.ts';
import { type ColumnProbe, type ColumnScan, offsetsOf, probeOf, scanOf, sortedSlice } from './column-scan.ts';
import { BitSetScorer } from './constant-scorer.ts';
import { docBits, inChunks, setDocBits } from './doc-bits.ts';
import { markAll, markRange, type RangeToMark } from './mark-range.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { SortedDocsScorer } from './sorted-docs-scorer.ts';

/** Documents per entry of a column's `blockMin` and `blockMax`. */
const STATISTICS_BLOCK = 4096;
const STATISTICS_SHIFT = 12;

/** A scan of such a block takes about so many steps. */
const STEPS_PER_SCAN = 4;

/** Below this share of the documents the sorted values are cheaper than a scan of the column. */
const SORTED_SHARE = 1 / 16;

/** Below this one, as a shift, a sorted list of them is cheaper than a bit for each document. */
const LIST_SHARE = 11;

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
  const scan = (cost: number): Scorer => {
    const { data, present, blockMin, blockMax } = column;
    const blocks = { min: blockMin, max: blockMax, low, high };
    const [least, most] = offsetsOf(column, low, high);
    const range = { low: least, high: most };
    return new ColumnRangeScorer({ data, present, maxDoc, blocks }, range, { ...use, cost });
  };
  if (column.sorted === null) {
    if (scannable) return scan(maxDoc);
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
  if (to - from <= maxDoc >>> LIST_SHARE && column.valueCount === column.docCount) {
    const list = docs.slice(from, to).sort();
    return new SortedDocsScorer({ docs: list, from: 0, to: list.length, column: null }, score, budget);
  }
  if (scannable && to - from > maxDoc * SORTED_SHARE) return scan(to - from);
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

/** A column with one value for a document at most, as it is scanned. */
interface ScannedColumn {
  readonly data: ColumnArray;
  /** null: each document has a value. */
  readonly present: Uint32Array | null;
  readonly maxDoc: number;
  /** Lowest and highest value of each 4,096 documents, NaN where there are none, and the range in their terms. */
  readonly blocks: {
    readonly min: Float64Array;
    readonly max: Float64Array;
    readonly low: number;
    readonly high: number;
  } | null;
}

/** Scans for values in a range; whole blocks are left out or taken in by their lowest and highest value. */
export class ColumnRangeScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #column: ScannedColumn;
  readonly #scan: ColumnScan;
  readonly #probe: ColumnProbe;
  readonly #low: number;
  readonly #high: number;
  readonly #budget: WorkBudget;
  #doc = 0;
  /** The last answer of `stretch`, and the documents [from, end) that it is true of. */
  #stretchFrom = 0;
  #stretchEnd = 0;
  #stretchCover: Cover = SOMETHING;

  /** `range`: of what `data` holds, both ends among it. */
  constructor(
    column: ScannedColumn,
    range: { readonly low: number; readonly high: number },
    use: { readonly cost: number; readonly score: number; readonly budget: WorkBudget },
  ) {
    super();
    this.#column = column;
    this.#scan = scanOf(column.data);
    this.#probe = probeOf(column.data);
    this.#low = range.low;
    this.#high = range.high;
    this.cost = use.cost;
    this.maxScore = use.score;
    this.#budget = use.budget;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    if (from > this.#doc) this.#doc = from;
    const { data, present, maxDoc } = this.#column;
    const { docs } = block;
    this.#budget.charge(1);
    while (this.#doc < maxDoc) {
      const at = this.#doc >>> STATISTICS_SHIFT;
      const end = Math.min(maxDoc, (at + 1) << STATISTICS_SHIFT);
      const cover = this.#coverOf(at);
      if (cover === NOTHING) {
        this.#doc = end;
        continue;
      }
      this.#budget.charge(STEPS_PER_SCAN);
      const length =
        cover === EVERYTHING
          ? sequence(this.#doc, end, docs)
          : this.#scan(data, this.#doc, end, this.#low, this.#high, docs);
      this.#doc = length === docs.length ? docs[length - 1]! + 1 : end;
      if (length === 0) continue;
      block.length = present === null ? length : keepPresent(docs, length, present);
      block.scores.fill(this.maxScore, 0, block.length);
      return true;
    }
    return false;
  }

  /** How many of the values in a block of the statistics lie in the range. */
  #coverOf(at: number): Cover {
    const { blocks, present } = this.#column;
    if (blocks === null) return SOMETHING;
    const { min, max, low, high } = blocks;
    // NaN (no value in the block) makes both comparisons false.
    if (!(min[at]! <= high && max[at]! >= low)) return NOTHING;
    return min[at]! >= low && max[at]! <= high && present === null ? EVERYTHING : SOMETHING;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const { data, present } = this.#column;
    if (present === null && scores === null) {
      this.#probe(data, docs, length, this.#low, this.#high, hits);
      return;
    }
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const value = data[doc]!;
      if (value < this.#low || value > this.#high) continue;
      if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.maxScore;
    }
  }

  /** All of a stretch where the range holds the lowest and the highest value of each of its blocks. */
  override stretch(doc: number): number {
    if (doc < this.#stretchFrom || doc >= this.#stretchEnd) this.#findStretch(doc);
    return this.#stretchCover * this.#stretchEnd;
  }

  #findStretch(doc: number): void {
    const { blocks, maxDoc } = this.#column;
    let block = doc >>> STATISTICS_SHIFT;
    const cover = this.#coverOf(block);
    const count = blocks?.min.length ?? (maxDoc >>> STATISTICS_SHIFT) + 1;
    do block++;
    while (block < count && this.#coverOf(block) === cover);
    this.#stretchFrom = doc;
    this.#stretchEnd = Math.min(maxDoc, block << STATISTICS_SHIFT);
    this.#stretchCover = cover;
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
    const low = this.#low;
    const high = this.#high;
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

const NOTHING = -1;
const SOMETHING = 0;
const EVERYTHING = 1;
type Cover = typeof NOTHING | typeof SOMETHING | typeof EVERYTHING;

/** The documents from `doc` on, as many as there is room for; returns their number. */
function sequence(doc: number, end: number, target: Int32Array): number {
  const length = Math.min(end - doc, target.length);
  for (let i = 0; i < length; i++) target[i] = doc + i;
  return length;
}

function keepPresent(docs: Int32Array, length: number, present: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    if ((present[doc >>> 5]! & (1 << (doc & 31))) !== 0) docs[kept++] = doc;
  }
  return kept;
}
