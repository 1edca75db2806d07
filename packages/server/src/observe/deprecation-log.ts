import type { LogSink } from './log-record.ts';

const knownMax = 128;

/** Each text once for each `X-Opaque-Id`, as long as it is among the latest that came: clients repeat themselves. */
export class DeprecationLog {
  readonly #sink: LogSink;
  readonly #known = new Set<string>();

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  record(text: string, opaqueId: string | undefined): void {
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
