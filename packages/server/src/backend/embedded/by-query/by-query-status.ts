import { Double, type JsonMap } from '@sextant/contract';
import { timeText } from '../../../config/units.ts';
import type { Throttle } from './throttle.ts';

/** What one worker has done so far. */
export interface Counts {
  total: number;
  updated: number;
  created: number;
  deleted: number;
  batches: number;
  versionConflicts: number;
  bulkRetries: number;
  /** Calls of another service that were made again. */
  searchRetries: number;
  noops: number;
}

export function noCounts(): Counts {
  return {
    total: 0,
    updated: 0,
    created: 0,
    deleted: 0,
    batches: 0,
    versionConflicts: 0,
    bulkRetries: 0,
    searchRetries: 0,
    noops: 0,
  };
}

/** One of several workers, or the only one. */
export interface Progress {
  readonly counts: Counts;
  readonly throttle: Throttle;
  /** The number of its slice; undefined where there are none. */
  readonly slice: number | undefined;
}

/** Which figures an answer shows; a task shows all. */
export interface StatusView {
  readonly updated: boolean;
  readonly created: boolean;
  /** With readable times. */
  readonly human: boolean;
  readonly cancelReason: string | undefined;
}

/** The status of the work, as tasks and answers show it. */
export function statusBody(workers: readonly Progress[], view: StatusView): JsonMap {
  const [only] = workers;
  if (workers.length === 1) return figures(only!.counts, only!.throttle, view, only!.slice);
  const counts = noCounts();
  let throttledMs = 0;
  let perSecond = 0;
  for (const { counts: own, throttle } of workers) {
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += own[key];
    throttledMs += throttle.throttledMs;
    perSecond += throttle.perSecond;
  }
  const untilMs = Math.min(...workers.map(({ throttle }) => throttle.untilMs));
  const slices = workers.map(({ counts: own, throttle, slice }) => figures(own, throttle, view, slice));
  return { ...figures(counts, { throttledMs, perSecond, untilMs }, view, undefined), slices };
}

function figures(
  counts: Counts,
  { throttledMs, perSecond, untilMs }: Pick<Throttle, 'throttledMs' | 'perSecond' | 'untilMs'>,
  { updated, created, human, cancelReason }: StatusView,
  slice: number | undefined,
): JsonMap {
  return {
    slice_id: slice,
    total: counts.total,
    updated: updated ? counts.updated : undefined,
    created: created ? counts.created : undefined,
    deleted: counts.deleted,
    batches: counts.batches,
    version_conflicts: counts.versionConflicts,
    noops: counts.noops,
    retries: { bulk: counts.bulkRetries, search: counts.searchRetries },
    throttled: human ? timeText(throttledMs) : undefined,
    throttled_millis: throttledMs,
    requests_per_second: new Double(Number.isFinite(perSecond) ? perSecond : -1),
    canceled: cancelReason,
    throttled_until: human ? timeText(untilMs) : undefined,
    throttled_until_millis: untilMs,
  };
}
