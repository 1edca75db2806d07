import type { Clock } from '@sextant/base';
import type {
  AppliedHistory,
  AskHistory,
  HistoryCalls,
  HistoryState,
} from '../shard/history/history-port.ts';
import type { LeaseRenewal, RetentionLease } from '../shard/history/retention-leases.ts';
import type { HistoryOperation } from '../translog/history-operation.ts';

interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How far history goes is asked for so the first time: where something else is asked for with it. */
  readonly first?: () => Promise<HistoryState>;
}

/** The history of shards as the searching side gives it, which sees every write come back. */
export class EngineHistory implements HistoryCalls {
  readonly #clock: Clock;
  readonly #ask: AskHistory;
  /** By name of an index: who waits for it. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock, ask: AskHistory) {
    this.#clock = clock;
    this.#ask = ask;
  }

  state(index: string, shard: number): Promise<HistoryState> {
    return this.#ask('state', [index, shard]);
  }

  read(
    index: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]> {
    return this.#ask('read', [index, shard, from, to, maxBytes]);
  }

  async apply(
    index: string,
    shard: number,
    operations: readonly HistoryOperation[],
  ): Promise<AppliedHistory> {
    try {
      return await this.#ask('apply', [index, shard, operations]);
    } finally {
      this.changed(index);
    }
  }

  promote(index: string, shard: number): Promise<void> {
    return this.#ask('promote', [index, shard]);
  }

  addLease(index: string, shard: number, lease: RetentionLease): Promise<void> {
    return this.#ask('addLease', [index, shard, lease]);
  }

  renewLease(
    index: string,
    shard: number,
    id: string,
    retainingSeqNo: number,
    by?: LeaseRenewal,
  ): Promise<HistoryState> {
    return this.#ask('renewLease', [index, shard, id, retainingSeqNo, by]);
  }

  removeLease(index: string, shard: number, id: string, owner?: string): Promise<void> {
    return this.#ask('removeLease', [index, shard, id, owner]);
  }

  /**
   * Resolves when the operation `from` is there, or the time is over: with how far history goes then; and when nobody waits any
   * more (`signal`). Rejects with ApiError when the index goes.
   */
  async wait(
    index: string,
    shard: number,
    from: number,
    { timeoutMs, signal, first }: WaitOptions,
  ): Promise<HistoryState> {
    let isOver = signal?.aborted ?? false;
    let ask = first ?? (() => this.state(index, shard));
    for (;;) {
      // Asked for before the state: what comes in between is not missed.
      const { changed, wake } = this.#nextChange(index);
      const end = (): void => {
        isOver = true;
        wake();
      };
      const stop = this.#clock.after(timeoutMs, end);
      signal?.addEventListener('abort', end, { once: true });
      try {
        const state = await ask();
        ask = () => this.state(index, shard);
        if (state.checkpoint >= from || isOver) return state;
        await changed;
        if (signal?.aborted) return state;
        if (isOver) return await this.state(index, shard);
      } finally {
        stop();
        signal?.removeEventListener('abort', end);
        wake();
      }
    }
  }

  #nextChange(index: string): { readonly changed: Promise<void>; readonly wake: () => void } {
    const waiting = this.#waiting.get(index) ?? new Set();
    this.#waiting.set(index, waiting);
    let wake = (): void => {};
    const changed = new Promise<void>((resolve) => {
      wake = () => {
        waiting.delete(wake);
        if (waiting.size === 0 && this.#waiting.get(index) === waiting) this.#waiting.delete(index);
        resolve();
      };
    });
    waiting.add(wake);
    return { changed, wake };
  }

  /** Operations were done, or the index has changed. */
  changed(index: string): void {
    for (const wake of this.#waiting.get(index) ?? []) wake();
  }

  /** Nothing comes any more. */
  close(): void {
    for (const index of [...this.#waiting.keys()]) this.changed(index);
  }
}
