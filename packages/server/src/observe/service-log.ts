import type { Log, LogLevel } from '@sextant/base';
import { auditFields } from './audit-fields.ts';
import type { LogLevels } from './log-levels.ts';
import { fieldPairs } from './log-lines.ts';
import type { LogSink } from './log-record.ts';

export interface ServiceLogOptions {
  readonly levels: Pick<LogLevels, 'passes'>;
  readonly console: Log;
  /** undefined: nothing is kept in files. */
  readonly sink: LogSink | undefined;
}

/** The log of the service: to the console and to the sink. Who did what with accounts goes to the audit files too. */
export class ServiceLog implements Log {
  readonly #options: ServiceLogOptions;

  constructor(options: ServiceLogOptions) {
    this.#options = options;
  }

  log(level: LogLevel, component: string, message: string, fields?: Readonly<Record<string, unknown>>): void {
    const { levels, console, sink } = this.#options;
    if (!levels.passes(level, component)) return;
    console.log(level, component, message, fields);
    if (sink === undefined) return;
    const { error, ...others } = fields ?? {};
    const pairs = fieldPairs(others);
    const record = {
      level: level.toUpperCase(),
      component,
      message,
      ...(pairs === '' ? {} : { tail: pairs }),
      fields: others,
      error,
    };
    sink.write({ ...record, kind: 'server' });
    if (component !== 'security') return;
    sink.write({ ...record, fields: auditFields(message, others), kind: 'audit' });
  }
}
