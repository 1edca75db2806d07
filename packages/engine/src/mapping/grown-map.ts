/** Maps that are smaller are copied: that takes less than looking in two. */
const LEAST_SHARED = 1024;

/** A map that has what another has, which it does not copy, and what was set in it. */
class GrownMap<V> extends Map<string, V> {
  readonly #base: ReadonlyMap<string, V>;
  /** Keys of the base that have another value here. */
  #replaced = 0;

  constructor(base: ReadonlyMap<string, V>) {
    super();
    this.#base = base;
  }

  /** Another one that has the same; of the base alone where what was set is much beside it. */
  grown(): Map<string, V> {
    if (super.size ** 2 > this.#base.size) return new GrownMap(new Map(this));
    const more = new GrownMap(this.#base);
    for (const [key, value] of super.entries()) more.set(key, value);
    return more;
  }

  override set(key: string, value: V): this {
    if (this.#base.has(key) && !super.has(key)) this.#replaced++;
    return super.set(key, value);
  }

  override get size(): number {
    return this.#base.size + super.size - this.#replaced;
  }

  override get(key: string): V | undefined {
    return super.get(key) ?? this.#base.get(key);
  }

  override has(key: string): boolean {
    return super.has(key) || this.#base.has(key);
  }

  override *entries(): MapIterator<[string, V]> {
    for (const [key, value] of this.#base) yield [key, super.get(key) ?? value];
    for (const entry of super.entries()) if (!this.#base.has(entry[0])) yield entry;
  }

  override *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  override *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  override forEach(visit: (value: V, key: string, map: Map<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }
}

/**
 * A map with the same entries, in which others can be set; nothing is deleted. `map` stays as it is, and must never change again.
 * Where documents bring in one field after the other, each takes the square root of what there is.
 */
export function grown<V>(map: ReadonlyMap<string, V>): Map<string, V> {
  if (map.size < LEAST_SHARED) return new Map(map);
  return map instanceof GrownMap ? (map as GrownMap<V>).grown() : new GrownMap(map);
}
