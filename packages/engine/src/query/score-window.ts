import type { BlockBuffers } from '../segment/block-buffers.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { DocBlock } from './scorer.ts';
import { WINDOW, WindowHits } from './window-hits.ts';

/** The memory in which a scorer works on a window of documents. What is all zero when lent is left so. */
export class ScoreWindow {
  /** All zero when lent. */
  readonly bits = new Uint32Array(WINDOW / 32);
  /** All zero when lent. */
  readonly moreBits = new Uint32Array(WINDOW / 32);
  /** All zero when lent. */
  readonly sums = new Float64Array(WINDOW);
  readonly found = new WindowHits();
  readonly docs = this.found.docs;
  readonly scores = this.found.scores;
  readonly hits = new Uint8Array(WINDOW);
}

/** What a scorer works with on a block of documents. Nothing of it is empty when lent. */
export class BlockScratch {
  readonly block = new DocBlock();
  readonly scores = new Float64Array(BLOCK_SIZE);
  readonly hits = new Uint8Array(BLOCK_SIZE);
}

/** How much of each is lent. */
export interface Lent {
  readonly windows: number;
  readonly scratches: number;
  readonly lists: number;
  readonly ints: number;
}

/** Enough for any query but a deeply nested one; about 9 MB at most, and half a megabyte. */
const KEPT = 64;
const KEPT_INTS = 512;

/**
 * Memory for the scorers of one search. Making it anew for each query would cost more than most queries, so it is
 * kept for the next one: a search checks it out as a whole and brings it back when none of its scorers is used any
 * more.
 */
export class ScoreWindows implements BlockBuffers {
  static readonly #free: ScoreWindows[] = [];
  readonly #windows: ScoreWindow[] = [];
  readonly #scratches: BlockScratch[] = [];
  readonly #ints: Int32Array[] = [];
  #lentWindows = 0;
  #lentScratches = 0;
  readonly #lists: WindowHits[] = [];
  #lentLists = 0;
  #lentInts = 0;

  static checkOut(): ScoreWindows {
    return ScoreWindows.#free.pop() ?? new ScoreWindows();
  }

  /**
   * Ends the use of all that was lent. Not to be called where a scorer was left in the midst of its work: it may have
   * left something in a window.
   */
  checkIn(): void {
    this.#lentWindows = 0;
    this.#lentScratches = 0;
    this.#lentLists = 0;
    this.#lentInts = 0;
    if (ScoreWindows.#free.length < KEPT_SETS) ScoreWindows.#free.push(this);
  }

  /** What was lent until now stays so at the next `release`. */
  mark(): Lent {
    return {
      windows: this.#lentWindows,
      scratches: this.#lentScratches,
      lists: this.#lentLists,
      ints: this.#lentInts,
    };
  }

  /** Ends the use of what was lent after the mark: the scorers of one segment are not used in the next. */
  release({ windows, scratches, lists, ints }: Lent): void {
    this.#lentWindows = windows;
    this.#lentScratches = scratches;
    this.#lentLists = lists;
    this.#lentInts = ints;
  }

  borrow(): ScoreWindow {
    if (this.#lentWindows >= KEPT) return new ScoreWindow();
    const window = this.#windows[this.#lentWindows] ?? new ScoreWindow();
    this.#windows[this.#lentWindows++] = window;
    return window;
  }

  scratch(): BlockScratch {
    if (this.#lentScratches >= KEPT) return new BlockScratch();
    const scratch = this.#scratches[this.#lentScratches] ?? new BlockScratch();
    this.#scratches[this.#lentScratches++] = scratch;
    return scratch;
  }

  list(): WindowHits {
    if (this.#lentLists >= KEPT) return new WindowHits();
    const list = this.#lists[this.#lentLists] ?? new WindowHits();
    this.#lists[this.#lentLists++] = list;
    return list;
  }

  ints(): Int32Array {
    if (this.#lentInts >= KEPT_INTS) return new Int32Array(BLOCK_SIZE);
    const ints = this.#ints[this.#lentInts] ?? new Int32Array(BLOCK_SIZE);
    this.#ints[this.#lentInts++] = ints;
    return ints;
  }
}

/** Sets that wait for a search: as many as run side by side now and then. */
const KEPT_SETS = 4;
