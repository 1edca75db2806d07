import { dictionary } from '@sextant/contract';

/** What was read of one index. */
export interface LeaderFigures {
  operations: number;
  bytes: number;
  millis: number;
  lastMs: number;
}

export function emptyStats(): Record<string, number> {
  return statsOf({ operations: 0, bytes: 0, millis: 0, lastMs: 0 }, 0);
}

/** Everything is read from the log. */
export function statsOf(
  { operations, bytes, millis }: LeaderFigures,
  translogBytes: number,
): Record<string, number> {
  return dictionary({
    operations_read: operations,
    translog_size_bytes: translogBytes,
    operations_read_lucene: 0,
    operations_read_translog: operations,
    total_read_time_lucene_millis: 0,
    total_read_time_translog_millis: Math.round(millis),
    bytes_read: bytes,
  });
}
