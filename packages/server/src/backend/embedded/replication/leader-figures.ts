import { dictionary, type Json, type JsonMap } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';

/** An index counts as followed when it was read in so long a time. */
const READ_WITHIN_MS = 5 * 60_000;

/** What was read of one index. */
interface Figures {
  operations: number;
  bytes: number;
  millis: number;
  lastMs: number;
}

/** What was read of the indices here since the start. */
export class LeaderFigures {
  readonly #context: Pick<EmbeddedContext, 'clock' | 'engine'>;
  /** By the UUID of an index; those that are gone are forgotten. */
  readonly #figures = new Map<string, Figures>();

  constructor(context: Pick<EmbeddedContext, 'clock' | 'engine'>) {
    this.#context = context;
  }

  /** How many indices are known. */
  get size(): number {
    return this.#figures.size;
  }

  count(uuid: string, operations: number, bytes: number, millis: number): void {
    const known = this.#figures.get(uuid);
    const figures = known ?? { operations: 0, bytes: 0, millis: 0, lastMs: 0 };
    figures.operations += operations;
    figures.bytes += bytes;
    figures.millis += millis;
    figures.lastMs = this.#context.clock.now();
    if (known !== undefined) return;
    this.#figures.set(uuid, figures);
    this.#forget();
  }

  /** As soon as there are more than indices, some of them are gone. */
  #forget(): void {
    const indices = this.#context.engine.indices();
    if (this.#figures.size <= indices.length) return;
    const there = new Set(indices.map(({ uuid }) => uuid));
    for (const uuid of this.#figures.keys()) if (!there.has(uuid)) this.#figures.delete(uuid);
  }

  /** Of indices that were read lately and hold leases for followers. */
  async stats(sees: (index: string) => boolean): Promise<JsonMap> {
    const { engine, clock } = this.#context;
    const total = statsOf({ operations: 0, bytes: 0, millis: 0, lastMs: 0 }, 0);
    const byIndex: Record<string, Json> = dictionary();
    for (const { name, uuid, numberOfShards, state } of engine.indices()) {
      const figures = this.#figures.get(uuid);
      if (figures === undefined || state === 'close' || !sees(name)) continue;
      if (clock.now() - figures.lastMs > READ_WITHIN_MS) continue;
      let translogBytes = 0;
      let isFollowed = false;
      for (let shard = 0; shard < numberOfShards; shard++) {
        const { leases, translogBytes: bytes } = await engine.history.state(name, shard);
        isFollowed ||= leases.some(({ id }) => id.startsWith('replication:'));
        translogBytes += bytes;
      }
      if (!isFollowed) continue;
      const stats = statsOf(figures, translogBytes);
      byIndex[name] = stats;
      for (const key of Object.keys(total)) total[key]! += stats[key]!;
    }
    return { num_replicated_indices: Object.keys(byIndex).length, ...total, index_stats: byIndex };
  }
}

/** Everything is read from the log. */
function statsOf({ operations, bytes, millis }: Figures, translogBytes: number): Record<string, number> {
  return dictionary({
    operations_read: operations,
    translog_size_bytes: translogBytes,
    operations_read_lucene: 0,
    operations_read_translog: operations,
    total_read_time_lucene_millis: 0,
    total_read_time_translog_millis: Math.round(millis),
    bytes_read: bytes,
  });
}
