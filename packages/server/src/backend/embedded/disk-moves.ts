import type { Log } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { Engine } from '@sextant/engine';
import type { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { Watermark } from '../../cluster/settings/setting-type.ts';
import type { PathSpace } from './nodes/data-space.ts';

interface Parts {
  readonly engine: Engine;
  readonly settings: ClusterSettings;
  readonly log: Log;
}

interface PlacedShard {
  readonly index: string;
  readonly shard: number;
  readonly bytes: number;
}

/** Of the shards of a path, in one look: some were copied before they could not go. */
const MOST_TRIED = 4;

/** What a path has beyond a mark, in bytes; not above 0 where it has not passed it. */
export function bytesBeyond(mark: Watermark, { totalBytes, availableBytes }: PathSpace): number {
  if ('freeBytes' in mark) return mark.freeBytes - availableBytes;
  return totalBytes - availableBytes - (mark.usedPercent * totalBytes) / 100;
}

/** Indices with a shard in one of the paths, by name. */
export async function indicesIn(engine: Engine, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const names = engine.indices().map(({ name }) => name);
  const found = new Set<string>();
  for (const [i, shards] of (await engine.stats(names)).entries()) {
    // Where the shards of a closed index lie is not known: it is better blocked than not.
    const isThere = shards?.some(({ dataPath }) => dataPath === undefined || paths.has(dataPath)) ?? true;
    if (isThere) found.add(names[i]!);
  }
  return found;
}

/**
 * Takes a shard away from a path beyond the high mark, to the one with most room, where that does not bring it beyond the low
 * mark. One shard for each path and look: the smallest that is enough, else the largest; where that cannot go now (it merges, or
 * searches use what it has left there), the next one.
 */
export async function moveFrom(path: PathSpace, targets: readonly PathSpace[], parts: Parts): Promise<void> {
  const { engine, settings, log } = parts;
  if (settings.get('cluster.routing.allocation.enable') === 'none') return;
  const low = settings.get('cluster.routing.allocation.disk.watermark.low');
  const excess = bytesBeyond(settings.get('cluster.routing.allocation.disk.watermark.high'), path);
  const [target] = targets
    .map((space) => ({ path: space.path, room: -bytesBeyond(low, space) }))
    .sort((a, b) => b.room - a.room);
  if (target === undefined || target.room <= 0) return;
  const fitting = (await shardsIn(engine, path.path))
    .filter(({ bytes }) => bytes > 0 && bytes < target.room)
    .sort((a, b) => a.bytes - b.bytes);
  const enough = fitting.filter(({ bytes }) => bytes >= excess);
  const others = fitting.filter(({ bytes }) => bytes < excess).reverse();
  for (const { index, shard } of [...enough, ...others].slice(0, MOST_TRIED)) {
    try {
      if (await engine.paths.move(index, shard, target.path)) return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = { index, shard, path: target.path, error: error.message };
      log.log('warn', 'cluster.disk', 'a shard could not be moved to another data path', fields);
      return;
    }
  }
}

async function shardsIn(engine: Engine, path: string): Promise<readonly PlacedShard[]> {
  const names = engine
    .indices()
    .filter(({ state }) => state === 'open')
    .map(({ name }) => name);
  const stats = await engine.stats(names);
  return stats.flatMap((shards = []) =>
    shards
      .filter(({ dataPath }) => dataPath === path)
      .map(({ index, shard, storeBytes }) => ({ index, shard, bytes: storeBytes })),
  );
}
