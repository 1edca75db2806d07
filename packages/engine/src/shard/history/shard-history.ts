import { apiError } from '@sextant/contract';
import type { HistoryOperation } from '../../translog/history-operation.ts';
import type { Translog } from '../../translog/translog.ts';
import type { ShardName } from '../index/shard-name.ts';

/**
 * Operations from `from` on without a gap, in order, each once, up to `to` or until they take `maxBytes` (at
 * least one). Throws resource_not_found_exception where the first is no longer kept.
 */
export function collectHistory(
  translog: Translog,
  shard: ShardName,
  from: number,
  to: number,
  maxBytes: number,
): readonly HistoryOperation[] {
  const waiting = new Map<number, HistoryOperation>();
  const operations: HistoryOperation[] = [];
  let bytes = 0;
  translog.forEach(from, (operation) => {
    if (operation.seqNo > to) return true;
    waiting.set(operation.seqNo, operation);
    for (;;) {
      const next = waiting.get(from + operations.length);
      if (next === undefined) return true;
      waiting.delete(next.seqNo);
      operations.push(next);
      bytes += next.source?.length ?? 0;
      if (next.seqNo === to || bytes >= maxBytes) return false;
    }
  });
  if (operations.length === 0 && from <= to) {
    throw apiError(
      'resource_not_found_exception',
      `[${shard.index}][${shard.shard}] operations from seq_no [${from}] are no longer kept`,
    );
  }
  return operations;
}

/**
 * First generation to keep: all that the commit needs, and before it as much as leases ask for within
 * `maxBytes`.
 */
export function firstKeptGeneration(
  translog: Translog,
  neededGeneration: number,
  minRetained: number | undefined,
  maxBytes: number,
): number {
  let first = neededGeneration;
  if (minRetained === undefined) return first;
  let bytes = 0;
  for (const each of translog.generations().toReversed()) {
    if (each.generation >= neededGeneration) continue;
    bytes += each.bytes;
    if (each.maxSeqNo < minRetained || bytes > maxBytes) break;
    first = each.generation;
  }
  return first;
}
