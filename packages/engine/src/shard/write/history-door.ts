import type { HistoryOperation } from '../../translog/history-operation.ts';
import type { RetentionLease, RetentionLeases } from '../history/retention-leases.ts';
import { collectHistory, firstKeptGeneration } from '../history/shard-history.ts';
import type { ShardState } from './shard-state.ts';

/** Operations of one shard by number, for replication: read, apply, and keep under leases. */
export class HistoryDoor {
  readonly #state: ShardState;
  readonly #leases: RetentionLeases;

  constructor(state: ShardState, leases: RetentionLeases) {
    this.#state = state;
    this.#leases = leases;
  }

  /**
   * Applies operations whose place in history is given; known ones, and older ones than what is there, change
   * nothing.
   */
  apply(operations: readonly HistoryOperation[]): void {
    this.#state.checkUsable();
    for (const operation of operations) {
      if (this.#state.checkpoint.isProcessed(operation.seqNo)) continue;
      this.#state.applyGiven(operation, false);
    }
  }

  /**
   * Synced operations from `from` on without a gap, up to `to` or about `maxBytes`. Throws ApiError where one
   * is gone.
   */
  read(from: number, to: number, maxBytes: number): readonly HistoryOperation[] {
    const { translog, checkpoint, context } = this.#state;
    this.#state.guard(() => translog?.sync());
    const last = Math.min(to, checkpoint.checkpoint);
    if (translog === undefined || from > last) return [];
    return collectHistory(translog, context, from, last, maxBytes);
  }

  putLease(lease: RetentionLease): void {
    this.#state.guard(() => {
      this.#state.begin();
      this.#leases.put(lease);
    });
    this.#state.context.persistMetadata();
  }

  removeLease(id: string): void {
    this.#state.guard(() => this.#leases.remove(id));
  }

  /** Lowest seq_no that a lease holds; undefined without leases. */
  minRetained(): number | undefined {
    const { clock, settings } = this.#state.context;
    return this.#leases.minRetained(clock.now(), settings().leasePeriodMs);
  }

  /** Lets go of what neither the last commit nor a lease needs. Called after a commit. */
  trim(): void {
    const { translog, store, context } = this.#state;
    const { retentionBytes } = context.settings();
    const needed = store.commit!.translogGeneration;
    translog!.trim(firstKeptGeneration(translog!, needed, this.minRetained(), retentionBytes));
  }
}
