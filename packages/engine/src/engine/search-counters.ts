import type { ShardStats } from '../shard/index/stats.ts';
import type { CacheCounters } from './request-cache.ts';

/** Names of groups that a shard counts searches under; what goes beyond is not counted. */
const MAX_GROUPS = 1000;

const NO_GROUPS: ShardStats['search']['groups'] = Object.freeze({});

interface GroupCounters {
  queryTotal: number;
  queryTimeMs: number;
  fetchTotal: number;
  fetchTimeMs: number;
}

/** Of one kind of contexts. */
export interface ContextCounters {
  total: number;
  timeMs: number;
  current: number;
}

/** What the searching side counts of one shard. Times in milliseconds. */
export class SearchCounters implements CacheCounters {
  getExists = 0;
  getExistsTimeMs = 0;
  getMissing = 0;
  getMissingTimeMs = 0;
  queryTotal = 0;
  queryTimeMs = 0;
  queryFailed = 0;
  fetchTotal = 0;
  fetchTimeMs = 0;
  cachedBytes = 0;
  cachedItems = 0;
  cacheEvictions = 0;
  cacheHits = 0;
  cacheMisses = 0;
  /** Contexts that have ended, and those that are open. */
  readonly scroll: ContextCounters = { total: 0, timeMs: 0, current: 0 };
  readonly pointInTime: ContextCounters = { total: 0, timeMs: 0, current: 0 };
  /** None where no search has named any. */
  #groups: Map<string, GroupCounters> | undefined;

  countQuery(tookMs: number, groups: readonly string[]): void {
    this.queryTotal++;
    this.queryTimeMs += tookMs;
    for (const name of groups) {
      const group = this.#group(name);
      if (group === undefined) continue;
      group.queryTotal++;
      group.queryTimeMs += tookMs;
    }
  }

  countFailed(): void {
    this.queryFailed++;
  }

  countFetch(tookMs: number, groups: readonly string[]): void {
    this.fetchTotal++;
    this.fetchTimeMs += tookMs;
    for (const name of groups) {
      const group = this.#group(name);
      if (group === undefined) continue;
      group.fetchTotal++;
      group.fetchTimeMs += tookMs;
    }
  }

  #group(name: string): GroupCounters | undefined {
    this.#groups ??= new Map();
    let group = this.#groups.get(name);
    if (group === undefined && this.#groups.size < MAX_GROUPS) {
      group = { queryTotal: 0, queryTimeMs: 0, fetchTotal: 0, fetchTimeMs: 0 };
      this.#groups.set(name, group);
    }
    return group;
  }

  #groupStats(): ShardStats['search']['groups'] {
    if (this.#groups === undefined) return NO_GROUPS;
    const entries = [...this.#groups].map(([name, group]) => [
      name,
      {
        ...group,
        queryTimeMs: Math.round(group.queryTimeMs),
        fetchTimeMs: Math.round(group.fetchTimeMs),
      },
    ]);
    return Object.fromEntries(entries) as ShardStats['search']['groups'];
  }

  countGet(found: boolean, tookMs: number): void {
    if (found) {
      this.getExists++;
      this.getExistsTimeMs += tookMs;
    } else {
      this.getMissing++;
      this.getMissingTimeMs += tookMs;
    }
  }

  addTo(stats: ShardStats): ShardStats {
    return {
      ...stats,
      get: {
        total: this.getExists + this.getMissing,
        timeMs: Math.round(this.getExistsTimeMs + this.getMissingTimeMs),
        existsTotal: this.getExists,
        existsTimeMs: Math.round(this.getExistsTimeMs),
        missingTotal: this.getMissing,
        missingTimeMs: Math.round(this.getMissingTimeMs),
        current: 0,
      },
      search: {
        queryTotal: this.queryTotal,
        queryTimeMs: Math.round(this.queryTimeMs),
        queryCurrent: 0,
        queryFailed: this.queryFailed,
        fetchTotal: this.fetchTotal,
        fetchTimeMs: Math.round(this.fetchTimeMs),
        fetchCurrent: 0,
        scroll: { ...this.scroll, timeMs: Math.round(this.scroll.timeMs) },
        pointInTime: { ...this.pointInTime, timeMs: Math.round(this.pointInTime.timeMs) },
        groups: this.#groupStats(),
      },
      requestCache: {
        bytes: this.cachedBytes,
        items: this.cachedItems,
        evictions: this.cacheEvictions,
        hits: this.cacheHits,
        misses: this.cacheMisses,
      },
    };
  }
}
