import type { SearchOptions } from '../search/search-api.ts';

/**
 * All that a search asks for, as one text: two searches with the same key of the same segments have the same answer.
 * Undefined where that would depend on the time. What is new in `SearchOptions` is part of it.
 */
export function cacheKey(options: SearchOptions): string | undefined {
  const {
    budget: _budget,
    onShard: _onShard,
    requestCache: _requestCache,
    body,
    aliasFilters,
    ...rest
  } = options;
  const writer = new KeyWriter();
  writer.write(body);
  writer.write(aliasFilters);
  if (writer.readsTime) return undefined;
  writer.write(rest);
  return writer.key();
}

/** Writes plain values so that different ones differ: texts with their length before them, -0 and 0 apart. */
class KeyWriter {
  /** Joined at the end: a text that grows piece by piece keeps all of them, in twenty times the room. */
  readonly #pieces: string[] = [];
  /** Some text is date math that begins with the present. */
  readsTime = false;

  key(): string {
    return this.#pieces.join('');
  }

  write(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#pieces.push(Object.is(value, -0) ? '-0,' : `${value},`);
    else if (typeof value === 'boolean') this.#pieces.push(value ? 't' : 'f');
    else if (value === null) this.#pieces.push('n');
    else if (value === undefined) this.#pieces.push('u');
    else if (Array.isArray(value)) this.#list(value);
    else if (value instanceof Map) this.#list([...value]);
    else this.#members(value);
  }

  #text(text: string): void {
    if (isPresent(text)) this.readsTime = true;
    this.#pieces.push(`${text.length}:`, text);
  }

  #list(items: readonly unknown[]): void {
    this.#pieces.push(`[${items.length},`);
    for (const item of items) this.write(item);
  }

  #members(members: object): void {
    this.#pieces.push('{');
    for (const [name, value] of Object.entries(members)) {
      this.#pieces.push(`${name.length}:`, name);
      this.write(value);
    }
    this.#pieces.push('}');
  }
}

/** `now`, and what date math makes of it. A word of a text that reads the same costs no more than a place in the cache. */
function isPresent(text: string): boolean {
  return text.startsWith('now') && (text.length === 3 || '+-/'.includes(text[3]!));
}
