import type { Clock, Log } from '@sextant/base';
import type { ShardWriter } from '../shard/write/shard-writer.ts';
import type { TurnQueue } from './turns.ts';

/** The start answers first. */
const SETTLE_AFTER_MS = 1_000;

/**
 * Makes durable what shards found when they were opened, a while after: one shard in a turn of the event loop, however
 * many were opened together, so that calls come in between.
 */
export class Settling {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #turns: TurnQueue;
  #opened: ShardWriter[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, log: Log, turns: TurnQueue) {
    this.#clock = clock;
    this.#log = log;
    this.#turns = turns;
  }

  opened(shard: ShardWriter): void {
    if (!shard.hasHistory) return;
    this.#opened.push(shard);
    this.#cancel ??= this.#clock.after(SETTLE_AFTER_MS, () => this.#settle());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#opened = [];
  }

  #settle(): void {
    const opened = this.#opened;
    this.#opened = [];
    this.#cancel = undefined;
    for (const shard of opened) this.#turns.add(() => this.#attempt(shard));
  }

  #attempt(shard: ShardWriter): void {
    try {
      shard.settle();
    } catch (error) {
      const { index, shard: number } = shard.context;
      this.#log.log('error', 'index.shard', 'what the translog held could not be made durable', {
        index,
        shard: number,
        error: String(error),
      });
    }
  }
}
