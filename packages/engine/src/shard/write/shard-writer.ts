import { type ApiError, apiError } from '@sextant/contract';
import type { SegmentData } from '../../segment/segment-data.ts';
import type { HistoryOperation } from '../../translog/history-operation.ts';
import { RetentionLeases } from '../history/retention-leases.ts';
import type { HandedShard } from '../index/handed-index.ts';
import type { ShardRecovery, ShardStats } from '../index/stats.ts';
import type { GetResult, WriteOutcome } from '../index/write-batch.ts';
import type { ShardContext } from '../store/shard-context.ts';
import { type ForceMergeOptions, ShardMerges } from '../store/shard-merges.ts';
import { commitSegments, hasUncommitted } from './commit-segments.ts';
import {
  type CurrentVersion,
  conflictOf,
  nextVersion,
  UNCONDITIONAL,
  versionConflict,
  type WriteCondition,
} from './current-version.ts';
import { getDocument } from './get-document.ts';
import { handOf, takeOver } from './hand-shard.ts';
import { HistoryDoor } from './history-door.ts';
import { KeptStats } from './kept-stats.ts';
import { ShardDamage } from './shard-damage.ts';
import { ShardRefresh } from './shard-refresh.ts';
import { type Found, ShardState } from './shard-state.ts';

/** When merges have replaced this much of what is committed, a flush lets the old files go. */
const FLUSH_AFTER_MERGE_BYTES = 512 * 1024 * 1024;

/** What an operation did. */
export interface Applied extends CurrentVersion {
  readonly outcome: WriteOutcome;
}

/**
 * The writing side of one shard: versions, sequence numbers, translog, and when to refresh, flush and merge.
 * Not concurrent: every call runs to its end. An operation is durable after `sync`. After a failure of the
 * disk the shard refuses everything until it is opened again, because what it holds in memory may differ from
 * the disk.
 */
export class ShardWriter {
  readonly context: ShardContext;
  readonly #state: ShardState;
  /** Operations by number: what is read, applied and kept for followers. */
  readonly history: HistoryDoor;
  readonly #merges: ShardMerges;
  /** How it was opened here, and, as the statistics tell it, by whom it was opened first. */
  readonly #opening: ShardRecovery;
  readonly #recovery: ShardRecovery;
  readonly #refresh: ShardRefresh;
  readonly #stats = new KeptStats();
  /** Operations were written, and their numbers used, before it was opened. */
  readonly hasHistory: boolean;
  /** What becomes of it where something is not as it was written. */
  readonly damage: ShardDamage;

