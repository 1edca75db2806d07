import type { SearchResult } from '../search/search-api.ts';
import { failedIndices } from '../search/search-failure.ts';
import type { SearchSide } from './search-side.ts';

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
