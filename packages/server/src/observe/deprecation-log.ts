import type { LogLevels } from './log-levels.ts';
import type { LogSink } from './log-record.ts';

const knownMax = 128;

/** Each text once for each `X-Opaque-Id`, as long as it is among the latest that came: clients repeat themselves. */
export class DeprecationLog {
  readonly #sink: LogSink;
  readonly #levels: Pick<LogLevels, 'passes'>;
  readonly #known = new Set<string>();

  /** `levels`: asked for the logger `deprecation`. */
  constructor(sink: LogSink, levels: Pick<LogLevels, 'passes'>) {
    this.#sink = sink;
    this.#levels = levels;
  }

  record(text: string, opaqueId: string | undefined): void {
    if (!this.#levels.passes('warn', 'deprecation')) return;
    const key = `${opaqueId ?? ''} ${text}`;
    const isKnown = this.#known.delete(key);
    this.#known.add(key);
    if (this.#known.size > knownMax) {
      const [oldest] = this.#known;
      this.#known.delete(oldest!);
    }
    if (isKnown) return;
    this.#sink.write({
      kind: 'deprecation',
      level: 'DEPRECATION',
      component: 'deprecation.http',
      message: text,
      fields: { 'x-opaque-id': opaqueId },
    });
  }
}
