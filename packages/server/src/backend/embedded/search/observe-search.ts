import type { IndexMetadata, SearchBody, SearchOptions } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

const trackedDefault = 10_000;

/** What each shard of the search takes goes to those who listen to its index; for others nothing is measured. */
export function observeSearch(
  { shardEvents }: EmbeddedContext,
  { task }: Pick<BackendRequest, 'task'>,
  indices: readonly IndexMetadata[],
  body: SearchBody,
): Pick<SearchOptions, 'onShard'> {
  if (!indices.some((index) => shardEvents.wantsSearches(index))) return {};
  const byName = new Map(indices.map((index) => [index.name, index]));
  const totalShards = indices.reduce((sum, { numberOfShards }) => sum + numberOfShards, 0);
  const stats = Array.isArray(body.stats) ? body.stats.map(String) : [];
  let text: string | undefined;
  const source = (): string => {
    text ??= JSON.stringify(body);
    return text;
  };
  return {
    onShard: (time) => {
      const index = byName.get(time.index);
      if (index === undefined) return;
      const { shard, queryNanos, fetchNanos } = time;
      const totalHits = hitsText(time.hits, body.track_total_hits);
      const { opaqueId } = task;
      const event = { index, shard, queryNanos, fetchNanos, totalHits, totalShards, stats, opaqueId, source };
      shardEvents.searched(event);
    },
  };
}

/** `10+` where counting stopped there; `0+` where nothing is counted. */
function hitsText(hits: number, tracked: unknown): string {
  if (tracked === false) return '0+';
  const limit = typeof tracked === 'number' ? tracked : trackedDefault;
  return tracked !== true && hits > limit ? `${limit}+` : String(hits);
}
