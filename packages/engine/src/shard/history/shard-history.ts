import { apiError } from '@sextant/contract';
import type { GenerationSummary } from '../../translog/generation.ts';
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
  const generations = translog.generations();
  for (const [i, { generation }] of generations.entries()) {
    const next = from + operations.length;
    if (!mayHold(generations.slice(i), next)) break;
    const goesOn = translog.forEachIn(generation, next, (operation) => {
      if (operation.seqNo > to) return true;
      waiting.set(operation.seqNo, operation);
      for (;;) {
        const found = waiting.get(from + operations.length);
        if (found === undefined) return true;
        waiting.delete(found.seqNo);
        operations.push(found);
        bytes += found.source?.length ?? 0;
        if (found.seqNo === to || bytes >= maxBytes) return false;
      }
    });
    if (!goesOn) break;
  }
  if (operations.length === 0 && from <= to) {
    throw apiError(
      'resource_not_found_exception',
      `[${shard.index}][${shard.shard}] operations from seq_no [${from}] are no longer kept`,
    );
  }
  return operations;
}

/** Whether one of the generations may hold the operation: what is before, after or between them is gone. */
function mayHold(generations: readonly GenerationSummary[], seqNo: number): boolean {
  return generations.some(({ minSeqNo, maxSeqNo }) => minSeqNo <= seqNo && seqNo <= maxSeqNo);
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
