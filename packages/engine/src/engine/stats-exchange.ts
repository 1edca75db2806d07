import type { ShardStats } from '../shard/index/stats.ts';

/** Figures of the shards of an index; undefined where it is not there or closed. */
type IndexFigures = readonly ShardStats[] | undefined;

/** Figures of indices, in the order in which those were named. */
export type StatsOfIndices = readonly IndexFigures[];

/** The names that are asked about; null: those of the call before. */
export type AskedNames = readonly string[] | null;

/** What crosses threads: the figures that are not as they were sent before, with their places. */
export type SentStats = readonly (readonly [place: number, figures: IndexFigures])[];

const NOBODY: readonly string[] = [];

/*
 * To clone the figures of a thousand shards, and their names, takes ten times as long as to make them. So what has not changed is not
 * sent again: both ends keep what was sent last. Calls and answers arrive in their order.
 */

/** The end that makes the figures. */
export class StatsSender {
  readonly #sent = new Map<string, IndexFigures>();
  #names: readonly string[] = NOBODY;

  /** The names of a call. */
  namesOf(asked: AskedNames): readonly string[] {
    if (asked !== null) this.#names = asked;
    return this.#names;
  }

  /** Figures of a shard that have not changed must be the same object as before. */
  send(names: readonly string[], stats: StatsOfIndices): SentStats {
    const changed: [number, IndexFigures][] = [];
    for (const [place, figures] of stats.entries()) {
      const name = names[place]!;
      if (figures !== undefined && isSame(this.#sent.get(name), figures)) continue;
      this.#sent.set(name, figures);
      changed.push([place, figures]);
    }
    return changed;
  }

  /** The index is gone. */
  forget(name: string): void {
    this.#sent.delete(name);
  }
}

/** The end that wants them. */
export class StatsReceiver {
  readonly #received = new Map<string, IndexFigures>();
  #names: readonly string[] = NOBODY;

  /** What to send of the names of a call. */
  ask(names: readonly string[]): AskedNames {
    if (isSame(this.#names, names)) return null;
    this.#names = names.slice();
    return this.#names;
  }

  receive(names: readonly string[], sent: SentStats): StatsOfIndices {
    for (const [place, figures] of sent) this.#received.set(names[place]!, figures);
    return names.map((name) => this.#received.get(name));
  }

  /** The index is gone. */
  forget(name: string): void {
    this.#received.delete(name);
  }
}

function isSame(before: readonly unknown[] | undefined, now: readonly unknown[]): boolean {
  if (before === undefined || before.length !== now.length) return false;
  for (let i = 0; i < now.length; i++) if (before[i] !== now[i]) return false;
  return true;
}
