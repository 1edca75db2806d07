import { assert } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { HistoryOperation } from '@sextant/engine';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { EmbeddedContext } from '../context.ts';
import type { FollowerFigures } from './follower-figures.ts';
import type { LeaderIndex } from './leader-index.ts';
import type { MetadataWatch } from './metadata-watch.ts';
import { untilDone } from './retries.ts';

/** Operations of one call, all that are on their way beside each other. */
const BYTES_MAX = 32 * 1024 * 1024;
const MAPPING_TRIES = 3;
/** A shard to which nothing came for so long waits together with others. */
const ALONE_MS = 5000;

interface FollowShard {
  readonly context: Pick<EmbeddedContext, 'clock' | 'engine' | 'settings'>;
  readonly index: string;
  readonly shard: number;
  readonly leader: LeaderIndex;
  readonly leaderUuid: string;
  readonly history: string;
  readonly figures: FollowerFigures;
  readonly signal: AbortSignal;
  readonly watch: MetadataWatch;
  /** The mapping of the leader becomes ours. */
  readonly syncMapping: () => Promise<void>;
}

/** Reads operations of one shard of the leader, some calls ahead, and does them in their order. */
export class ShardFollower {
  readonly #options: FollowShard;
  /** As the leader said last. */
  leaderCheckpoint = -1;
  /** Of an operation on the average, in bytes. */
  #operationBytes = 512;
  /** Milliseconds of the clock that is never set: when the leader answered last, and since when it has had more than is here. */
  #answeredMs: number;
  #behindSinceMs: number | undefined;
  /** When something came last. */
  #cameMs: number;
  /** The last call has failed. */
  #isFailing = false;

  constructor(options: FollowShard) {
    this.#options = options;
    this.#answeredMs = this.#nowMs();
    this.#behindSinceMs = this.#answeredMs;
    this.#cameMs = this.#answeredMs;
  }

