import { ApiError } from '@sextant/contract';
import type { WriteResult } from '../shard/index/write-batch.ts';
import type { IndexWriter } from './index-writer.ts';
import type { WritePass } from './write-pass.ts';

interface Waiting {
  readonly index: IndexWriter;
  readonly pass: WritePass;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Acknowledges write passes together: all that were applied within one turn of the event loop share the syncs
 * of their shards, so that many small writers cost one fsync.
 */
export class GroupCommit {
  #waiting: Waiting[] = [];

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
    if (waiting.length === 0) return;
    for (const each of waiting) this.#makeDurable(each);
    for (const each of waiting) this.#acknowledge(each);
  }

  #makeDurable({ index, pass }: Waiting): void {
    for (const [number, shard] of pass.touched) {
      try {
        index.persistMapping();
        if (index.durability === 'request') shard.sync();
        else if (shard.failure !== undefined) throw shard.failure;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        pass.failShard(number, error.error);
      }
    }
  }

  #acknowledge({ index, pass, resolve, reject }: Waiting): void {
    try {
      if (pass.touched.size === 0) {
        resolve(pass.result());
      } else if (pass.batch.refresh === 'wait_for') {
        this.#afterRefresh(pass).then(() => resolve(pass.result()), reject);
      } else {
        if (pass.batch.refresh === 'true') {
          // A shard that failed has failed the operations already.
          for (const shard of pass.touched.values()) if (shard.failure === undefined) shard.refresh();
          pass.forcedRefresh = true;
        }
        resolve(pass.result());
      }
      index.afterWrite(pass.touched.keys());
    } catch (error) {
      reject(error);
    }
  }

  async #afterRefresh(pass: WritePass): Promise<void> {
    await Promise.all(
      [...pass.touched.values()].map(
        (shard) =>
          new Promise<void>((resolve) => {
            if (shard.onRefresh(resolve)) pass.forcedRefresh = true;
          }),
      ),
    );
  }
}
