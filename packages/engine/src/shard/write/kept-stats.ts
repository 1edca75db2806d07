import type { ShardStats } from '../index/stats.ts';
import { ShardCounters } from '../store/shard-counters.ts';
import { type StatsParts, shardStats } from './shard-stats.ts';

const counterNames = Object.keys(new ShardCounters()) as readonly Exclude<
  keyof ShardCounters,
  'countRefused' | 'countFlush'
>[];

/**
 * The figures of one shard. They are the same object as long as nothing has changed that they are made from: most shards rest, and to
 * make figures, to compare them and to send them takes far longer than to see that.
 */
export class KeptStats {
  /** All that `shardStats` looked at, or what is another whenever that is. */
  readonly #marks: unknown[] = [];
  #at = 0;
  #changed = false;
  #stats: ShardStats | undefined;

  of(parts: StatsParts): ShardStats {
    this.#look(parts);
    if (this.#stats === undefined || this.#changed) this.#stats = shardStats(parts);
    return this.#stats;
  }

  #look({ state, recovery, refreshListeners, minRetained, throttle }: StatsParts): void {
    const { checkpoint, counters, store, translog } = state;
    this.#changed = false;
    this.#at = 0;
    this.#mark(recovery);
    this.#mark(refreshListeners);
    this.#mark(minRetained);
    this.#mark(throttle.isThrottled);
    this.#mark(throttle.throttledMs);
    this.#mark(checkpoint.maxSeqNo);
    this.#mark(checkpoint.checkpoint);
    this.#mark(state.historyUuid);
    this.#mark(translog);
    this.#mark(translog?.generation);
    this.#mark(translog?.generationCount);
    this.#mark(translog?.currentBytes);
    this.#mark(translog?.lastModified);
    this.#mark(store.commit);
    this.#mark(store.bufferBytes);
    this.#mark(state.versions.bytes);
    for (const name of counterNames) this.#mark(counters[name]);
    for (const { data, committed } of store.segments.all) {
      this.#mark(data);
      this.#mark(committed);
    }
    if (this.#marks.length > this.#at) {
      this.#changed = true;
      this.#marks.length = this.#at;
    }
  }

  #mark(value: unknown): void {
    const at = this.#at++;
    if (at < this.#marks.length && this.#marks[at] === value) return;
    this.#marks[at] = value;
    this.#changed = true;
  }
}
