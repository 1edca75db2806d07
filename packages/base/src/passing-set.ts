/**
 * A set of what comes and goes all the time and is gone soon: requests, tasks, searches under way; in the order in which they came.
 *
 * `Map` and `Set` begin a new table after every few entries that came and went, and the old one refers to the new one
 * (V8, `OrderedHashTable::SetNextTable`, for iterators). One such table that was moved to the old objects keeps all that follow it, with the
 * entries that they had, until those are collected: every request was copied twice, and marked. Looking through the few that are
 * there costs less.
 */
export class PassingSet<T> implements Iterable<T> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** `item` is not in the set. */
  add(item: T): void {
    this.#items.push(item);
  }

  /** False where it is not in the set. */
  delete(item: T): boolean {
    // The last ones to come are the first ones to go, as a rule.
    const at = this.#items.lastIndexOf(item);
    if (at < 0) return false;
    if (at === this.#items.length - 1) this.#items.pop();
    else this.#items.splice(at, 1);
    return true;
  }

  /** Those that are there now, whatever comes or goes meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return this.#items.slice().values();
  }
}
