import { ApiError } from '@sextant/contract';
import { MappingNeeded } from '../../mapping/mapping-needed.ts';
import type { HistoryOperation } from '../../translog/history-operation.ts';
import type { AppliedHistory, HistoryState } from '../history/history-port.ts';
import type {
  LeaseClock,
  LeaseRenewal,
  RetentionLease,
  RetentionLeases,
} from '../history/retention-leases.ts';
import { collectHistory, firstKeptGeneration } from '../history/shard-history.ts';
import type { ShardState } from './shard-state.ts';

/** Of history that leases hold back, where neither the index nor a lease says. */
const RETENTION_BYTES = 512 * 1024 * 1024;

/** Operations of one shard by number, for replication: read, apply, and keep under leases. */
export class HistoryDoor {
  readonly #state: ShardState;
  readonly #leases: RetentionLeases;
  readonly #makeRoom: () => void;

  /** `makeRoom` is called before each operation that is applied. */
  constructor(state: ShardState, leases: RetentionLeases, makeRoom: () => void) {
    this.#state = state;
    this.#leases = leases;
    this.#makeRoom = makeRoom;
  }

  state(primaryTerm: number): HistoryState {
    const { checkpoint, translog, historyUuid } = this.#state;
    this.#state.checkUsable();
    return {
      historyUuid,
      primaryTerm,
      checkpoint: checkpoint.checkpoint,
      maxSeqNo: checkpoint.maxSeqNo,
      leases: this.#leases.all,
      translogBytes: translog?.bytesFrom(0) ?? 0,
    };
  }

  /**
   * Applies operations whose place in history is given; known ones, and older ones than what is there, change
   * nothing.
   */
  apply(operations: readonly HistoryOperation[]): AppliedHistory {
    this.#state.checkUsable();
    let applied = 0;
    for (const operation of operations) {
      try {
        this.#makeRoom();
        if (!this.#state.checkpoint.isProcessed(operation.seqNo)) this.#state.applyGiven(operation, false);
      } catch (error) {
        if (error instanceof MappingNeeded) return { applied, needsMapping: true };
        throw error instanceof ApiError ? withDocument(error, operation) : error;
      }
      applied++;
    }
    return { applied, needsMapping: false };
  }

  /** Numbers that never came become no-ops. */
  fillGaps(primaryTerm: number): void {
    const { checkpoint } = this.#state;
    for (let seqNo = checkpoint.checkpoint + 1; seqNo <= checkpoint.maxSeqNo; seqNo++) {
      if (checkpoint.isProcessed(seqNo)) continue;
      const noop = {
        kind: 'noop',
        seqNo,
        primaryTerm,
        version: 0,
        id: '',
        routing: null,
        source: null,
      } as const;
      this.#state.applyGiven(noop, false);
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

  /** Throws ApiError. */
  addLease(lease: RetentionLease): void {
    this.#state.guard(() => {
      this.#state.begin();
      this.#leases.add(lease, this.#leaseClock());
    });
    this.#state.context.persistMetadata();
  }

  /** Throws ApiError. */
  renewLease(id: string, retainingSeqNo: number, by?: LeaseRenewal): void {
    this.#state.guard(() => this.#leases.renew(id, retainingSeqNo, this.#leaseClock(), by));
  }

  /** Throws ApiError. */
  removeLease(id: string, owner?: string): void {
    this.#state.guard(() => this.#leases.remove(id, this.#leaseClock(), owner));
  }

  #leaseClock(): LeaseClock {
    const { clock, settings } = this.#state.context;
    return { nowMs: clock.now(), periodMs: settings().leasePeriodMs };
  }

  /** Lowest seq_no that a lease holds; undefined without leases. */
  minRetained(): number | undefined {
    return this.#leases.minRetained(this.#leaseClock());
  }

  /** Lets go of what neither the last commit nor a lease needs. Called after a commit. */
  trim(): void {
    const { translog, store, context } = this.#state;
    const bytes = context.settings().retentionBytes ?? this.#leases.maxBytes ?? RETENTION_BYTES;
    const needed = store.commit!.translogGeneration;
    translog!.trim(firstKeptGeneration(translog!, needed, this.minRetained(), bytes));
  }
}

/** The error of an operation that came from elsewhere says which it was. */
function withDocument(error: ApiError, { id, seqNo }: HistoryOperation): ApiError {
  const { reason } = error.error;
  return new ApiError(
    { ...error.error, reason: `document [${id}] with seq_no [${seqNo}]: ${reason}` },
    { cause: error },
  );
}
