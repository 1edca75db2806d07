/** Documents per window. */
export const WINDOW = 4096;

/** The memory in which a disjunction works on a window of documents. */
export class ScoreWindow {
  /** All zero when lent. */
  readonly bits = new Uint32Array(WINDOW / 32);
  /** All zero when lent. */
  readonly moreBits = new Uint32Array(WINDOW / 32);
  /** All zero when lent. */
  readonly sums = new Float64Array(WINDOW);
  readonly docs = new Int32Array(WINDOW);
  readonly scores = new Float64Array(WINDOW);
  readonly hits = new Uint8Array(WINDOW);
}

/** Enough for any query but a deeply nested one; about 5 MB at most. */
const KEPT = 64;

/**
 * Windows for the scorers of one search. Making them anew for each query would cost more than most queries, so they
 * are kept for the next one: a search checks them out as a whole and brings them back when none of its scorers is
 * used any more.
 */
export class ScoreWindows {
  static readonly #free: ScoreWindows[] = [];
  readonly #windows: ScoreWindow[] = [];
  #lent = 0;

  static checkOut(): ScoreWindows {
    return ScoreWindows.#free.pop() ?? new ScoreWindows();
  }

  /** Ends the use of every window lent. */
  checkIn(): void {
    this.#lent = 0;
    if (ScoreWindows.#free.length < KEPT_SETS) ScoreWindows.#free.push(this);
  }

  borrow(): ScoreWindow {
    if (this.#lent >= KEPT) return new ScoreWindow();
    const window = this.#windows[this.#lent] ?? new ScoreWindow();
    this.#windows[this.#lent++] = window;
    // A search that ended early left something in it.
    window.bits.fill(0);
    window.moreBits.fill(0);
    window.sums.fill(0);
    return window;
  }
}

/** Sets of windows that wait for a search: as many as run side by side now and then. */
const KEPT_SETS = 4;
