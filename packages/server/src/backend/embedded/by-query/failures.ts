import type { ErrorCause, JsonMap } from '@sextant/contract';
import { causeBody, causeStatus } from '../error-body.ts';

/** A shard that could not be read. */
export interface ShardTrouble {
  readonly index: string;
  readonly shard: number;
  readonly cause: ErrorCause;
}

/** A document that could not be written. */
export interface DocumentTrouble {
  readonly index: string;
  readonly id: string;
  readonly cause: ErrorCause;
}

export type Trouble = ShardTrouble | DocumentTrouble;

export function troubleBody(trouble: Trouble, nodeId: string): JsonMap {
  const { index, cause } = trouble;
  const status = causeStatus(cause);
  if ('id' in trouble) return { index, id: trouble.id, cause: causeBody(cause), status };
  return { shard: trouble.shard, index, node: nodeId, status, reason: causeBody(cause) };
}

/** The answer's status: that of the worst failure. */
export function statusOf(troubles: readonly Trouble[], timedOut: boolean): number {
  return Math.max(timedOut ? 408 : 200, ...troubles.map(({ cause }) => causeStatus(cause)));
}
