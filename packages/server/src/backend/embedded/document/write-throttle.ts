import type { Clock } from '@sextant/base';
import { type ApiError, apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { ClusterSettings } from '../../../cluster/settings/cluster-settings.ts';
import { indexSetting } from '../../../cluster/settings/index-rows.ts';
import { WriteMeter } from './write-meter.ts';

/** A write that waits for longer is refused. */
const MOST_WAIT_MS = 60_000;
/** Who waits for however long looks so often whether it is still wanted, and what the limits are by now. */
const LOOK_MS = 1000;

/** Meters that are kept; beyond it those under which nothing counts any more go. */
const METERS_KEPT = 1024;

/** What is about to be written to one shard. */
export interface ShardLoad {
  readonly shard: number;
  readonly requests: number;
  readonly bytes: number;
}

interface Limit {
  readonly of: string;
  readonly maxRequests: number;
  readonly maxBytes: number;
  readonly intervalMs: number;
  readonly action: 'drop' | 'retry';
}

/** What a limit counts, and, of a limit for each shard, of which one. */
interface Gate {
  readonly limit: Limit;
  readonly meter: WriteMeter;
  readonly load: Omit<ShardLoad, 'shard'>;
  readonly shard: number | undefined;
}

interface ThrottleParts {
  readonly clock: Clock;
  readonly settings: ClusterSettings;
}

/**
 * Limits of what is written in an interval: to the node, to each shard, to an index (`cluster.throttle.*`,
 * `index.throttle.write.*`). The service's own indices, whose names begin with a dot, have none. What begins below a limit is
 * let through as a whole, and what it takes beyond the limit is missing in the next intervals: a bulk may be larger than all that an
 * interval has.
 */
export class WriteThrottle {
  readonly #parts: ThrottleParts;
  readonly #limits = new WeakMap<object, Limit | null>();
  readonly #meters = new Map<string, WriteMeter>();
  #turn = 0;

  constructor(parts: ThrottleParts) {
    this.#parts = parts;
  }

  /** Nothing limits writes to the index. */
  isOff(index: IndexMetadata): boolean {
    if (index.name.startsWith('.')) return true;
    const { settings } = this.#parts;
    const [node, shard] = [
      settings.get('cluster.throttle.node.write'),
      settings.get('cluster.throttle.shard.write'),
    ];
    if (node || shard) return false;
    return this.#limitOf(index) === null;
  }

  /** Where a document goes that has no id yet is decided when it is written: each shard gets as many. */
  anyShard({ numberOfShards }: IndexMetadata): number {
    return this.#turn++ % numberOfShards;
  }

  /**
   * Waits until this may be written, and counts it. Answers with the shards that may not be written to, and why; throws ApiError
   * where the whole may not. `waits`: it waits, whatever the settings say and however long, as long as that says so; then nothing
   * may be written.
   */
  async pass(
    index: IndexMetadata,
    loads: readonly ShardLoad[],
    { waits }: { readonly waits?: () => boolean } = {},
  ): Promise<ReadonlyMap<number, ApiError>> {
    const refused = new Map<number, ApiError>();
    if (this.isOff(index)) return refused;
    const { clock } = this.#parts;
    const started = clock.now();
    let taken = loads;
    while (taken.length > 0) {
      const gates = this.#gates(index, taken);
      const now = clock.now();
      const isLate = (needed: number): boolean => now + needed - started > MOST_WAIT_MS;
      let wait = 0;
      for (const { limit, meter, shard } of gates) {
        const needed = meter.waitMs(limit, now);
        if (needed === 0) continue;
        if (waits !== undefined || (limit.action === 'retry' && !isLate(needed)))
          wait = Math.max(wait, needed);
        else if (shard === undefined) throw rejected(index, limit);
        else refused.set(shard, rejected(index, limit, shard));
      }
      const open = taken.filter(({ shard }) => !refused.has(shard));
      if (open.length < taken.length) {
        taken = open;
      } else if (wait === 0) {
        for (const { meter, load } of gates) meter.count(load);
        return refused;
      } else if (waits?.() === false) {
        for (const { shard } of taken) refused.set(shard, rejected(index, gates[0]!.limit, shard));
        return refused;
      } else {
        const pause = waits === undefined ? wait : Math.min(wait, LOOK_MS);
        await new Promise<void>((resolve) => clock.after(pause, resolve));
      }
    }
    return refused;
  }

  #gates(index: IndexMetadata, loads: readonly ShardLoad[]): Gate[] {
    const { settings } = this.#parts;
    const gates: Gate[] = [];
    const whole = {
      requests: loads.reduce((sum, { requests }) => sum + requests, 0),
      bytes: loads.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    if (settings.get('cluster.throttle.node.write')) {
      const limit = this.#clusterLimit('node');
      gates.push({ limit, meter: this.#meter('node'), load: whole, shard: undefined });
    }
    const own = this.#limitOf(index);
    if (own !== null) {
      gates.push({ limit: own, meter: this.#meter(index.uuid), load: whole, shard: undefined });
    }
    if (settings.get('cluster.throttle.shard.write')) {
      const limit = this.#clusterLimit('shard');
      for (const load of loads) {
        const meter = this.#meter(`${index.uuid}/${load.shard}`);
        gates.push({ limit, meter, load, shard: load.shard });
      }
    }
    return gates;
  }

  #clusterLimit(level: 'node' | 'shard'): Limit {
    const { settings } = this.#parts;
    const of = `cluster.throttle.${level}.write` as const;
    return {
      of,
      maxRequests: settings.get(`${of}.max_requests`),
      maxBytes: settings.get(`${of}.max_bytes`),
      intervalMs: 1000 * settings.get(`${of}.interval`),
      action: settings.get(`${of}.action`),
    };
  }

  /** null where the index has none. */
  #limitOf({ settings }: IndexMetadata): Limit | null {
    const known = this.#limits.get(settings);
    if (known !== undefined) return known;
    const limit: Limit | null = indexSetting(settings, 'index.throttle.write.enable')
      ? {
          of: 'index.throttle.write',
          maxRequests: indexSetting(settings, 'index.throttle.write.max_requests'),
          maxBytes: indexSetting(settings, 'index.throttle.write.max_bytes'),
          intervalMs: 1000 * indexSetting(settings, 'index.throttle.write.interval'),
          action: indexSetting(settings, 'index.throttle.write.action'),
        }
      : null;
    this.#limits.set(settings, limit);
    return limit;
  }

  #meter(key: string): WriteMeter {
    const known = this.#meters.get(key);
    if (known !== undefined) return known;
    if (this.#meters.size >= METERS_KEPT) this.#forgetOld();
    const made = new WriteMeter(this.#parts.clock.now());
    this.#meters.set(key, made);
    return made;
  }

  /** Of deleted indices, and of others to which nothing was written for an hour, the longest interval. */
  #forgetOld(): void {
    const now = this.#parts.clock.now();
    for (const [key, meter] of this.#meters) if (meter.isOld(now)) this.#meters.delete(key);
  }
}

function rejected({ name }: IndexMetadata, limit: Limit, shard?: number): ApiError {
  const { of, maxRequests, maxBytes, intervalMs } = limit;
  const where = shard === undefined ? `[${name}]` : `[${name}][${shard}]`;
  const limits = `max_requests=${maxRequests}, max_bytes=${maxBytes}, interval=${intervalMs / 1000}s`;
  return apiError(
    'rejected_execution_exception',
    `rejected execution of write to ${where}: beyond [${of}] [${limits}]`,
  );
}
