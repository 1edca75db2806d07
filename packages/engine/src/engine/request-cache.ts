import type { SearchResult } from '../search/search-api.ts';
import type { ShardTime } from '../search/shard-time.ts';
import type { SearchUsage } from './search-indices.ts';

/** What is counted of the cache in one shard. */
export interface CacheCounters {
  cachedBytes: number;
  /** Of an answer of several shards one counts it. */
  cachedItems: number;
  cacheEvictions: number;
  cacheHits: number;
  cacheMisses: number;
}

/** An answer as it is kept. */
export interface KeptAnswer {
  /** Without hits and aggregations: those are in its `rendered`. */
  readonly result: SearchResult;
  readonly usage: SearchUsage;
  /** Where somebody wanted to know them. */
  readonly times: readonly ShardTime[] | undefined;
}

/** A place for the answer of a search, for the indices as they were when it was asked for. */
export interface CachePlace {
  readonly key: string;
  readonly indices: readonly { readonly uuid: string; readonly state: object }[];
}

interface Entry {
  readonly key: string;
  readonly answer: KeptAnswer;
  readonly bytes: number;
  readonly shards: readonly CacheCounters[];
  readonly uuids: readonly string[];
}

interface IndexEntries {
  /** Another one after every change. */
  readonly state: object;
  readonly entries: Set<Entry>;
}

/** What an entry takes beside its key and the bytes of its answer. */
const ENTRY_BYTES = 600;
const SHARD_BYTES = 60;

/**
 * Answers of searches by what was asked for, until something of their indices changes; of those that do not fit any more
 * the ones go that were asked for longest ago.
 */
export class RequestCache {
  readonly #maxBytes: () => number;
  #bytes = 0;
  /** Those asked for last are last. */
  readonly #entries = new Map<string, Entry>();
  readonly #byIndex = new Map<string, IndexEntries>();

  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  place(key: string, uuids: readonly string[]): CachePlace {
    return { key, indices: uuids.map((uuid) => ({ uuid, state: this.#of(uuid).state })) };
  }

  get({ key }: CachePlace): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.answer;
  }

  /** Nothing is kept where an index has changed since the place was given, or the answer is larger than the cache. */
  put({ key, indices }: CachePlace, answer: KeptAnswer, shards: readonly CacheCounters[]): void {
    if (indices.some(({ uuid, state }) => this.#byIndex.get(uuid)?.state !== state)) return;
    const before = this.#entries.get(key);
    if (before !== undefined) this.#remove(before);
    const own = ENTRY_BYTES + indices.length * SHARD_BYTES + shards.length * SHARD_BYTES;
    const bytes = bytesOf(key) + (answer.result.rendered?.length ?? 0) + own;
    const most = this.#maxBytes();
    if (bytes > most) return;
    const entry: Entry = { key, answer, bytes, shards, uuids: indices.map(({ uuid }) => uuid) };
    this.#entries.set(key, entry);
    for (const { uuid } of indices) this.#of(uuid).entries.add(entry);
    this.#count(entry, 1);
    this.#makeRoom(most);
  }

  /** What was found in the index before is not true any more. */
  changed(uuid: string): void {
    const known = this.#byIndex.get(uuid);
    if (known === undefined) return;
    for (const entry of [...known.entries]) this.#remove(entry);
    this.#byIndex.set(uuid, { state: {}, entries: new Set() });
  }

  /** The index is gone. */
  removed(uuid: string): void {
    this.changed(uuid);
    this.#byIndex.delete(uuid);
  }

  #of(uuid: string): IndexEntries {
    let known = this.#byIndex.get(uuid);
    if (known === undefined) {
      known = { state: {}, entries: new Set() };
      this.#byIndex.set(uuid, known);
    }
    return known;
  }

  #makeRoom(most: number): void {
    for (const entry of this.#entries.values()) {
      if (this.#bytes <= most) return;
      this.#remove(entry);
      for (const shard of entry.shards) shard.cacheEvictions++;
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    for (const uuid of entry.uuids) this.#byIndex.get(uuid)?.entries.delete(entry);
    this.#count(entry, -1);
  }

  /** An answer of several shards is counted in equal parts. */
  #count({ bytes, shards }: Entry, sign: 1 | -1): void {
    this.#bytes += sign * bytes;
    const part = Math.floor(bytes / shards.length);
    shards.forEach((shard, i) => {
      if (i === 0) shard.cachedItems += sign;
      shard.cachedBytes += sign * (i === 0 ? bytes - part * (shards.length - 1) : part);
    });
  }
}

/** In memory: a text with letters beyond Latin-1 has two for each. */
function bytesOf(text: string): number {
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}
