import { availableParallelism } from 'node:os';
import { apiError } from '@sextant/contract';
import type { FlatSettings } from '../flat-settings.ts';

const threadsName = 'index.merge.scheduler.max_thread_count';
const countName = 'index.merge.scheduler.max_merge_count';
/** OpenSearch: so many more may wait. */
const WAITING = 5;

/** Merges that run beside each other on this machine, as OpenSearch counts. */
export const mergeThreads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Merges that may run or wait, where an index says nothing of its own. */
export const mergeCount = mergeThreads + WAITING;

/** Of an index with these settings; both checked by their types. */
function limitsOf(settings: FlatSettings): { readonly threads: number; readonly count: number } {
  const threads = Number(settings[threadsName] ?? mergeThreads);
  return { threads, count: Number(settings[countName] ?? threads + WAITING) };
}

/** The default follows the number of threads, whether that is set or not. */
export function defaultMergeCount(settings: FlatSettings): FlatSettings {
  return settings[countName] === undefined ? { [countName]: String(limitsOf(settings).count) } : {};
}

/** Throws ApiError where more merges may run than may be wanted. */
export function checkMergeLimits(settings: FlatSettings): void {
  const { threads, count } = limitsOf(settings);
  if (threads <= count) return;
  const reason = `maxThreadCount (= ${threads}) should be <= maxMergeCount (= ${count})`;
  throw apiError('illegal_argument_exception', reason);
}
