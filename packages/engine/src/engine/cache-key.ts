import { isBoxedDouble } from '@sextant/contract';
import type { SearchOptions } from '../search/search-api.ts';

/** A longer key would keep the thread that serves HTTP for longer than many a search takes. */
const MOST_CHARACTERS = 1 << 18;

/**
 * All that a search asks for, as one text: two searches with the same key of the same segments have the same answer.
 * Undefined where that would depend on the time, or be very long. What is new in `SearchOptions` is part of it.
 */
export function cacheKey(options: SearchOptions): string | undefined {
  const {
    budget: _budget,
    onShard: _onShard,
    requestCache: _requestCache,
    body,
    aliasFilters,
    documentFilters,
    ...rest
  } = options;
  const writer = new KeyWriter();
  writer.write(body);
  writer.write(aliasFilters);
  writer.write(documentFilters);
  if (writer.readsTime) return undefined;
  writer.write(rest);
  return writer.isTooLong ? undefined : writer.key();
}

/** Writes plain values so that different ones differ: texts with their length before them, -0 and 0 apart. */
class KeyWriter {
  /** Joined at the end: a text that grows piece by piece keeps all of them, in twenty times the room. */
  readonly #pieces: string[] = [];
  #length = 0;
  /** Some text is date math that begins with the present. */
  readsTime = false;

  key(): string {
    return this.#pieces.join('');
  }

  get isTooLong(): boolean {
    return this.#length > MOST_CHARACTERS;
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (!this.isTooLong) this.#pieces.push(piece);
  }

  write(value: unknown): void {
    if (this.isTooLong) return;
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#add(Object.is(value, -0) ? '-0,' : `${value},`);
    else if (typeof value === 'boolean') this.#add(value ? 't' : 'f');
    else if (value === null) this.#add('n');
    else if (value === undefined) this.#add('u');
    else if (Array.isArray(value)) this.#list(value);
    else if (value instanceof Map) this.#list([...value]);
    else if (isBoxedDouble(value)) this.#add(`d${Object.is(value.valueOf(), -0) ? '-0' : value.valueOf()},`);
    else this.#members(value);
  }

  #text(text: string): void {
    if (isPresent(text)) this.readsTime = true;
    this.#add(`${text.length}:`);
    this.#add(text);
  }

  #list(items: readonly unknown[]): void {
    this.#add(`[${items.length},`);
    for (const item of items) {
      if (this.isTooLong) return;
      this.write(item);
    }
  }

  #members(members: object): void {
    this.#add('{');
    for (const [name, value] of Object.entries(members)) {
      if (this.isTooLong) return;
      this.#add(`${name.length}:`);
      this.#add(name);
      this.write(value);
    }
    this.#add('}');
  }
}

/** `now`, and what date math makes of it. A word of a text that reads the same costs no more than a place in the cache. */
function isPresent(text: string): boolean {
  if (text.startsWith('now') && (text.length === 3 || '+-/'.includes(text[3]!))) return true;
  return asksHost.test(text);
}

/** What a script asks the time or chance by. */
const asksHost =
  /currentTimeMillis|nanoTime|randomUUID|Math\s*\.\s*random|shuffle|\b(?:Date|Random)\s*(?:\(\s*\)|::)/;
