import { ApiError, apiError } from '@sextant/contract';
import type { Engine } from '@sextant/engine';
import type { LeaderIndex } from './leader-index.ts';
import type { ReplicationRecord } from './replication-record.ts';

/** What the leader no longer keeps can never come: rejects with ApiError where the index that follows it could not go on. */
export async function checkKept(
  engine: Pick<Engine, 'index' | 'history'>,
  name: string,
  record: ReplicationRecord,
  leader: LeaderIndex,
): Promise<void> {
  await leader.metadata();
  const shards = engine.index(name)?.numberOfShards ?? 0;
  for (let shard = 0; shard < shards; shard++) {
    const { checkpoint } = await engine.history.state(name, shard);
    const history = record.histories?.[shard] ?? '';
    const range = { from: checkpoint + 1, to: checkpoint + 1, retain: checkpoint + 1 };
    const { signal } = new AbortController();
    try {
      await leader.changes(record.leaderUuid, { ...range, shard, history, waitMs: 0 }, signal);
    } catch (error) {
      const isGone = error instanceof ApiError && error.error.type === 'retention_lease_not_found_exception';
      if (!isGone) throw error;
      const reason =
        `Retention lease doesn't exist. Replication can't be resumed for ${name}. ` +
        'Use force_resume=true to restore from snapshot.';
      throw apiError('resource_not_found_exception', reason);
    }
  }
}
