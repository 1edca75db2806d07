import { Float, type JsonMap } from '@sextant/contract';

/** Counted since the start of the service. */
export class FollowerFigures {
  operationsWritten = 0;
  operationsRead = 0;
  failedReads = 0;
  throttledReads = 0;
  failedWrites = 0;
  throttledWrites = 0;
  writeMillis = 0;

  body(followerCheckpoint: number, leaderCheckpoint: number): Record<string, number> {
    return {
      operations_written: this.operationsWritten,
      operations_read: this.operationsRead,
      failed_read_requests: this.failedReads,
      throttled_read_requests: this.throttledReads,
      failed_write_requests: this.failedWrites,
      throttled_write_requests: this.throttledWrites,
      follower_checkpoint: followerCheckpoint,
      leader_checkpoint: leaderCheckpoint,
      total_write_time_millis: Math.round(this.writeMillis),
    };
  }
}

/** Files that have come, for the status of an index that is being copied. */
export class BootstrapProgress {
  readonly startedMs: number;
  bytesTotal = 0;
  bytesRecovered = 0;
  filesTotal = 0;
  filesRecovered = 0;

  constructor(startedMs: number) {
    this.startedMs = startedMs;
  }

  body(nowMs: number): JsonMap {
    const percent = (part: number, whole: number) =>
      new Float(whole === 0 ? 0 : Math.fround((part / whole) * 100));
    return {
      bytes_total: this.bytesTotal,
      bytes_recovered: this.bytesRecovered,
      bytes_percent: percent(this.bytesRecovered, this.bytesTotal),
      files_total: this.filesTotal,
      files_recovered: this.filesRecovered,
      files_percent: percent(this.filesRecovered, this.filesTotal),
      start_time: this.startedMs,
      running_time: nowMs - this.startedMs,
    };
  }
}
