import type { Log, LogLevel } from '../ports/log.ts';

export interface LogEntry {
  readonly level: LogLevel;
  readonly component: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Keeps what was logged, for asserting on it. */
export class MemoryLog implements Log {
  readonly entries: LogEntry[] = [];

  log(
    level: LogLevel,
    component: string,
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): void {
    this.entries.push({ level, component, message, fields });
  }
}
