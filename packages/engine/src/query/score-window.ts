/** Documents per window. */
export const WINDOW = 4096;

/**
 * The memory in which a disjunction works on a window of documents. Making it anew for each query would cost more than
 * most queries, so it is lent: a search runs to its end within one call, and the next one begins by taking
 * everything back (`returnWindows`).
 */
export class ScoreWindow {
  /** All zero when lent. */
  readonly bits = new Uint32Array(WINDOW / 32);
  /** All zero when lent. */
  readonly sums = new Float64Array(WINDOW);
  readonly docs = new Int32Array(WINDOW);
  readonly scores = new Float64Array(WINDOW);
  readonly hits = new Uint8Array(WINDOW);
}

/** Enough for any query but a deeply nested one; about 5 MB at most. */
const KEPT = 64;
const windows: ScoreWindow[] = [];
let lent = 0;

/** Valid until the next search begins. */
export function borrowWindow(): ScoreWindow {
  if (lent >= KEPT) return new ScoreWindow();
  const window = windows[lent] ?? new ScoreWindow();
  windows[lent++] = window;
  // A search that ended early left something in it.
  window.bits.fill(0);
  window.sums.fill(0);
  return window;
}

/** At the beginning of a search: no scorer of an earlier one is used any more. */
export function returnWindows(): void {
  lent = 0;
}
