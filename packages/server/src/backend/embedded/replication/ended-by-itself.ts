import { ApiError, className } from '@sextant/contract';
import type { ReplicationRecord } from './replication-record.ts';

/** How replication stands that has ended by itself. `isFollower`: an index is there that follows. */
export function endedByItself(
  name: string,
  { leaderAlias, leaderIndex }: Pick<ReplicationRecord, 'leaderAlias' | 'leaderIndex'>,
  { error, shard = 0, isFollower }: { error: unknown; shard: number | undefined; isFollower: boolean },
): Pick<ReplicationRecord, 'state' | 'reason'> {
  const cause = `[[${name}][${shard}] - ${causeText(error)}], `;
  if (isFollower) return { state: 'PAUSED', reason: `AutoPaused: ${cause}` };
  const reason = `Unable to initiate restore call for ${name} from ${leaderAlias}:${leaderIndex}: ${cause}`;
  return { state: 'FAILED', reason };
}

/** Its leader, or the index itself, is there no more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.error.type === 'index_not_found_exception';
}

/** `IndexNotFoundException - "no such index [l]"` */
function causeText(error: unknown): string {
  if (!(error instanceof ApiError)) return `Exception - "${String(error)}"`;
  return `${className(error.error.type)} - "${error.error.reason}"`;
}
