import type { Clock, Log } from '@sextant/base';
import type { ShardSettings } from '../shard/index/shard-settings.ts';
import type { ShardWriter } from '../shard/write/shard-writer.ts';
import type { IndexEnvironment } from './index-environment.ts';
import type { TimedWork } from './turns.ts';

/** A shard without writes for so long is flushed, so that the next start has nothing to replay. */
const IDLE_FLUSH_MS = 5 * 60_000;

interface TimedIndex {
  settings(): ShardSettings;
  shards(): readonly ShardWriter[];
  /** Nothing has been written for long, and is not likely to be. */
  idle(): void;
}

/**
 * What happens to an index by time alone: refresh, background sync (durability `async`) and the flush when
 * idle.
 */
export class IndexTimers {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timed: TimedWork;
  readonly #index: TimedIndex;
  #cancelRefresh: (() => void) | undefined;
  #cancelSync: (() => void) | undefined;
  #cancelIdle: (() => void) | undefined;
  #lastWriteMs = 0;

  constructor(environment: Pick<IndexEnvironment, 'clock' | 'log' | 'timed'>, index: TimedIndex) {
    this.#clock = environment.clock;
    this.#log = environment.log;
    this.#timed = environment.timed;
    this.#index = index;
  }

  /** Operations came in. */
  written(): void {
    this.#lastWriteMs = this.#clock.nanos() / 1e6;
    const { refreshIntervalMs, durability, syncIntervalMs } = this.#index.settings();
    if (refreshIntervalMs >= 0 && this.#cancelRefresh === undefined) {
      this.#cancelRefresh = this.#clock.after(refreshIntervalMs, () => {
        this.#cancelRefresh = undefined;
        this.#forEach(
          'refresh',
          (shard) => shard.isDirty,
          (shard) => shard.refreshAside(),
        );
      });
    }
    if (durability === 'async' && this.#cancelSync === undefined) {
      this.#cancelSync = this.#clock.after(syncIntervalMs, () => {
        this.#cancelSync = undefined;
        this.#forEach(
          'sync',
          (shard) => shard.hasUnsynced,
          (shard) => shard.sync(),
        );
      });
    }
    this.#cancelIdle ??= this.#clock.after(IDLE_FLUSH_MS, () => this.#checkIdle(IDLE_FLUSH_MS));
  }

  /** The interval of refreshes may be another one. */
  settingsChanged(): void {
    this.#cancelRefresh?.();
    this.#cancelRefresh = undefined;
    if (this.#index.shards().some((shard) => shard.isDirty)) this.written();
  }

  stop(): void {
    this.#cancelRefresh?.();
    this.#cancelSync?.();
    this.#cancelIdle?.();
    this.#cancelRefresh = undefined;
    this.#cancelSync = undefined;
    this.#cancelIdle = undefined;
  }

  #checkIdle(afterMs: number): void {
    const leftMs = this.#lastWriteMs + afterMs - this.#clock.nanos() / 1e6;
    this.#cancelIdle = undefined;
    if (leftMs > 0) {
      this.#cancelIdle = this.#clock.after(leftMs, () => this.#checkIdle(afterMs));
      return;
    }
    this.#forEach(
      'flush',
      () => true,
      (shard) => shard.flush(false, true),
    );
    this.#index.idle();
  }

  /** A failure is the shard's own; it has reported it, and the others go on. */
  #forEach(
    what: keyof TimedWork,
    wanted: (shard: ShardWriter) => boolean,
    action: (shard: ShardWriter) => void,
  ): void {
    const attempt = (shard: ShardWriter): void => {
      if (shard.failure !== undefined || !wanted(shard)) return;
      try {
        action(shard);
      } catch (error) {
        const { index, shard: number } = shard.context;
        const fields = { index, shard: number, error: String(error) };
        this.#log.log('error', 'index.shard', `${what} failed`, fields);
      }
    };
    for (const shard of this.#index.shards().filter(wanted)) this.#timed[what].add(() => attempt(shard));
  }
}
