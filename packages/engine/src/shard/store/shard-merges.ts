import { assert } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { removeSegment } from '../../segment/segment-file.ts';
import { findExpunge, findForcedMerge, findMerge, type MergeRange } from './merge-policy.ts';
import type { MergeOutcome } from './merge-runner.ts';
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

/** Runs the merges of one shard, one at a time. */
export class ShardMerges {
  readonly #context: ShardContext;
  readonly #store: ShardStore;
  readonly #counters: ShardCounters;
  readonly #onDamage: (damage: ApiError) => void;
  /** Ends when what has been asked for so far has had its turn; never rejects. */
  #turn: Promise<void> = Promise.resolve();
  /** Those that run or wait for their turn. */
  #waiting = 0;
  /** Clock.nanos(): the wall clock may be set. */
  #pausedUntilNanos = 0;
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
  }

  /** Starts a merge in the background when the policy wants one and nothing merges. */
  schedule(): void {
    if (this.#closed || this.#waiting > 0 || this.#isPaused()) return;
    if (this.#wanted({}) === undefined) return;
    void this.#inTurn(() => this.#mergeInBackground());
  }

  /** Resolves when nothing merges and nothing waits to. */
  async idle(): Promise<void> {
    while (this.#waiting > 0) await this.#turn;
  }

  /** Merges until the wish is fulfilled, or the shard is closed; rejects with ApiError when a merge fails. */
  async force(options: ForceMergeOptions): Promise<void> {
    const { index, shard } = this.#context;
    await this.#inTurn(async () => {
      for (let range = this.#wanted(options); range !== undefined; range = this.#wanted(options)) {
        await this.#run(range);
      }
    }).catch((error: unknown) => {
      throw mergeFailed(index, shard, error);
    });
    this.schedule();
  }

  /** No further merge begins, and the result of a running one is dropped. */
  close(): void {
    this.#closed = true;
  }

  /** One after the other: what a merge takes as its input is chosen when the one before has put its result in. */
  #inTurn(action: () => Promise<void>): Promise<void> {
    this.#waiting++;
    const run = this.#turn.then(action).finally(() => {
      this.#waiting--;
    });
    this.#turn = run.then(noop, noop);
    return run;
  }

  /** As long as the policy wants it and nobody else waits. */
  async #mergeInBackground(): Promise<void> {
    try {
      for (let range = this.#wanted({}); range !== undefined; range = this.#wanted({})) {
        await this.#run(range);
        if (this.#waiting > 1) return;
      }
    } catch (error) {
      if (this.#closed) return;
      const { clock, log, index, shard } = this.#context;
      this.#pausedUntilNanos = clock.nanos() + RETRY_AFTER_MS * 1e6;
      const fields = { index, shard, error: String(error) };
      log.log('error', 'index.merge', 'merge failed; will be tried again', fields);
    }
  }

  #isPaused(): boolean {
    return this.#context.clock.nanos() < this.#pausedUntilNanos;
  }

  #wanted(options: ForceMergeOptions): MergeRange | undefined {
    if (this.#closed) return undefined;
    // Only published deletes go away in a merge, so only these count.
    const segments = this.#store.data();
    if (options.onlyExpungeDeletes === true) return findExpunge(segments, EXPUNGE_DELETES_PCT);
    if (options.maxNumSegments === undefined) return findMerge(segments, this.#context.settings());
    return findForcedMerge(segments, Math.max(1, options.maxNumSegments));
  }

  async #run(range: MergeRange): Promise<void> {
    const { clock, merges, directory } = this.#context;
    const inputs = this.#store.segments.all.slice(range.from, range.to);
    assert(!inputs.some((each) => each.merging), 'a segment is merged once');
    const published = inputs.map((each) => each.data);
    const docs = published.reduce((sum, each) => sum + each.maxDoc - each.deletedDocs, 0);
    const bytes = published.reduce((sum, each) => sum + each.sizeInBytes, 0);
    const { name, generation } = this.#store.newTarget();
    for (const each of inputs) each.merging = true;
    this.#count(1, docs, bytes);
    const startNanos = clock.nanos();
    try {
      const codec = this.#context.codec();
      const outcome = await merges.merge({ inputs: published, directory, name, generation, codec });
      if (this.#closed) {
        removeSegment(this.#context.disk, { directory, name });
        return;
      }
      for (const each of inputs) each.merging = false;
      this.#install(inputs, outcome);
      this.#counters.mergesTotal++;
      this.#counters.mergesDocs += docs;
      this.#counters.mergesBytes += bytes;
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
      for (const each of inputs) each.merging = false;
      this.#count(-1, docs, bytes);
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
   * pending until the refresh that also shows what replaces the documents. Then the result takes the place of
   * the inputs.
   */
  #install(inputs: readonly WriterSegment[], outcome: MergeOutcome): void {
    const { disk } = this.#context;
    const merged = new WriterSegment(outcome.segment, disk, true);
    carryDeletes(inputs, outcome, merged, (input, doc) => input.isPublishedLive(doc));
    merged.publish(disk);
    const empty = merged.data.deletedDocs === merged.maxDoc;
    if (empty) removeSegment(disk, outcome.segment);
    else carryDeletes(inputs, outcome, merged, (input, doc) => input.isLive(doc));
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
