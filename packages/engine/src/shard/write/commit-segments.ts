import type { Translog } from '../../translog/translog.ts';
import type { ShardState } from './shard-state.ts';

/** Something is not in the last commit point. */
export function hasUncommitted({ store }: ShardState, translog: Translog): boolean {
  if (store.isDirty || store.segments.all.some((each) => !each.committed)) return true;
  return translog.maxSeqNo > (store.commit?.localCheckpoint ?? -1);
}

/** Makes the segments durable; the log begins anew behind what they hold. Called right after a refresh. */
export function commitSegments({ store, checkpoint, historyUuid }: ShardState, translog: Translog): void {
  translog.roll();
  store.writeCommit({
    historyUuid,
    translogUuid: translog.uuid,
    translogGeneration: translog.generationFor(checkpoint.checkpoint + 1),
    localCheckpoint: checkpoint.checkpoint,
    maxSeqNo: checkpoint.maxSeqNo,
  });
}