  #nowMs(): number {
    return this.#options.context.clock.nanos() / 1e6;
  }

  /** How old the oldest change is that may be missing here; 0 where all that the leader has told of is here. */
  get lagMs(): number {
    const sinceMs = this.#behindSinceMs ?? (this.#isFailing ? this.#answeredMs : undefined);
    return sinceMs === undefined ? 0 : Math.max(0, this.#nowMs() - sinceMs);
  }

  /** Ends when nobody wants it any more; rejects with what no repetition mends. */
  async run(): Promise<void> {
    const { context, index, shard, signal } = this.#options;
    const { checkpoint } = await context.engine.history.state(index, shard);
    this.leaderCheckpoint = Math.max(this.leaderCheckpoint, checkpoint);
    let next = checkpoint + 1;
    // How far the leader is, before anything is waited for.
    next += await this.#ask(next, 0);
    while (!signal.aborted) {
      if (this.leaderCheckpoint < next) next += await this.#wait(next);
      else next = await this.#catchUp(next, this.leaderCheckpoint);
    }
  }

  /** Alone while something comes often, which is there at once then; else with others. Answers how much was done. */
  async #wait(next: number): Promise<number> {
    const { leader, leaderUuid, shard, signal, context, watch } = this.#options;
    if (this.#nowMs() - this.#cameMs < ALONE_MS && leader.beginAlone()) {
      try {
        return await this.#ask(next, ALONE_MS);
      } finally {
        leader.endAlone();
      }
    }
    await untilDone({ clock: context.clock, signal, onFailure: (error) => this.#failed(error) }, () =>
      leader.wait(leaderUuid, { shard, from: next, watch }, signal),
    );
    this.#answered();
    return signal.aborted ? 0 : await this.#ask(next, 0);
  }

  #failed({ status }: { readonly status: number }): void {
    const { figures } = this.#options;
    this.#isFailing = true;
    if (status === 429) figures.throttledReads++;
    else figures.failedReads++;
  }

  #answered(): void {
    this.#isFailing = false;
    this.#answeredMs = this.#nowMs();
  }

  /** One call, which may wait for something new. Answers how much was done. */
  async #ask(next: number, waitMs: number): Promise<number> {
    const operations = await this.#read(next, next + this.#batch() - 1, next, waitMs);
    if (operations.length > 0) this.#cameMs = this.#nowMs();
    await this.#apply(operations);
    this.#reached(next + operations.length - 1);
    return operations.length;
  }

  #reached(checkpoint: number): void {
    if (checkpoint >= this.leaderCheckpoint) this.#behindSinceMs = undefined;
    else this.#behindSinceMs ??= this.#nowMs();
  }

  /** Ranges are asked for beside each other and done one after the other. */
  async #catchUp(next: number, last: number): Promise<number> {
    const { settings } = this.#options.context;
    const readers = replicationSetting(settings, 'replication.follower.concurrent_readers_per_shard');
    const coming: Promise<readonly HistoryOperation[]>[] = [];
    let [asked, done] = [next, next];
    const ask = (): void => {
      const [from, to] = [asked, Math.min(last, asked + this.#batch() - 1)];
      asked = to + 1;
      const range = this.#readAll(from, to, done);
      // Whoever comes to it hears of it; until then it is no unhandled rejection.
      range.catch(() => {});
      coming.push(range);
    };
    try {
      while (asked <= last && coming.length < readers) ask();
      for (let range = coming.shift(); range !== undefined; range = coming.shift()) {
        const operations = await range;
        if (asked <= last) ask();
        await this.#apply(operations);
        done += operations.length;
        this.#reached(done - 1);
        if (this.#options.signal.aborted) break;
      }
    } finally {
      await Promise.allSettled(coming);
    }
    return done;
  }

  #batch(): number {
    const { settings } = this.#options.context;
    const most = replicationSetting(settings, 'replication.follower.index.ops_batch_size');
    const readers = replicationSetting(settings, 'replication.follower.concurrent_readers_per_shard');
    return Math.min(most, Math.max(16, Math.floor(BYTES_MAX / readers / this.#operationBytes)));
  }

  /** The whole range, by as many calls as it takes. */
  async #readAll(from: number, to: number, retain: number): Promise<readonly HistoryOperation[]> {
    const all: HistoryOperation[] = [];
    while (from + all.length <= to && !this.#options.signal.aborted) {
      const some = await this.#read(from + all.length, to, retain, 0);
      if (some.length === 0) throw apiError('illegal_state_exception', 'the leader has less than it said');
      for (const operation of some) all.push(operation);
    }
    return all;
  }

  async #read(
    from: number,
    to: number,
    retain: number,
    waitMs: number,
  ): Promise<readonly HistoryOperation[]> {
    const { leader, leaderUuid, history, shard, signal, figures, context } = this.#options;
    const onFailure = (error: { readonly status: number }): void => this.#failed(error);
    const request = { shard, history, from, to, retain, waitMs };
    return await untilDone({ clock: context.clock, signal, onFailure }, async () => {
      const { operations, checkpoint, bytes } = await leader.changes(leaderUuid, request, signal);
      const isInOrder = operations.every(({ seqNo }, at) => seqNo === from + at);
      if (!isInOrder) throw apiError('illegal_state_exception', 'operations of the leader have a gap');
      this.#answered();
      if (operations.length > 0) this.#behindSinceMs ??= this.#answeredMs;
      this.leaderCheckpoint = Math.max(this.leaderCheckpoint, checkpoint);
      figures.operationsRead += operations.length;
      if (operations.length > 0) {
        this.#operationBytes = Math.max(1, (this.#operationBytes + bytes / operations.length) / 2);
      }
      return operations;
    });
  }

  async #apply(operations: readonly HistoryOperation[]): Promise<void> {
    const { context, index, shard, signal, figures, syncMapping } = this.#options;
    const { clock, engine } = context;
    let [done, tries] = [0, 0];
    const onFailure = ({ status }: { readonly status: number }): void => {
      if (status === 429) figures.throttledWrites++;
      else figures.failedWrites++;
    };
    while (done < operations.length && !signal.aborted) {
      const started = clock.nanos();
      const rest = done === 0 ? operations : operations.slice(done);
      const { applied, needsMapping } = await untilDone({ clock, signal, onFailure }, () =>
        engine.history.apply(index, shard, rest),
      );
      figures.writeMillis += (clock.nanos() - started) / 1e6;
      figures.operationsWritten += applied;
      done += applied;
      tries = applied > 0 ? 0 : tries + 1;
      assert(applied > 0 || needsMapping, 'operations are done, or something is missing');
      if (tries > MAPPING_TRIES) throw noField(index, shard, rest[0]);
      if (needsMapping) await untilDone({ clock, signal, onFailure }, syncMapping);
    }
  }
}

function noField(index: string, shard: number, operation: HistoryOperation | undefined): Error {
  const reason = `document [${operation?.id ?? ''}] of [${index}][${shard}] has a field that its leader does not map`;
  return apiError('mapper_parsing_exception', reason);
}
