import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import {
  type ColumnFilter,
  type ColumnScan,
  filterOf,
  offsetsOf,
  scanOf,
  sortedSlice,
} from '../query/column-scan.ts';
import type { NumberRange, SegmentCollector, SegmentMatch } from '../segment/collector.ts';
import type { NumericColumn, SegmentReader } from '../segment/segment-reader.ts';

/** Documents of one entry of a column's statistics. */
const BLOCK = 4096;

/** Documents that are handed on together: many, as each call costs, but what is made of them stays in the next cache. */
export const PASS_SIZE = 1024;

/** A block takes about so many steps. */
const STEPS_PER_BLOCK = 16;

/** One condition on a column with one value for a document at most. */
export interface Condition {
  readonly column: NumericColumn;
  readonly scan: ColumnScan;
  readonly filter: ColumnFilter;
  /** In the values of the column, and in those of its data. */
  readonly range: NumberRange;
  readonly low: number;
  readonly high: number;
}

const ANY_NUMBER = { from: 0, to: Number.POSITIVE_INFINITY };

/** A document that a scorer finds takes as long as so many that are only looked at. */
const LOOKS_PER_FOUND = 16;

/** Of so many documents one that matches is gone for in any case. */
const FEW = 64;

/**
 * Empty: all live documents match. Null where what matches is not told by columns, or so few documents match that it is quicker to
 * go for them alone.
 */
export function conditionsOf(segment: SegmentReader, match: SegmentMatch): readonly Condition[] | null {
  if (match.kind === 'other') return null;
  const conditions: Condition[] = [];
  let found = segment.maxDoc;
  for (const range of rangesOf(match)) {
    const condition = conditionOf(segment, range);
    if (condition === null) return null;
    const { column } = condition;
    const { from, to } = column.sorted === null ? ANY_NUMBER : sortedSlice(column, range.from, range.to);
    // The one that leaves the fewest comes first.
    if (to - from < found) conditions.unshift(condition);
    else conditions.push(condition);
    found = Math.min(found, to - from);
  }
  const { maxDoc } = segment;
  if (conditions.length === 0 || found * LOOKS_PER_FOUND >= maxDoc) return conditions;
  if (found * FEW < maxDoc) return null;
  return found * LOOKS_PER_FOUND < blocksWithSome(conditions, maxDoc) * BLOCK ? null : conditions;
}

/** Blocks of which the statistics do not say that a condition is fulfilled by none. */
function blocksWithSome(conditions: readonly Condition[], maxDoc: number): number {
  let blocks = 0;
  for (let block = 0; block * BLOCK < maxDoc; block++) {
    let some = true;
    for (const condition of conditions) some &&= reaches(condition, block);
    if (some) blocks++;
  }
  return blocks;
}

function reaches({ column, range }: Condition, block: number): boolean {
  // NaN (no value in the block) makes both comparisons false.
  return column.blockMin[block]! <= range.to && column.blockMax[block]! >= range.from;
}

/** The documents [from, to) of a segment. */
export interface DocRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Hands the live documents of a segment, or of a part of it, to the collector that fulfil all conditions, in slices, by its
 * columns alone: no scorer is needed. Returns how many those are.
 */
export function passColumns(
  segment: SegmentReader,
  conditions: readonly Condition[],
  collector: SegmentCollector,
  budget: WorkBudget,
  range: DocRange = { from: 0, to: segment.maxDoc },
): Steps<number> {
  return new ColumnPass(segment, conditions).run(range, collector, budget);
}

class ColumnPass {
  readonly #segment: SegmentReader;
  readonly #conditions: readonly Condition[];
  readonly #docs = new Int32Array(PASS_SIZE);
  #found = 0;

  constructor(segment: SegmentReader, conditions: readonly Condition[]) {
    this.#segment = segment;
    this.#conditions = conditions;
  }

  *run({ from, to }: DocRange, collector: SegmentCollector, budget: WorkBudget): Steps<number> {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
      const open = this.#openConditions(block);
      if (open === null) continue;
      budget.charge(STEPS_PER_BLOCK);
      const end = Math.min(to, (block + 1) * BLOCK);
      for (let doc = Math.max(from, block * BLOCK); doc < end; )
        doc = this.#collect(open, doc, end, collector);
      if (budget.sliceOver) yield;
    }
    return this.#found;
  }

  /** The conditions that some documents of a block fulfil and others not; null where one is fulfilled by none. */
  #openConditions(block: number): readonly Condition[] | null {
    const open: Condition[] = [];
    for (const condition of this.#conditions) {
      if (!reaches(condition, block)) return null;
      const { blockMin, blockMax, present } = condition.column;
      const { from, to } = condition.range;
      const covered = blockMin[block]! >= from && blockMax[block]! <= to;
      if (!covered || present !== null) open.push(condition);
    }
    return open;
  }

  /** Collects what matches from `doc` on, as much as there is room for; returns where to go on. */
  #collect(open: readonly Condition[], doc: number, end: number, collector: SegmentCollector): number {
    const docs = this.#docs;
    let length: number;
    let next = end;
    const [first] = open;
    if (first === undefined) {
      next = Math.min(end, doc + PASS_SIZE);
      length = next - doc;
      for (let i = 0; i < length; i++) docs[i] = doc + i;
    } else {
      length = first.scan(first.column.data, doc, end, first.low, first.high, docs);
      if (length === PASS_SIZE) next = docs[PASS_SIZE - 1]! + 1;
      for (let i = 1; i < open.length && length > 0; i++) {
        const { filter, column, low, high } = open[i]!;
        length = filter(column.data, docs, length, low, high);
      }
      for (let i = 0; i < open.length; i++) {
        const { present } = open[i]!.column;
        if (present !== null) length = keepSet(docs, length, present);
      }
    }
    const { liveDocs } = this.#segment;
    if (liveDocs !== null) length = keepSet(docs, length, liveDocs);
    this.#found += length;
    if (length > 0) collector.collect(docs, length, null);
    return next;
  }
}

function rangesOf(match: SegmentMatch): readonly NumberRange[] {
  if (match.kind === 'ranges') return match.ranges;
  return match.kind === 'range' ? [match] : [];
}

function conditionOf(segment: SegmentReader, range: NumberRange): Condition | null {
  const column = segment.numeric(range.field);
  if (column === null || column.offsets !== null || column.data.length < segment.maxDoc) return null;
  const [low, high] = offsetsOf(column, range.from, range.to);
  const { data } = column;
  return { column, scan: scanOf(data), filter: filterOf(data), range, low, high };
}

/** Leaves the documents of which the bit is set, in place; returns their number. */
function keepSet(docs: Int32Array, length: number, bits: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    docs[kept] = doc;
    kept += (bits[doc >>> 5]! >>> (doc & 31)) & 1;
  }
  return kept;
}
