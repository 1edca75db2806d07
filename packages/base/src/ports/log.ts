export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * Application log. `component` is a dotted logger name ("index.shard"); fields are plain values.
 * Secrets never go in here.
 */
export interface Log {
  log(level: LogLevel, component: string, message: string, fields?: Readonly<Record<string, unknown>>): void;
}
