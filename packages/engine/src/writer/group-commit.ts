import { ApiError } from '@sextant/contract';
import type { WriteResult } from '../shard/index/write-batch.ts';
import type { IndexWriter } from './index-writer.ts';
import { makeSearchable } from './make-searchable.ts';
import { nextTurn } from './turns.ts';
import type { Upkeep } from './upkeep.ts';
import type { WritePass } from './write-pass.ts';

interface Waiting {
  readonly index: IndexWriter;
  readonly pass: WritePass;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Acknowledges write passes together: all that were applied within one turn of the event loop share the syncs
 * of their shards, so that many small writers cost one fsync. What takes long (segments that are full, refreshes
 * that were asked for) comes in a later turn: the answers of this one are on their way by then.
 */
export class GroupCommit {
  readonly #upkeep: Upkeep;
  #waiting: Waiting[] = [];

  constructor(upkeep: Upkeep) {
    this.#upkeep = upkeep;
  }

  /** Resolves when the pass is durable (as its index demands) and, where it asks, searchable. */
  add(index: IndexWriter, pass: WritePass): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ index, pass, resolve, reject });
      // After the messages that have arrived already: a microtask would run before the next of them.
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits what waits now, before a call that must come after it. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) this.#makeDurable(each);
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
        index.persistMetadata();
        if (index.durability === 'request') shard.sync();
        else if (shard.failure !== undefined) throw shard.failure;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        pass.failShard(number, error.error);
      }
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
