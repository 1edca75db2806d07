import { assert } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { removeSegment } from '../../segment/segment-file.ts';
import { findExpunge, findForcedMerge, findMerge, type MergeRange } from './merge-policy.ts';
import type { MergeOutcome } from './merge-runner.ts';
import { MergeThrottle } from './merge-throttle.ts';
import { WriterSegment } from './segment-set.ts';
import type { ShardContext } from './shard-context.ts';
import type { ShardCounters } from './shard-counters.ts';
import type { ShardStore } from './shard-store.ts';

/** After a failed merge (a full disk, say) the next try waits. */
const RETRY_AFTER_MS = 60_000;
/** Share of deletes (percent) from which `only_expunge_deletes` writes a segment anew. */
const EXPUNGE_DELETES_PCT = 10;

export interface ForceMergeOptions {
  readonly maxNumSegments?: number;
  readonly onlyExpungeDeletes?: boolean;
}

/** A merge that runs or waits: its inputs are nobody else's. */
interface PlannedMerge {
  readonly inputs: readonly WriterSegment[];
  readonly bytes: number;
  /** Part of a force merge, which has a thread beside those of the others. */
  readonly forced: boolean;
  /** Ends with the merge, however it does; undefined while it waits. */
  running: Promise<void> | undefined;
}

/**
 * Plans and runs the merges of one shard: all that the policy wants are planned at once, the smallest run first,
 * `index.merge.scheduler.max_thread_count` beside each other, and where more than `max_merge_count` are planned, what is
 * written waits. A force merge takes the segments that are there when it begins; younger ones merge as ever.
 */
export class ShardMerges {
  readonly throttle: MergeThrottle;
  readonly #context: ShardContext;
  readonly #store: ShardStore;
  readonly #counters: ShardCounters;
  readonly #onDamage: (damage: ApiError) => void;
  readonly #planned = new Set<PlannedMerge>();
  /** Ends when the force merges that were asked for so far have; never rejects. */
  #turn: Promise<void> = Promise.resolve();
  /** Force merges that run or wait for their turn. */
  #forces = 0;
  /** Clock.nanos(): the wall clock may be set. */
  #pausedUntilNanos = 0;
  #cancelRetry: (() => void) | undefined;
  #closed = false;

  /** `onDamage` is called when a merge finds a segment that is not as it was written. */
  constructor(
    context: ShardContext,
    store: ShardStore,
    counters: ShardCounters,
    onDamage: (damage: ApiError) => void,
  ) {
    this.#onDamage = onDamage;
    this.#context = context;
    this.#store = store;
    this.#counters = counters;
    this.throttle = new MergeThrottle(context, context.handed()?.throttledMs);
  }

  /** Merges run or wait. */
  get isBusy(): boolean {
    return this.#planned.size > 0 || this.#forces > 0;
  }

  /** Starts in the background what the policy wants of segments that do not merge yet. Also called when settings change. */
  schedule(): void {
    if (this.#closed) return;
    if (!this.#isPaused()) {
      for (let range = this.#wanted(); range !== undefined; range = this.#wanted()) this.#plan(range);
      this.#startWaiting();
    }
    this.#look();
  }

  /** Resolves when nothing merges and nothing waits to. */
  async idle(): Promise<void> {
    while (this.isBusy) {
      await Promise.all([...this.#planned].flatMap((each) => each.running ?? []));
      await this.#turn;
    }
  }

  /** Merges until the wish is fulfilled, or the shard is closed; rejects with ApiError when a merge fails. */
  async force(options: ForceMergeOptions): Promise<void> {
    const { index, shard } = this.#context;
    this.#forces++;
    const run = this.#turn
      .then(() => this.#force(options))
      .finally(() => {
        this.#forces--;
        this.schedule();
      });
    this.#turn = run.then(noop, noop);
    await run.catch((error: unknown) => {
      throw mergeFailed(index, shard, error);
    });
  }

  /** No further merge begins, and the result of a running one is dropped. */
  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#dropWaiting();
    this.throttle.end();
  }

  #look(): void {
    if (!this.#closed) this.throttle.look(this.#planned.size, this.#context.settings().mergesMax);
  }

  #isPaused(): boolean {
    return this.#context.clock.nanos() < this.#pausedUntilNanos;
  }

  /** What the policy wants next of segments that are free. Only published deletes go away in a merge, so only these count. */
  #wanted(): MergeRange | undefined {
    const candidates = this.#store.segments.all.map(({ data, merging, forced }) => {
      const { sizeInBytes, maxDoc, deletedDocs } = data;
      return { sizeInBytes, maxDoc, deletedDocs, merging: merging || forced };
    });
    return findMerge(candidates, this.#context.settings());
  }

  #plan({ from, to }: MergeRange, forced = false): PlannedMerge {
    const inputs = this.#store.segments.all.slice(from, to);
    assert(!inputs.some((each) => each.merging), 'a segment is merged once');
    for (const each of inputs) each.merging = true;
    const bytes = inputs.reduce((sum, each) => sum + each.sizeInBytes, 0);
    const planned: PlannedMerge = { inputs, bytes, forced, running: undefined };
    this.#planned.add(planned);
    return planned;
  }

