import { partOfShard, Routing, type Slice } from '@sextant/engine';
import type { SearchTargets } from '../search-targets.ts';

export type WantedShards = (index: string, shard: number) => boolean;

/** Whether there is any shard to search. */
export function wantsAny({ indices }: SearchTargets, wants: WantedShards): boolean {
  return indices.some(({ name, numberOfShards }) => {
    return Array.from({ length: numberOfShards }, (_, shard) => shard).some((shard) => wants(name, shard));
  });
}

/** Which shards of the targets a context has: those of routing, preference, and of its slice where that takes whole shards. */
export function wantedShards(
  { indices, routings }: SearchTargets,
  only: readonly number[] | undefined,
  slice: Slice | null = null,
): WantedShards {
  const wanted = new Map<string, (shard: number) => boolean>();
  for (const index of indices) {
    const values = routings.get(index.name);
    const routing = new Routing(index);
    const routed = values === undefined ? undefined : new Set(values.flatMap((v) => routing.shardsOf(v)));
    // Slices are dealt out among the chosen shards, which the search knows.
    const dealt = routed === undefined && only === undefined ? slice : null;
    const shards = index.numberOfShards;
    wanted.set(index.name, (shard) => {
      if (routed?.has(shard) === false || only?.includes(shard) === false) return false;
      return dealt === null || partOfShard(dealt, { place: shard, shards }) !== 'none';
    });
  }
  return (index, shard) => wanted.get(index)?.(shard) ?? false;
}
