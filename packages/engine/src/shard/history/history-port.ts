import type { HistoryOperation } from '../../translog/history-operation.ts';
import type { LeaseRenewal, RetentionLease } from './retention-leases.ts';

/** Marks the index of a follower, whose mapping and documents come from another cluster. */
export const FOLLOWER_SETTING = 'index.plugins.replication.follower.leader_index';

/** How far the history of a shard goes. */
export interface HistoryState {
  /** Changes where a shard begins anew: numbers of before mean nothing then. */
  readonly historyUuid: string;
  /** Every operation up to here is there; -1 for none. On one node the local checkpoint is the global one. */
  readonly checkpoint: number;
  readonly maxSeqNo: number;
  /** Of the index. */
  readonly primaryTerm: number;
  readonly leases: readonly RetentionLease[];
  /** Of the log, with what leases hold back. */
  readonly translogBytes: number;
}

export interface AppliedHistory {
  /** So many operations from the first on are done, and durable as the index has it. */
  readonly applied: number;
  /** The next one has a field that the mapping of the follower lacks. */
  readonly needsMapping: boolean;
}

/** Operations of shards by number, as the thread that writes them answers. Each throws ApiError. */
export interface HistoryCalls {
  state(index: string, shard: number): Promise<HistoryState>;
  /**
   * Operations with seq_no in [from, to], in order, about `maxBytes` of them and one at least. Throws
   * resource_not_found_exception where the first is no longer kept.
   */
  read(
    index: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]>;
  /**
   * Does operations with the numbers, terms and versions that they have; those that are done already change nothing. What a
   * document is refused for names it; the operations before it are done.
   */
  apply(index: string, shard: number, operations: readonly HistoryOperation[]): Promise<AppliedHistory>;
  /** Makes no-ops of the numbers that never came, and begins a new term: what is written from now on is our own. */
  promote(index: string, shard: number): Promise<void>;
  /** Keeps operations with seq_no >= `retainingSeqNo` readable until the lease is removed or expires; durable. */
  addLease(index: string, shard: number, lease: RetentionLease): Promise<void>;
  /** Lets go of what is below `retainingSeqNo`, and keeps the rest for another period; answers how far history goes. Throws security_exception for another's. */
  renewLease(
    index: string,
    shard: number,
    id: string,
    retainingSeqNo: number,
    by?: LeaseRenewal,
  ): Promise<HistoryState>;
  removeLease(index: string, shard: number, id: string, owner?: string): Promise<void>;
}

export type HistoryCall = keyof HistoryCalls;

/** One call of `HistoryCalls` by its name, as it crosses to the thread that answers it. */
export type AskHistory = <Name extends HistoryCall>(
  call: Name,
  args: Parameters<HistoryCalls[Name]>,
) => ReturnType<HistoryCalls[Name]>;