  /** As many as may run beside each other, the smallest first. */
  #startWaiting(): void {
    const { mergeThreadsMax } = this.#context.settings();
    const all = [...this.#planned].filter((each) => !each.forced);
    const waiting = all.filter((each) => each.running === undefined).sort((a, b) => a.bytes - b.bytes);
    const free = mergeThreadsMax - (all.length - waiting.length);
    for (const planned of waiting.slice(0, Math.max(0, free))) {
      planned.running = this.#run(planned)
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.schedule());
    }
  }

  /** After a failure in the background nothing begins for a while, and what waited may change until then. */
  #failed(error: unknown): void {
    if (this.#closed) return;
    const { clock, log, index, shard } = this.#context;
    this.#pausedUntilNanos = clock.nanos() + RETRY_AFTER_MS * 1e6;
    this.#cancelRetry?.();
    this.#cancelRetry = clock.after(RETRY_AFTER_MS, () => this.schedule());
    this.#dropWaiting();
    const fields = { index, shard, error: String(error) };
    log.log('error', 'index.merge', 'merge failed; will be tried again', fields);
  }

  #dropWaiting(): void {
    for (const planned of this.#planned) if (planned.running === undefined) this.#free(planned);
  }

  #free(planned: PlannedMerge): void {
    this.#planned.delete(planned);
    for (const each of planned.inputs) each.merging = false;
  }

  /** Its segments are those that are there now, and what merges make of them: later ones are not waited for. */
  async #force(options: ForceMergeOptions): Promise<void> {
    this.#dropWaiting();
    for (const each of this.#store.segments.all) each.forced = true;
    const running = [...this.#planned].flatMap((each) => each.running ?? []);
    try {
      await Promise.all(running);
      for (let range = this.#forcedRange(options); range !== undefined; range = this.#forcedRange(options)) {
        const planned = this.#plan(range, true);
        this.#look();
        const run = this.#run(planned);
        planned.running = run.catch(noop);
        await run;
      }
    } finally {
      for (const each of this.#store.segments.all) each.forced = false;
    }
  }

  #forcedRange({ onlyExpungeDeletes, maxNumSegments }: ForceMergeOptions): MergeRange | undefined {
    if (this.#closed) return undefined;
    const all = this.#store.segments.all;
    // Neighbours from the oldest on: what came since stands behind them.
    const segments = all.filter((each) => each.forced).map((each) => each.data);
    if (onlyExpungeDeletes === true) return findExpunge(segments, EXPUNGE_DELETES_PCT);
    if (maxNumSegments === undefined) return findMerge(segments, this.#context.settings());
    return findForcedMerge(segments, Math.max(1, maxNumSegments));
  }

  async #run(planned: PlannedMerge): Promise<void> {
    const { clock, merges, directory } = this.#context;
    const { inputs, bytes, forced } = planned;
    const published = inputs.map((each) => each.data);
    const docs = published.reduce((sum, each) => sum + each.maxDoc - each.deletedDocs, 0);
    const { name, generation } = this.#store.newTarget();
    this.#count(1, docs, bytes);
    const startNanos = clock.nanos();
    try {
      const codec = this.#context.codec();
      const { mergeThreadsMax: threadsMax, mergesYield: yields } = this.#context.settings();
      const limits = { bytes, forced, threadsMax, yields };
      const outcome = await merges.merge({
        inputs: published,
        directory,
        name,
        generation,
        codec,
        sort: this.#context.sort(),
        ...limits,
      });
      this.#free(planned);
      if (this.#closed) {
        removeSegment(this.#context.disk, { directory, name });
        return;
      }
      this.#install(inputs, outcome);
      this.#counters.mergesTotal++;
      this.#counters.mergesDocs += docs;
      this.#counters.mergesBytes += bytes;
      this.#counters.mergesThrottledMs += outcome.heldBackMs;
      const tookNanos = clock.nanos() - startNanos;
      this.#counters.mergesTimeMs += tookNanos / 1e6;
      const { maxDoc, deletedDocs, sizeInBytes } = outcome.segment;
      this.#context.kept({ kind: 'merge', tookNanos, docs: maxDoc - deletedDocs, bytes: sizeInBytes });
    } catch (error) {
      this.#removeHalfWritten(name);
      // The files were taken away under it, or nobody wants the result any more.
      if (this.#closed) return;
      if (error instanceof ApiError && error.error.type === 'corrupt_index_exception') {
        this.#onDamage(error);
      }
      throw error;
    } finally {
      this.#free(planned);
      this.#count(-1, docs, bytes);
      this.#look();
    }
  }

  /** What a failed merge has written would fill the disk further. */
  #removeHalfWritten(name: string): void {
    const { disk, directory } = this.#context;
    if (this.#store.segments.all.some((each) => each.data.name === name)) return;
    try {
      removeSegment(disk, { directory, name });
    } catch {
      // The next opening of the shard removes it.
    }
  }

  /**
   * Deletes that came while the merge ran are carried over, those that searches see first: the others stay
   * pending until the refresh that also shows what replaces the documents, which may be under way. Then the result takes the
   * place of the inputs.
   */
  #install(inputs: readonly WriterSegment[], outcome: MergeOutcome): void {
    const { disk } = this.#context;
    const merged = new WriterSegment(outcome.segment, disk, true);
    carryDeletes(inputs, outcome, merged, (input, doc) => input.isPublishedLive(doc));
    merged.publish(disk);
    merged.forced = inputs.some((each) => each.forced);
    const empty = merged.data.deletedDocs === merged.maxDoc;
    if (empty) removeSegment(disk, outcome.segment);
    else {
      carryDeletes(inputs, outcome, merged, (input, doc) => input.isFrozenLive(doc));
      merged.freezeDeletes();
      carryDeletes(inputs, outcome, merged, (input, doc) => input.isLive(doc));
    }
    this.#store.segments.replace(inputs, empty ? undefined : merged);
    this.#store.publish(inputs);
  }

  #count(sign: 1 | -1, docs: number, bytes: number): void {
    this.#counters.mergesCurrent += sign;
    this.#counters.mergesCurrentDocs += sign * docs;
    this.#counters.mergesCurrentBytes += sign * bytes;
  }
}

function carryDeletes(
  inputs: readonly WriterSegment[],
  outcome: MergeOutcome,
  merged: WriterSegment,
  isLive: (input: WriterSegment, doc: number) => boolean,
): void {
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i]!;
    const remap = outcome.remaps[i]!;
    for (let doc = 0; doc < remap.length; doc++) {
      const target = remap[doc]!;
      if (target >= 0 && !isLive(input, doc)) merged.markDeleted(target);
    }
  }
}

function noop(): void {}

function mergeFailed(index: string, shard: number, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const cause = error instanceof Error ? error.message : String(error);
  const reason = `[${index}][${shard}] could not be merged: ${cause}`;
  return new ApiError({ type: 'illegal_state_exception', reason }, { cause: error });
}
