import type { Log, LogLevel } from '@sextant/base';
import { fieldText } from './log-lines.ts';
import type { LogSink } from './log-record.ts';

const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

export interface ServiceLogOptions {
  readonly level: LogLevel;
  readonly console: Log;
  /** undefined: nothing is kept in files. */
  readonly sink: LogSink | undefined;
}

/** The log of the service: to the console and to the sink. Who did what with accounts goes to the audit files too. */
export class ServiceLog implements Log {
  readonly #options: ServiceLogOptions;
  readonly #from: number;

  constructor(options: ServiceLogOptions) {
    this.#options = options;
    this.#from = levels.indexOf(options.level);
  }

  log(level: LogLevel, component: string, message: string, fields?: Readonly<Record<string, unknown>>): void {
    if (levels.indexOf(level) < this.#from) return;
    const { console, sink } = this.#options;
    console.log(level, component, message, fields);
    if (sink === undefined) return;
    const { error, ...others } = fields ?? {};
    const pairs = Object.entries(others).map(([key, value]) => `${key}=${fieldText(value)}`);
    const record = {
      level: level.toUpperCase(),
      component,
      message,
      ...(pairs.length === 0 ? {} : { tail: pairs.join(' ') }),
      fields: others,
      error,
    };
    sink.write({ ...record, kind: 'server' });
    if (component === 'security') sink.write({ ...record, kind: 'audit' });
  }
}
