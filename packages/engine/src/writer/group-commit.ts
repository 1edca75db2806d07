import type { Clock } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { WriteResult } from '../shard/index/write-batch.ts';
import { isOfDisk } from '../shard/write/shard-failure.ts';
import type { ShardWriter } from '../shard/write/shard-writer.ts';
import type { IndexWriter } from './index-writer.ts';
import { makeSearchable } from './make-searchable.ts';
import { nextTurn } from './turns.ts';
import type { Upkeep } from './upkeep.ts';
import type { WritePass } from './write-pass.ts';

/**
 * From so many bytes of bodies on a group is committed at once: who sent them can send the next while those of others, which
 * may have come already, are applied.
 */
const GROUP_BYTES = 512 * 1024;
/** A disk that takes long to sync gets fewer and larger groups: applying so many bytes takes some eight times as long. */
const BYTES_PER_SYNC_NANO = 0.4;

interface Waiting {
  readonly index: IndexWriter;
  readonly pass: WritePass;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Acknowledges write passes together: all that were applied within one turn of the event loop share the syncs
 * of their shards, so that many small writers cost one fsync. Large bodies do not wait for others of their turn. What takes
 * long (segments that are full, refreshes that were asked for) comes in a later turn: the answers of this one are on their way by
 * then.
 */
export class GroupCommit {
  readonly #upkeep: Upkeep;
  readonly #clock: Pick<Clock, 'nanos'>;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** How long the syncs of the last group took. */
  #syncNanos = 0;

  constructor(upkeep: Upkeep, clock: Pick<Clock, 'nanos'>) {
    this.#upkeep = upkeep;
    this.#clock = clock;
  }

  /** Resolves when the pass is durable (as its index demands) and, where it asks, searchable. */
  add(index: IndexWriter, pass: WritePass): Promise<WriteResult> {
    const answered = new Promise<WriteResult>((resolve, reject) => {
      this.#waiting.push({ index, pass, resolve, reject });
    });
    this.#waitingBytes += pass.batch.source.length;
    if (this.#waitingBytes >= Math.max(GROUP_BYTES, this.#syncNanos * BYTES_PER_SYNC_NANO)) this.flush();
    // After the messages that have arrived already: a microtask would run before the next of them.
    else if (this.#waiting.length === 1) setImmediate(() => this.flush());
    return answered;
  }

  /** Commits what waits now, before a call that must come after it. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    const started = this.#clock.nanos();
    for (const each of waiting) this.#makeDurable(each);
    this.#syncNanos = this.#clock.nanos() - started;
    for (const each of waiting) this.#acknowledge(each);
  }

  /** As `flush`, and the answers go out before what follows: for calls that may take long. */
  async flushAndAnswer(): Promise<void> {
    if (this.#waiting.length === 0) return;
    this.flush();
    await nextTurn();
  }

  #makeDurable({ index, pass }: Waiting): void {
    for (const [number, shard] of pass.touched) {
      try {
        this.#persistMetadata(index, shard);
        if (index.durability === 'request') shard.sync();
        else if (shard.failure !== undefined) throw shard.failure;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        pass.failShard(number, error.error);
      }
    }
  }

  /**
   * Where it cannot, operations of the shard have brought what nobody knows of: they are given up with it. Where they need not be durable
   * yet, neither need this be.
   */
  #persistMetadata(index: IndexWriter, shard: ShardWriter): void {
    try {
      index.persistMetadata();
    } catch (error) {
      if (index.durability === 'async' && error instanceof ApiError && isOfDisk(error.cause)) return;
      throw shard.damage.lacks(error);
    }
  }

  #acknowledge({ index, pass, resolve, reject }: Waiting): void {
    const { refresh } = pass.batch;
    if (pass.touched.size === 0 || refresh === 'false') resolve(pass.result());
    else this.#afterRefresh(pass, refresh).then(resolve, reject);
    index.written();
    this.#upkeep.written(index, pass.touched.keys());
  }

  async #afterRefresh(pass: WritePass, refresh: 'true' | 'wait_for'): Promise<WriteResult> {
    if (refresh === 'true') await nextTurn();
    const { forced, failures } = await makeSearchable(pass.touched, refresh);
    pass.forcedRefresh = forced;
    for (const [shard, cause] of failures) pass.failShard(shard, cause);
    return pass.result();
  }
}
