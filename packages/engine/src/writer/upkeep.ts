import { ApiError } from '@sextant/contract';
import type { BufferAccount } from './buffer-account.ts';
import type { IndexWriter } from './index-writer.ts';
import { letOthersIn } from './turns.ts';

/** All indexing buffers together; one alone has a limit of its own. */
export const BUFFERS_LIMIT_BYTES = 192 * 1024 * 1024;
/** So many bytes of bodies pass between two measurements of all buffers. */
const CHECK_BUFFERS_BYTES = 4 * 1024 * 1024;
/** Bodies that may be taken while work is due; from there on it is done before the next one is. */
const BEHIND_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Keeps buffers and logs within their bounds after writes: builds segments that are full, flushes logs that are
 * long. One shard in a turn of the event loop, so that answers and other calls come in between.
 */
export class Upkeep {
  readonly #indices: () => Iterable<IndexWriter>;
  readonly #account: BufferAccount;
  readonly #due = new Map<IndexWriter, Set<number>>();
  #scheduled = false;
  #uncheckedBytes = 0;
  #behindBytes = 0;

  /** `account`: what the buffers of all writers hold. */
  constructor(indices: () => Iterable<IndexWriter>, account: BufferAccount) {
    this.#indices = indices;
    this.#account = account;
  }

  /** Operations were applied to these shards. */
  written(index: IndexWriter, shards: Iterable<number>): void {
    const due = this.#due.get(index) ?? new Set();
    this.#due.set(index, due);
    for (const shard of shards) due.add(shard);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  /** Called before a body is applied: where too much came since, the work is done first. */
  makeRoom(bytes: number): void {
    this.#uncheckedBytes += bytes;
    this.#behindBytes += bytes;
    if (this.#behindBytes > BEHIND_BYTES_MAX) this.#catchUp();
  }

  #turn(): void {
    this.#scheduled = false;
    if (!this.#step()) {
      this.#behindBytes = 0;
      return;
    }
    this.#scheduled = true;
    void letOthersIn().then(() => this.#turn());
  }

  #catchUp(): void {
    while (this.#step());
    this.#behindBytes = 0;
  }

  /** Up to the first shard that had something to do; false when nothing is due any more. */
  #step(): boolean {
    for (const [index, shards] of this.#due) {
      for (const shard of shards) {
        shards.delete(shard);
        if (attempt(() => index.keepBounds(shard))) return true;
      }
      this.#due.delete(index);
    }
    if (this.#uncheckedBytes < CHECK_BUFFERS_BYTES) return false;
    this.#uncheckedBytes = 0;
    return attempt(() => this.#boundBuffers());
  }

  /**
   * Keeps the memory of all indexing buffers together, those of other writers too, within its bound: a writer whose own
   * take more than their share refreshes its largest.
   */
  #boundBuffers(): boolean {
    let own = 0;
    let largest: { readonly bufferBytes: number; refreshAside(): void } | undefined;
    for (const index of this.#indices()) {
      if (index.isWaiting) continue;
      for (const shard of index.openShardWriters()) {
        if (shard.failure !== undefined) continue;
        own += shard.bufferBytes;
        if (largest === undefined || shard.bufferBytes > largest.bufferBytes) largest = shard;
      }
    }
    const isOver = this.#account.total(own) > BUFFERS_LIMIT_BYTES;
    if (!isOver || own <= BUFFERS_LIMIT_BYTES / this.#account.writers) return false;
    largest?.refreshAside();
    return true;
  }
}

/** A shard that fails has reported it, and refuses what comes. */
function attempt(action: () => boolean): boolean {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return true;
  }
}
