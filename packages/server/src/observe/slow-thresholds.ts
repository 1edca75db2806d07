import { parseTimeMs } from '../config/units.ts';
import type { ObservedIndex } from './shard-events.ts';

const levels = ['WARN', 'INFO', 'DEBUG', 'TRACE'] as const;
export type SlowLevel = (typeof levels)[number];

/** Nanoseconds for each level, in their order; negative = off. */
type Thresholds = readonly number[];

/** What the settings of an index say is slow. */
export interface SlowThresholds {
  readonly query: Thresholds | undefined;
  readonly fetch: Thresholds | undefined;
  readonly index: Thresholds | undefined;
  /** Characters of a document's source in a line. */
  readonly sourceLength: number;
  readonly reformat: boolean;
}

const known = new WeakMap<ObservedIndex['settings'], SlowThresholds>();

/** Read once for each state of the settings. */
export function slowThresholds({ settings }: ObservedIndex): SlowThresholds {
  let thresholds = known.get(settings);
  if (thresholds === undefined) {
    thresholds = readThresholds(settings);
    known.set(settings, thresholds);
  }
  return thresholds;
}

/**
 * The level of the first threshold that the time is over; undefined = it is not slow. A threshold of 0 takes all, also what cannot be
 * measured: searches of an empty shard, and answers that were kept.
 */
export function slowLevel(thresholds: Thresholds | undefined, tookNanos: number): SlowLevel | undefined {
  if (thresholds === undefined) return undefined;
  const at = thresholds.findIndex((limit) => limit === 0 || (limit > 0 && tookNanos > limit));
  return levels[at];
}

function readThresholds(settings: ObservedIndex['settings']): SlowThresholds {
  const search = 'index.search.slowlog';
  const indexing = 'index.indexing.slowlog';
  return {
    query: limits(settings, `${search}.threshold.query`, `${search}.level`),
    fetch: limits(settings, `${search}.threshold.fetch`, `${search}.level`),
    index: limits(settings, `${indexing}.threshold.index`, `${indexing}.level`),
    sourceLength: sourceLength(settings[`${indexing}.source`]),
    reformat: settings[`${indexing}.reformat`] !== 'false',
  };
}

/** Lines below `level` are not written: their thresholds are as good as off. */
function limits(settings: ObservedIndex['settings'], prefix: string, level: string): Thresholds | undefined {
  const least = levels.findIndex((name) => name === String(settings[level] ?? 'TRACE').toUpperCase());
  const values = levels.map((name, at) => {
    const key = `${prefix}.${name.toLowerCase()}`;
    const text = settings[key];
    if (typeof text !== 'string' || (least >= 0 && at > least)) return -1;
    return parseTimeMs(text, key) * 1e6;
  });
  return values.some((value) => value >= 0) ? values : undefined;
}

const lengthDefault = 1000;

function sourceLength(setting: ObservedIndex['settings'][string] | undefined): number {
  if (setting === undefined) return lengthDefault;
  if (setting === 'true') return Number.POSITIVE_INFINITY;
  const length = Number(setting);
  return Number.isFinite(length) ? Math.max(0, length) : 0;
}
