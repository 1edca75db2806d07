import type { Clock, Log } from '@sextant/base';
import type { RecordStore } from '../records/record-store.ts';
import type { TokenUse } from './api-token.ts';

/** How often uses are written. */
export const tokenUsesEveryMs = 60_000;
const writtenAtOnceMax = 1000;

/**
 * Remembers when tokens were used last: in memory at every use, which costs nothing, and now and then in the records. A
 * process that ends takes the last minute with it.
 */
export class TokenUses {
  readonly #store: RecordStore<TokenUse>;
  readonly #clock: Clock;
  readonly #log: Log;
  #fresh = new Map<string, TokenUse>();

  constructor(store: RecordStore<TokenUse>, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(id: string, address: string): void {
    this.#fresh.set(id, { at: this.#clock.now(), address });
  }

  /** The last use that is known; undefined = none. */
  async of(id: string): Promise<TokenUse | undefined> {
    const fresh = this.#fresh.get(id);
    if (fresh !== undefined) return fresh;
    return (await this.#store.read(id).catch(() => undefined))?.value;
  }

  /** Writes what is not written yet. What fails is tried again the next time. */
  async write(): Promise<void> {
    const fresh = [...this.#fresh].slice(0, writtenAtOnceMax);
    for (const [id, use] of fresh) {
      try {
        await this.#store.put(id, use);
        if (this.#fresh.get(id) === use) this.#fresh.delete(id);
      } catch (error) {
        this.#log.log('debug', 'account', 'the last uses of API tokens cannot be written now', { error });
        return;
      }
    }
  }
}