  /**
   * Opens what the folder holds, replays the translog and publishes. Throws ApiError corrupt_index_exception.
   */
  constructor(context: ShardContext) {
    this.context = context;
    const startTime = context.clock.now();
    const leases = RetentionLeases.open(context.disk, context.directory);
    const state = new ShardState(context, () => {
      this.#merges.close();
      this.#refresh.listeners.answerAll();
    });
    this.#state = state;
    this.#refresh = new ShardRefresh(state, () => this.#merges.schedule());
    this.history = new HistoryDoor(state, leases, () => this.#refresh.makeRoom());
    this.#merges = new ShardMerges(context, state.store, state.counters, (damage) => state.fail(damage));
    const found = state.store.data();
    this.damage = new ShardDamage(state, found);
    const [files, bytes] = [found.length * 2, found.reduce((sum, each) => sum + each.sizeInBytes, 0)];
    this.hasHistory = state.translog !== undefined;
    const translogOperations = this.#replay();
    const stopTime = context.clock.now();
    this.#opening = { type: context.opened(), startTime, stopTime, translogOperations, files, bytes };
    const handed = context.handed();
    this.#recovery = handed?.recovery ?? this.#opening;
    if (handed !== undefined) takeOver(state, handed);
  }

  /**
   * Called a while after it was opened. What a process that was killed has left in the cache of the system must not
   * wait for the next write; and what took long to replay is committed. Throws ApiError.
   */
  settle(): void {
    if (this.failure !== undefined) return;
    const isSecure = this.#state.guard(() => this.#state.translog?.secureFound() ?? true);
    if (isSecure && this.hasReplayed && this.#state.isLongToReplay) this.flush(false, true);
  }

  get failure(): ApiError | undefined {
    return this.#state.failure;
  }

  /** Counts the operations (wrapping), in memory that the searching side reads. */
  get operations(): SharedArrayBuffer {
    return this.#state.operations;
  }

  /** The count that the published segments cover. */
  get coveredOperations(): number {
    return this.#refresh.coveredOperations;
  }

  /** Acknowledging must wait for `sync`. */
  get hasUnsynced(): boolean {
    return this.#state.translog?.hasUnsynced ?? false;
  }

  /** Generation of the next segment. */
  get nextSegment(): number {
    return this.#state.store.nextSegment;
  }

  /** Names of segments that searches may use. */
  get shown(): readonly string[] {
    return this.#state.store.shown();
  }

  /** When it was opened, operations had to be replayed. */
  get hasReplayed(): boolean {
    return this.#opening.translogOperations > 0;
  }

  /** Something waits for a refresh. */
  get isDirty(): boolean {
    return this.#state.store.isDirty;
  }

  /** As they are published. */
  get segments(): readonly SegmentData[] {
    return this.#state.store.data();
  }

  /** Memory that a refresh sets free: the indexing buffer and the versions of what is in it. */
  get bufferBytes(): number {
    return this.#state.store.bufferBytes + this.#state.versions.liveBytes;
  }

  /** Puts the document in. `fresh`: the id was just made, so nothing can be there. Throws ApiError. */
  index(
    id: string,
    routing: string | null,
    source: Uint8Array,
    condition: WriteCondition,
    fresh: boolean,
  ): Applied {
    const { clock } = this.context;
    const startNanos = clock.nanos();
    const { counters } = this.#state;
    this.#state.checkUsable();
    this.#refresh.makeRoom();
    const current = fresh ? undefined : this.#find(id, routing, condition, source);
    const operation = this.#next('index', id, routing, source, nextVersion(current, condition));
    try {
      this.#state.apply(operation, current);
    } catch (error) {
      counters.countRefused(error);
      throw error;
    }
    counters.indexTotal++;
    counters.lastIndexed = clock.now();
    counters.indexTimeMs += (clock.nanos() - startNanos) / 1e6;
    const { seqNo, primaryTerm, version } = operation;
    const outcome = current === undefined || current.deleted ? 'created' : 'updated';
    return { outcome, seqNo, primaryTerm, version, deleted: false };
  }

  /** Deletes; of a missing document too a version and a seq_no remain. Throws ApiError on a version conflict. */
  delete(id: string, routing: string | null, condition: WriteCondition): Applied {
    const { clock } = this.context;
    const startNanos = clock.nanos();
    const { counters } = this.#state;
    this.#state.checkUsable();
    const current = this.#find(id, routing, condition, null);
    const operation = this.#next('delete', id, routing, null, nextVersion(current, condition));
    this.#state.apply(operation, current);
    counters.deleteTotal++;
    counters.deleteTimeMs += (clock.nanos() - startNanos) / 1e6;
    const { seqNo, primaryTerm, version } = operation;
    const outcome = current === undefined || current.deleted ? 'not_found' : 'deleted';
    return { outcome, seqNo, primaryTerm, version, deleted: true };
  }

  /** The document as the last operation left it. */
  get(id: string): GetResult {
    return this.damage.watch(() => getDocument(this.#state, id));
  }

  countNoopUpdate(): void {
    this.#state.counters.noopUpdateTotal++;
  }

  /** Makes every operation so far durable. */
  sync(): void {
    this.#state.guard(() => this.#state.translog?.sync());
  }

  /** Makes every operation so far searchable. */
  refresh(): void {
    this.#refresh.atOnce();
  }

  /** As `refresh`, but where much has come another thread makes the segment, and other calls go on meanwhile. */
  refreshAside(): void {
    this.#refresh.soon();
  }

  /** Resolves when everything so far is searchable, or the shard is closed; as `refreshAside`. Rejects with ApiError. */
  refreshed(): Promise<void> {
    return this.#refresh.ended();
  }

  /** Resolves with what `refreshAside` began, which is hurried; undefined where nothing is under way. Never rejects. */
  built(): Promise<void> | undefined {
    return this.#refresh.built();
  }

  /**
   * Calls back when every operation so far is searchable. True when too many wait, so that it is done at
   * once.
   */
  onRefresh(listener: () => void): boolean {
    if (!this.isDirty || this.failure !== undefined) {
      listener();
      return false;
    }
    const { listeners } = this.#refresh;
    listeners.add(listener);
    if (listeners.count <= this.context.settings().maxRefreshListeners) return false;
    this.refresh();
    return true;
  }

  /**
   * Makes the segments durable and lets the translog go. Without `force` only when something is not
   * committed.
   */
  flush(force: boolean, periodic = false): void {
    const { translog, counters } = this.#state;
    this.#state.checkUsable();
    this.#state.pruneDeletes();
    if (translog === undefined || (!force && !hasUncommitted(this.#state, translog))) {
      // A flush that was asked for counts, as in OpenSearch, though nothing was to be done.
      if (!periodic) counters.flushTotal++;
      return;
    }
    const startNanos = this.context.clock.nanos();
    this.#state.guard(() => this.#state.begin());
    // Segments must not outlive the mapping that they were made with.
    this.context.persistMetadata();
    this.#state.guard(() => {
      this.#refresh.now();
      commitSegments(this.#state, translog);
      this.history.trim();
    });
    const tookNanos = this.context.clock.nanos() - startNanos;
    counters.countFlush(tookNanos / 1e6, periodic);
    this.context.kept({ kind: 'flush', tookNanos, docs: 0, bytes: 0 });
    this.#merges.schedule();
  }

  /** After a batch: keeps buffer and translog within their bounds. False when nothing was to be done. */
  keepBounds(): boolean {
    const { translog, store } = this.#state;
    if (translog === undefined || this.failure !== undefined) return false;
    const settings = this.context.settings();
    this.#state.pruneDeletes();
    const full = this.#refresh.isFull;
    if (full) this.refreshAside();
    const committed = store.commit?.translogGeneration ?? 0;
    // A flush makes the segment that is being made once more: it can wait for a while.
    const patience = store.isBuilding ? 2 : 1;
    const late = translog.bytesFrom(committed) > settings.flushThresholdBytes * patience;
    if (late || store.replacedBytes > FLUSH_AFTER_MERGE_BYTES) this.flush(false, true);
    else if (translog.currentBytes > settings.generationThresholdBytes) {
      this.#state.guard(() => translog.roll());
    } else return full;
    return true;
  }

  async forceMerge(options: ForceMergeOptions): Promise<void> {
    this.refresh();
    await this.#merges.force(options);
  }

  /** Starts the merges that are wanted: of segments that were found, or by settings that have changed. */
  scheduleMerges(): void {
    this.#merges.schedule();
  }

  /** What is written waits for this while merges, or segments, do not keep up; undefined where it need not. Never rejects. */
  get throttled(): Promise<void> | undefined {
    return this.#merges.throttle.free ?? this.#refresh.room;
  }

  /** Merges run or wait, or a segment is being made: the shard cannot go to another writer. */
  get isBusy(): boolean {
    return this.#merges.isBusy || this.#state.store.isBuilding;
  }

  /** After it was closed: what another writer needs to go on with it. */
  hand(): HandedShard {
    const { throttledMs } = this.#merges.throttle;
    return handOf(this.#state, { recovery: this.#recovery, throttledMs });
  }

  /** Resolves when no merge runs. */
  mergesIdle(): Promise<void> {
    return this.#merges.idle();
  }

  /** Searches use publication `publication` now, or a later one. */
  released(publication: number): void {
    if (this.failure === undefined) this.#state.guard(() => this.#state.store.released(publication));
  }

  stats(): ShardStats {
    const refreshListeners = this.#refresh.listeners.count;
    const figures = { recovery: this.#recovery, refreshListeners, minRetained: this.history.minRetained() };
    return this.#stats.of({ state: this.#state, throttle: this.#merges.throttle, ...figures });
  }

  /** Flushes (unless the shard failed) and lets go of the files. */
  close(): void {
    this.end(true);
  }

  /** As `close`; without `flushes` the log alone is made durable. False where the next process cannot rely on it. */
  end(flushes: boolean): boolean {
    this.#merges.close();
    try {
      if (this.failure !== undefined) return false;
      if (flushes) this.flush(false);
      return this.#state.makeDurable(flushes);
    } finally {
      this.abandon();
    }
  }

  /** Lets go of the files as they are. */
  abandon(): void {
    this.#merges.close();
    const { index, indexUuid } = this.context;
    this.#state.failure ??= apiError('index_closed_exception', 'closed', { index, index_uuid: indexUuid });
    this.#state.translog?.close();
    this.#state.store.close();
    this.#refresh.listeners.answerAll();
  }

  /** Brings the segments up to the log. What cannot be opened keeps no file open. */
  #replay(): number {
    const { store, translog } = this.#state;
    try {
      const operations = this.#state.replay(() => this.#refresh.now());
      if (!this.#refresh.now()) store.publish([]);
      return operations;
    } catch (error) {
      translog?.close();
      store.close();
      throw error;
    }
  }

  /** Throws ApiError on a version conflict; but for a document that cannot be read first, as OpenSearch does. */
  #find(
    id: string,
    routing: string | null,
    condition: WriteCondition,
    source: Uint8Array | null,
  ): Found | undefined {
    const current = this.#state.find(id);
    const conflict = condition === UNCONDITIONAL ? undefined : conflictOf(current, condition);
    if (conflict === undefined) return current;
    if (source !== null) this.#parseRefused(source, id, routing);
    throw versionConflict(this.context, id, conflict);
  }

  /** A document that is not kept extends the mapping all the same. */
  #parseRefused(source: Uint8Array, id: string, routing: string | null): void {
    this.context.parse(source, id, routing);
    this.#state.counters.indexFailed++;
    this.context.persistMetadata();
  }

  #next(
    kind: 'index' | 'delete',
    id: string,
    routing: string | null,
    source: Uint8Array | null,
    version: number,
  ): HistoryOperation {
    const seqNo = this.#state.checkpoint.maxSeqNo + 1;
    return { kind, id, routing, source, seqNo, primaryTerm: this.context.primaryTerm(), version };
  }
}
