import { ApiError } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import type { BulkResults } from './bulk-answer.ts';
import type { BulkOperations } from './bulk-operations.ts';
import type { IndexOperations } from './bulk-slices.ts';
import type { ShardLoad } from './write-throttle.ts';

/** What may be written under the limits of writing, when it may; what is refused has failed. */
export async function throttledGroups(
  context: EmbeddedContext,
  groups: readonly IndexOperations[],
  operations: BulkOperations,
  results: BulkResults,
): Promise<readonly IndexOperations[]> {
  if (groups.every(({ index }) => context.writeThrottle.isOff(index))) return groups;
  const passed = await Promise.all(groups.map((group) => throttled(context, group, operations, results)));
  return passed.filter(({ items }) => items.length > 0);
}

async function throttled(
  context: EmbeddedContext,
  group: IndexOperations,
  operations: BulkOperations,
  results: BulkResults,
): Promise<IndexOperations> {
  const { writeThrottle } = context;
  if (writeThrottle.isOff(group.index)) return group;
  const shards = shardsOf(context, group, operations);
  const kept: IndexOperations = { index: group.index, items: [], routings: [] };
  try {
    const refused = await writeThrottle.pass(group.index, loadsOf(group, shards, operations));
    if (refused.size === 0) return group;
    for (const [at, item] of group.items.entries()) {
      const error = refused.get(shards[at]!);
      if (error !== undefined) {
        results.errors.set(item, error.error);
        continue;
      }
      kept.items.push(item);
      kept.routings.push(group.routings[at]!);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const item of group.items) results.errors.set(item, error.error);
  }
  return kept;
}

/** The shard of each operation. */
function shardsOf(
  { engine, writeThrottle }: EmbeddedContext,
  { index, items, routings }: IndexOperations,
  { ids }: BulkOperations,
): readonly number[] {
  if (index.numberOfShards === 1) return items.map(() => 0);
  return items.map((item, at) => {
    const id = ids[item] ?? null;
    const routing = routings[at] ?? undefined;
    if (id === null && routing === undefined) return writeThrottle.anyShard(index);
    return engine.shardOf(index.name, id ?? '', routing);
  });
}

function loadsOf(
  { items }: IndexOperations,
  shards: readonly number[],
  { starts, ends }: BulkOperations,
): readonly ShardLoad[] {
  const loads = new Map<number, ShardLoad>();
  for (const [at, item] of items.entries()) {
    const shard = shards[at]!;
    const { requests, bytes } = loads.get(shard) ?? { requests: 0, bytes: 0 };
    const own = ends[item]! - starts[item]!;
    loads.set(shard, { shard, requests: requests + 1, bytes: bytes + own });
  }
  return [...loads.values()];
}
