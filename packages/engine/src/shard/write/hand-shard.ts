import type { HandedShard, HandedTombstone } from '../index/handed-index.ts';
import type { ShardState } from './shard-state.ts';

/** What a shard that was closed by one writer leaves to the next one. */
export function handOf(
  state: ShardState,
  { recovery, throttledMs }: Pick<HandedShard, 'recovery' | 'throttledMs'>,
): HandedShard {
  const { store, counters, versions, context } = state;
  const nowMs = context.clock.nanos() / 1e6;
  const tombstones = new Map<string, HandedTombstone>();
  for (const [id, { seqNo, primaryTerm, version, timeMs }] of versions.tombstones()) {
    tombstones.set(id, { seqNo, primaryTerm, version, ageMs: nowMs - timeMs });
  }
  return {
    firstSegment: store.nextSegment,
    shown: store.shown(),
    counters: { ...counters },
    throttledMs,
    recovery,
    tombstones,
  };
}

/** Goes on with what another writer had; what happens now and then to any shard does not begin anew. */
export function takeOver(state: ShardState, handed: HandedShard): void {
  const { counters, versions, checkpoint, context } = state;
  // Of merges none goes from one to the other.
  Object.assign(counters, handed.counters);
  const nowMs = context.clock.nanos() / 1e6;
  for (const [id, { seqNo, primaryTerm, version, ageMs }] of handed.tombstones) {
    const tombstone = { seqNo, primaryTerm, version, deleted: true, timeMs: nowMs - ageMs } as const;
    versions.delete(id, tombstone, checkpoint.checkpoint);
  }
}
