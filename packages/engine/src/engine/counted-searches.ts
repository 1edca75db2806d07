import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { failedIndices } from '../search/search-failure.ts';
import type { SearchUsage } from './search-indices.ts';
import type { SearchSide } from './search-side.ts';

/** Counts a search for each shard that took part in it, an equal part of its time for each. */
export function countSearch(
  side: SearchSide,
  { tookMs, fetchMs, queried, fetched }: SearchUsage,
  { body }: SearchOptions,
): void {
  // The parser has checked that they are a list of texts.
  const groups = Array.isArray(body.stats) ? body.stats.map(String) : [];
  const queryMs = Math.max(0, tookMs - fetchMs) / queried.length;
  for (const { index, shard } of queried) {
    side.find(index)?.shards[shard]?.counters.countQuery(queryMs, groups);
  }
  for (const { index, shard } of fetched) {
    side.find(index)?.shards[shard]?.counters.countFetch(fetchMs / fetched.length, groups);
  }
}

/** Waits for a search, and counts it as failed in the shards on which it did. */
export async function countedFailures(
  side: SearchSide,
  search: Promise<SearchResult>,
): Promise<SearchResult> {
  try {
    const result = await search;
    for (const { index, shard } of result.shards.failures) {
      side.find(index)?.shards[shard]?.counters.countFailed();
    }
    return result;
  } catch (error) {
    for (const index of failedIndices(error)) {
      for (const shard of side.find(index)?.shards ?? []) shard.counters.countFailed();
    }
    throw error;
  }
}
