import type { IndexMetadata, SearchBody, SearchOptions, SearchResult } from '@sextant/engine';
import { slowLevel } from '../../../observe/slow-thresholds.ts';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';

type OnShard = NonNullable<SearchOptions['onShard']>;

/** What is measured of one search as a whole. */
export interface ObservedRequest {
  /** Of each of its shards. */
  readonly onShard: OnShard;
  /** Tells of it, where it was slow. */
  readonly ended: (result: SearchResult) => void;
}

const ranks: readonly string[] = ['WARN', 'INFO', 'DEBUG', 'TRACE'];

/**
 * For searches over `cluster.search.request.slowlog.threshold.*`, which are told by the request. Undefined where no threshold is
 * set: then nothing is measured.
 */
export function observeRequest(
  { settings, shardEvents, clock }: EmbeddedContext,
  { task }: Pick<BackendRequest, 'task'>,
  indices: readonly IndexMetadata[],
  body: SearchBody,
): ObservedRequest | undefined {
  const thresholds = [
    settings.get('cluster.search.request.slowlog.threshold.warn'),
    settings.get('cluster.search.request.slowlog.threshold.info'),
    settings.get('cluster.search.request.slowlog.threshold.debug'),
    settings.get('cluster.search.request.slowlog.threshold.trace'),
  ];
  if (thresholds.every((ms) => ms < 0)) return undefined;
  const least = settings.get('cluster.search.request.slowlog.level').toUpperCase();
  const allowed = ranks.indexOf(least);
  const limits = thresholds.map((ms, at) => (allowed >= 0 && at > allowed ? -1 : ms * 1e6));
  const started = clock.nanos();
  let [queryNanos, fetchNanos] = [0, 0];
  return {
    onShard: (time) => {
      queryNanos = Math.max(queryNanos, time.queryNanos);
      fetchNanos = Math.max(fetchNanos, time.fetchNanos ?? 0);
    },
    ended: ({ total, shards }) => {
      const tookNanos = clock.nanos() - started;
      const level = slowLevel(limits, tookNanos);
      if (level === undefined) return;
      shardEvents.requestSearched({
        level,
        tookNanos,
        queryNanos,
        fetchNanos,
        totalHits: total === undefined ? undefined : `${total.value}${total.relation === 'gte' ? '+' : ''}`,
        shards: { ...shards, failed: shards.failures.length },
        indices: indices.map(({ name }) => name),
        opaqueId: task.opaqueId,
        source: () => JSON.stringify(body),
      });
    },
  };
}
