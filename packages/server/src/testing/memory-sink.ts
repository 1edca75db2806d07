import type { LogRecord, LogSink } from '../observe/log-record.ts';

/** Keeps lines, for asserting on them. */
export class MemorySink implements LogSink {
  readonly records: LogRecord[] = [];

  write(record: LogRecord): void {
    this.records.push(record);
  }

  async close(): Promise<void> {}
}
