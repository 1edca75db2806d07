import type { WrittenSegment } from '../../segment/write-segment.ts';
import type { SegmentBuild } from '../store/segment-builds.ts';
import { RefreshListeners } from './refresh-listeners.ts';
import { BUFFER_LIMIT_BYTES, type ShardState } from './shard-state.ts';

/** Of the buffer within a batch: after the batch `BUFFER_LIMIT_BYTES` bounds it. */
const BATCH_LIMIT_BYTES = 4 * BUFFER_LIMIT_BYTES;

/** What a refresh that began shows when it ends. */
interface Beginning {
  readonly operations: number;
  readonly startNanos: number;
}

/**
 * Makes what was written to a shard searchable, at once or by way of another thread, and answers those who wait for it. One
 * segment is made at a time, so that they are shown in the order in which they came.
 */
export class ShardRefresh {
  readonly listeners = new RefreshListeners();
  readonly #state: ShardState;
  readonly #done: () => void;
  #coveredOperations = 0;
  /** Another refresh was asked for while one is under way. */
  #again = false;
  #built: Promise<void> | undefined;
  /** What is being made, until somebody waits for it. */
  #unhurried: SegmentBuild | undefined;

  /** `done` is called after every refresh but those by `now`. */
  constructor(state: ShardState, done: () => void) {
    this.#state = state;
    this.#done = done;
  }

  /** The count of operations that the published segments cover. */
  get coveredOperations(): number {
    return this.#coveredOperations;
  }

  /**
   * Resolves when the segment that is being made is shown, or is not wanted any more; undefined where none is. Who asks waits for it,
   * so it is hurried.
   */
  built(): Promise<void> | undefined {
    this.#unhurried?.hurry();
    this.#unhurried = undefined;
    return this.#built;
  }

  /** What is written waits for this: both buffers are full. */
  get room(): Promise<void> | undefined {
    return this.#built !== undefined && this.isFull ? this.built() : undefined;
  }

  /** The buffer that fills is to become a segment. */
  get isFull(): boolean {
    const { store, versions } = this.#state;
    return store.fillBytes + versions.liveBytes > BUFFER_LIMIT_BYTES;
  }

  /** Everything is searchable when it returns. False where there was nothing to do. */
  now(): boolean {
    const { store, versions, operationCount } = this.#state;
    this.#coveredOperations = operationCount;
    const changed = store.refresh();
    if (changed) versions.clearLive();
    this.#state.pruneDeletes();
    this.listeners.answerAll();
    return changed;
  }

  /**
   * Begins to make everything so far searchable, where that is worth another thread; false where `now` is to be called. While a
   * segment is being made, the next refresh follows it.
   */
  begin(): boolean {
    const { store, versions, operationCount: operations, context } = this.#state;
    if (store.isBuilding) {
      this.#again = true;
      return true;
    }
    const startNanos = context.clock.nanos();
    const build = store.beginBuild();
    if (build === undefined) return false;
    versions.freeze();
    this.listeners.freeze();
    const built: Promise<void> = build.outcome
      .then(
        (made) => this.#take(build, made, { operations, startNanos }),
        (error: unknown) => this.#failed(build, error),
      )
      .then(() => this.#end(built));
    this.#built = built;
    this.#unhurried = build;
    return true;
  }

  /**
   * Called before each operation: within one batch, a document that is copied to many fields may take a thousand times what it is long,
   * and a buffer holds less than 4 GiB. Throws ApiError.
   */
  makeRoom(): void {
    if (this.#state.store.outgrows(BATCH_LIMIT_BYTES)) this.atOnce();
  }

  /** As `begin`, and what little there is at once. Throws ApiError. */
  soon(): void {
    if (!this.#state.guard(() => this.begin())) this.atOnce();
  }

  /** As `now`. Throws ApiError. */
  atOnce(): void {
    this.#state.guard(() => this.now());
    this.#done();
  }

  /** Resolves when everything so far is searchable, or the shard is closed. Rejects with ApiError. */
  async ended(): Promise<void> {
    while (this.#built !== undefined) await this.built();
    if (this.#state.failure === undefined) this.soon();
    await this.built();
    const { failure } = this.#state;
    if (failure !== undefined && failure.error.type !== 'index_closed_exception') throw failure;
  }

  #take(build: SegmentBuild, made: WrittenSegment, { operations, startNanos }: Beginning): void {
    const { store, versions, failure } = this.#state;
    if (failure !== undefined) {
      store.dropBuild(build);
      return;
    }
    this.#attempt(() => {
      const before = this.#coveredOperations;
      this.#coveredOperations = operations;
      if (!store.endBuild(build, made, startNanos)) {
        this.#coveredOperations = before;
        return;
      }
      versions.clearFrozen();
      this.#state.pruneDeletes();
      this.listeners.answerFrozen();
      if (!store.isDirty) this.listeners.answerAll();
    });
  }

  /** Nothing is lost: the buffer is still there, and its segment is made here. */
  #failed(build: SegmentBuild, error: unknown): void {
    const { store, failure, context } = this.#state;
    store.dropBuild(build);
    if (failure !== undefined || !store.awaits(build)) return;
    const { log, index, shard } = context;
    const fields = { index, shard, error: String(error) };
    log.log('warn', 'index.shard', 'a segment could not be made in its thread; it is made once more', fields);
    this.#attempt(() => this.now());
  }

  #end(built: Promise<void>): void {
    if (this.#built === built) {
      this.#built = undefined;
      this.#unhurried = undefined;
    }
    if (this.#state.failure !== undefined) return;
    this.#done();
    if (!this.#again) return;
    this.#again = false;
    // What waited for this one comes first.
    setImmediate(() => {
      if (this.#state.failure === undefined && this.#state.store.isDirty) {
        this.#attempt(() => this.soon());
      }
    });
  }

  /** A shard that fails has reported it. */
  #attempt(action: () => unknown): void {
    try {
      this.#state.guard(action);
    } catch {
      this.listeners.answerAll();
    }
  }
}
