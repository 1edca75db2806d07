import type { Clock, Log, LogLevel } from '@sextant/base';
import type { LogLevels } from './log-levels.ts';
import { fieldPairs, traceOf } from './log-lines.ts';
import { printable } from './printable.ts';

export interface TextLogOptions {
  readonly levels: Pick<LogLevels, 'passes'>;
  readonly format: 'plain' | 'json';
  readonly node: string;
  readonly clock: Clock;
  /** Gets whole lines, with their line feed. */
  readonly write: (text: string) => void;
}

/**
 * Lines in OpenSearch's console form, `[2026-11-21T17:22:53,123][INFO ][http.server              ] [node]
 * text`, or one JSON object a line. Error objects are written with their stack.
 */
export class TextLog implements Log {
  readonly #options: TextLogOptions;

  constructor(options: TextLogOptions) {
    this.#options = options;
  }

  log(level: LogLevel, component: string, message: string, fields?: Readonly<Record<string, unknown>>): void {
    if (!this.#options.levels.passes(level, component)) return;
    const { clock, node, format, write } = this.#options;
    const time = new Date(clock.now()).toISOString();
    if (format === 'json') {
      const shown = Object.fromEntries(
        Object.entries(fields ?? {}).map(([key, value]) => [key, jsonValue(value)]),
      );
      const entry = {
        type: 'server',
        timestamp: time,
        level: level.toUpperCase(),
        component,
        node,
        message,
        ...shown,
      };
      write(`${JSON.stringify(entry)}\n`);
      return;
    }
    const stamp = time.slice(0, -1).replace('.', ',');
    const { error, ...others } = fields ?? {};
    const pairs = fieldPairs(others);
    const trace = error === undefined ? '' : `\n${printable(traceOf(error))}`;
    const logger = component.padEnd(25).slice(0, 25);
    const text = printable(pairs === '' ? message : `${message} ${pairs}`);
    write(`[${stamp}][${level.toUpperCase().padEnd(5)}][${logger}] [${node}] ${text}${trace}\n`);
  }
}

function jsonValue(value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack } : value;
}
