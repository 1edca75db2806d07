import type { ShardStats } from '../shard/index/stats.ts';

/** Figures of the shards of indices, in the order in which those were named; undefined where one is not there or closed. */
export type StatsOfIndices = readonly (readonly ShardStats[] | undefined)[];

/** What crosses threads: of an index the figures, undefined, or, where only time has passed, the ages of its logs. */
export type SentStats = readonly (readonly ShardStats[] | Float64Array | undefined)[];

/*
 * To clone the figures of a thousand shards takes ten times as long as to make them. So what has not changed is not sent again:
 * both ends keep what was sent last of each index. Answers arrive in the order of the calls.
 */

/** The end that makes the figures. */
export class StatsSender {
  readonly #sent = new Map<string, readonly ShardStats[]>();

  send(names: readonly string[], stats: StatsOfIndices): SentStats {
    return stats.map((shards, i) => {
      if (shards === undefined) return undefined;
      const before = this.#sent.get(names[i]!);
      if (before !== undefined && isSame(before, shards)) return Float64Array.from(shards, ageOf);
      this.#sent.set(names[i]!, shards);
      return shards;
    });
  }

  /** The index is gone. */
  forget(name: string): void {
    this.#sent.delete(name);
  }
}

/** The end that wants them. */
export class StatsReceiver {
  readonly #received = new Map<string, readonly ShardStats[]>();

  receive(names: readonly string[], sent: SentStats): StatsOfIndices {
    return sent.map((each, i) => {
      if (each === undefined) return undefined;
      if (!(each instanceof Float64Array)) {
        this.#received.set(names[i]!, each);
        return each;
      }
      return this.#received.get(names[i]!)!.map((shard, number) => withAge(shard, each[number]!));
    });
  }

  /** The index is gone. */
  forget(name: string): void {
    this.#received.delete(name);
  }
}

function ageOf({ translog }: ShardStats): number {
  return translog.earliestLastModifiedAge;
}

function withAge(shard: ShardStats, earliestLastModifiedAge: number): ShardStats {
  return { ...shard, translog: { ...shard.translog, earliestLastModifiedAge } };
}

/** Whether two are equal but for the ages. */
function isSame(before: unknown, now: unknown): boolean {
  if (before === now) return true;
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false;
  if (Array.isArray(before)) return isSameList(before, now as readonly unknown[]);
  const one = before as Readonly<Record<string, unknown>>;
  const other = now as Readonly<Record<string, unknown>>;
  const keys = Object.keys(other);
  if (keys.length !== Object.keys(one).length) return false;
  for (const key of keys) {
    if (!isSame(one[key], other[key]) && key !== 'earliestLastModifiedAge') return false;
  }
  return true;
}

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, i) => isSame(each, now[i]));
}
