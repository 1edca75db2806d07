import type { WorkBudget } from '../budget/work-budget.ts';
import { wordsFor } from '../codec/bits.ts';
import type { OrdinalColumn } from '../segment/segment-reader.ts';
import type { JoinScoreMode } from './join-score-mode.ts';
import type { DocBlock } from './scorer.ts';

/** What is kept of the documents that have found ids. */
export interface FoundOptions {
  /** `none`: that they were found, and not how well. */
  readonly mode: JoinScoreMode;
  /** An id counts that so many documents have found. */
  readonly min: number;
  readonly max: number;
}

/** The ids of one segment: of each document its ordinal in the segment, and what that is in the shard; null: the same. */
export interface SegmentIds {
  readonly column: OrdinalColumn;
  readonly map: Uint32Array | null;
}

/** No limit. */
export const ANY_COUNT = 0x7fffffff;

/** Ordinals that are looked at in about a step, as a power of two. */
const PER_STEP = 8;

/** The place of a document's value in its column; -1 where it has none. */
function placeOf({ offsets, present }: OrdinalColumn, doc: number): number {
  if (offsets !== null) return offsets[doc]! < offsets[doc + 1]! ? offsets[doc]! : -1;
  return present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0 ? doc : -1;
}

/** Its number in the shard; -1 where the document has no id. */
export function idOf({ column, map }: SegmentIds, doc: number): number {
  const place = placeOf(column, doc);
  if (place < 0) return -1;
  const ordinal = column.data[place]!;
  return map === null ? ordinal : map[ordinal]!;
}

/**
 * The ids that documents of a shard have, numbered in their order, and how well the documents with each match; as Lucene's
 * `GlobalOrdinalsWithScoreCollector`: scores are summed up as floats, in the order of the documents.
 */
export class FoundIds {
  readonly #bits: Uint32Array;
  readonly #scores: Float32Array | null;
  readonly #counts: Uint32Array | null;
  readonly #options: FoundOptions;
  readonly #budget: WorkBudget;

  /** `size`: different ids in the shard. */
  constructor(size: number, options: FoundOptions, budget: WorkBudget) {
    const { mode, min, max } = options;
    const counts = mode === 'avg' || min > 1 || max < ANY_COUNT;
    const words = wordsFor(size);
    budget.reserve(words * 4 + (mode === 'none' ? 0 : size * 4) + (counts ? size * 4 : 0), '<joined ids>');
    this.#bits = new Uint32Array(words);
    this.#scores = mode === 'none' ? null : new Float32Array(size);
    this.#counts = counts ? new Uint32Array(size) : null;
    this.#options = options;
    this.#budget = budget;
  }

  /** Takes the live documents of a block. */
  take({ docs, scores, length }: DocBlock, ids: SegmentIds, live: Uint32Array | null): void {
    this.#budget.charge(2);
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (live !== null && (live[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      const id = idOf(ids, doc);
      if (id < 0) continue;
      if (this.#scores !== null) this.#addScore(this.#scores, id, scores[i]!);
      if (this.#counts !== null) this.#counts[id]! += 1;
      this.#bits[id >>> 5]! |= 1 << (id & 31);
    }
  }

  #addScore(all: Float32Array, id: number, score: number): void {
    const isFirst = (this.#bits[id >>> 5]! & (1 << (id & 31))) === 0;
    if (isFirst) all[id] = score;
    else if (this.#options.mode === 'min') all[id] = Math.min(all[id]!, score);
    else if (this.#options.mode === 'max') all[id] = Math.max(all[id]!, score);
    else all[id]! += score;
  }

  /** After the last document: leaves those that enough documents have found, and that not too many have. */
  finish(): void {
    const { mode, min, max } = this.#options;
    const counts = this.#counts;
    const scores = this.#scores;
    if (counts === null) return;
    this.#budget.charge(1 + (counts.length >>> PER_STEP));
    for (let id = 0; id < counts.length; id++) {
      const count = counts[id]!;
      if (count < min || count > max) this.#bits[id >>> 5]! &= ~(1 << (id & 31));
      else if (mode === 'avg' && count > 0) scores![id] = scores![id]! / count;
    }
  }

  /** Above or equal to every score; 1 where there are none. */
  maxScore(): number {
    const scores = this.#scores;
    if (scores === null) return 1;
    this.#budget.charge(1 + (scores.length >>> PER_STEP));
    let most = 0;
    for (let id = 0; id < scores.length; id++) if (scores[id]! > most) most = scores[id]!;
    return most;
  }

  has(id: number): boolean {
    return id >= 0 && (this.#bits[id >>> 5]! & (1 << (id & 31))) !== 0;
  }

  /** Of an id that was found. */
  scoreOf(id: number): number {
    return this.#scores === null ? 1 : this.#scores[id]!;
  }

  /** Leaves those documents of a block whose id was found, with their scores times `boost`. */
  keep(block: DocBlock, ids: SegmentIds, boost: number): void {
    const { docs, scores, length } = block;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const id = idOf(ids, doc);
      if (id < 0 || (this.#bits[id >>> 5]! & (1 << (id & 31))) === 0) continue;
      docs[kept] = doc;
      scores[kept++] = this.scoreOf(id) * boost;
    }
    block.length = kept;
  }
}
