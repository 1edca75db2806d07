import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { ShardTime } from '../search/shard-time.ts';
import { cacheKey } from './cache-key.ts';
import type { IndexView } from './index-view.ts';
import { type CacheCounters, type CachePlace, type KeptAnswer, RequestCache } from './request-cache.ts';
import type { SearchUsage } from './search-indices.ts';
import type { SearchSide } from './search-side.ts';

export interface RequestCacheOptions {
  /** What all answers take together, with what was asked for. */
  readonly maxBytes: () => number;
  /** The `size` up to which answers are kept where a search does not say whether its own is to be. */
  readonly maxSize: () => number;
  /** Writes hits and aggregations as the searching threads do. */
  readonly render: (result: SearchResult, rendering: unknown) => Uint8Array;
}

interface CachedSearchesParts {
  readonly cache: RequestCacheOptions;
  readonly side: SearchSide;
  readonly search: (options: SearchOptions) => Promise<SearchResult>;
  readonly count: (usage: SearchUsage, options: SearchOptions) => void;
}

/** What a body without `size` asks for. */
const DEFAULT_SIZE = 10;

/**
 * Answers searches that were answered before, as long as nothing of their indices has changed. Answers are kept as the host
 * writes them. Where several indices or shards are searched, their answers are kept together: a change of one asks all again.
 */
export class CachedSearches {
  readonly #parts: CachedSearchesParts;
  readonly #cache: RequestCache;
  /** Of searches whose answers may be kept, what they used. */
  readonly #usages = new WeakMap<SearchOptions, { usage: SearchUsage | undefined }>();

  constructor(parts: CachedSearchesParts) {
    this.#parts = parts;
    this.#cache = new RequestCache(parts.cache.maxBytes);
  }

  /** Throws ApiError index_not_found_exception, index_closed_exception; rejects with what the search does. */
  async search(options: SearchOptions): Promise<SearchResult> {
    const place = this.#placeOf(options);
    if (place === undefined) return await this.#parts.search(options);
    const kept = this.#cache.get(place);
    const isTimed = options.onShard === undefined || kept?.times !== undefined;
    return kept !== undefined && isTimed ? this.#again(kept, options) : await this.#first(place, options);
  }

  /** Undefined where the answer may not be kept. */
  #placeOf(options: SearchOptions): CachePlace | undefined {
    const { requestCache, rendering, countOnly, budget } = options;
    // What was answered before may be refused now.
    if (budget?.refusesExpensive === true || budget?.refusesDerived === true) return undefined;
    if (requestCache === false || (rendering === undefined && countOnly !== true)) return undefined;
    if (requestCache === undefined && !this.#isSmall(options)) return undefined;
    const views = options.indices.map((name) => this.#parts.side.openView(name));
    if (requestCache === undefined && !views.every(isEnabled)) return undefined;
    const key = cacheKey(options);
    if (key === undefined) return undefined;
    return this.#cache.place(key, [...new Set(views.map(({ metadata }) => metadata.uuid))]);
  }

  #isSmall({ countOnly, body }: SearchOptions): boolean {
    const size = countOnly === true ? 0 : (body.size ?? DEFAULT_SIZE);
    return typeof size === 'number' && size <= this.#parts.cache.maxSize();
  }

  async #first(place: CachePlace, asked: SearchOptions): Promise<SearchResult> {
    const { onShard, rendering } = asked;
    const times: ShardTime[] = [];
    const timed = (time: ShardTime): void => {
      times.push(time);
      onShard?.(time);
    };
    const options = { ...asked, ...(onShard === undefined ? {} : { onShard: timed }) };
    const used: { usage: SearchUsage | undefined } = { usage: undefined };
    this.#usages.set(options, used);
    const result = this.#written(await this.#parts.search(options), rendering);
    const { usage } = used;
    if (usage === undefined) return result;
    const shards = this.#countersOf(usage);
    for (const shard of shards) shard.cacheMisses++;
    if (shards.length === 0 || result.timedOut || result.shards.failures.length > 0) return result;
    const { aggregations: _aggregations, suggest: _suggest, rendered, ...rest } = result;
    // A copy: what was received may be a part of something larger.
    const kept = {
      ...rest,
      hits: [],
      ...(rendered === undefined ? {} : { rendered: new Uint8Array(rendered) }),
    };
    this.#cache.put(place, { result: kept, usage, times: onShard === undefined ? undefined : times }, shards);
    return result;
  }

  #written(result: SearchResult, rendering: unknown): SearchResult {
    if (rendering === undefined || result.rendered !== undefined) return result;
    return { ...result, rendered: this.#parts.cache.render(result, rendering) };
  }

  #again({ result, usage, times }: KeptAnswer, options: SearchOptions): SearchResult {
    for (const shard of this.#countersOf(usage)) shard.cacheHits++;
    this.#parts.count({ ...usage, tookMs: 0, fetchMs: 0 }, options);
    for (const time of times ?? []) {
      const fetched = time.fetchNanos === undefined ? undefined : 0;
      options.onShard?.({ ...time, queryNanos: 0, fetchNanos: fetched });
    }
    return { ...result, tookMs: 0, cached: true };
  }

  #countersOf({ queried }: SearchUsage): CacheCounters[] {
    return queried.flatMap(({ index, shard }) => this.#parts.side.find(index)?.shards[shard]?.counters ?? []);
  }

  /** Told of every search that found something out, before its promise resolves. */
  used(usage: SearchUsage, options: SearchOptions): void {
    const wanted = this.#usages.get(options);
    if (wanted !== undefined) wanted.usage = usage;
  }

  /** Other documents are found in the index from now on, or by other rules. */
  changed(uuid: string): void {
    this.#cache.changed(uuid);
  }

  removed(uuid: string): void {
    this.#cache.removed(uuid);
  }
}

function isEnabled({ metadata }: IndexView): boolean {
  return metadata.settings['index.requests.cache.enable'] !== 'false';
}
