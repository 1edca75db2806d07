import type { ErrorCause, JsonMap } from '@sextant/contract';
import { causeBody, causeStatus } from '../error-body.ts';

/** A shard that could not be read. */
export interface ShardTrouble {
  /** Absent where another service does not tell it. */
  readonly index?: string;
  /** Below 0 where another service does not tell it. */
  readonly shard: number;
  /** Of another service; empty where it does not tell it. */
  readonly node?: string;
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
  const { shard, node = nodeId } = trouble;
  return {
    index,
    shard: shard < 0 ? undefined : shard,
    node: node === '' ? undefined : node,
    status,
    reason: causeBody(cause),
  };
}

/** The answer's status: that of the worst failure. */
export function statusOf(troubles: readonly Trouble[], timedOut: boolean): number {
  return Math.max(timedOut ? 408 : 200, ...troubles.map(({ cause }) => causeStatus(cause)));
}
