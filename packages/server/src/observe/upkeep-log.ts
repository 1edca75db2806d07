import type { Log } from '@sextant/base';
import type { ShardKept } from './shard-events.ts';

/** Lines at level debug for what shards do for themselves: `logger.index.refresh`, `.flush`, `.merge` show them. */
export function upkeepLog(log: Log): (event: ShardKept) => void {
  return ({ index, shard, kind, tookNanos, docs, bytes }) => {
    const tookMs = Math.round(tookNanos / 1e4) / 100;
    log.log('debug', `index.${kind}`, kind, { index: index.name, shard, took_ms: tookMs, docs, bytes });
  };
}
