import type { ApiError } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { type ReplicationRecord, replications } from './replication-record.ts';
import { untilDone } from './retries.ts';

/** What has ended: how, or undefined where there is no record of it any more. */
type End = Pick<ReplicationRecord, 'state' | 'reason'> | undefined;

/** Which indices follow others, as it is kept, and how some have ended where that could not be kept yet, as on a full disk. */
export class KeptRecords {
  readonly #context: Pick<EmbeddedContext, 'clock' | 'log' | 'metadata'>;
  readonly #ends = new Map<string, End>();
  readonly #abort = new AbortController();

  constructor(context: Pick<EmbeddedContext, 'clock' | 'log' | 'metadata'>) {
    this.#context = context;
  }

  get all(): ReadonlyMap<string, ReplicationRecord> {
    const kept = this.#context.metadata.entries(replications);
    if (this.#ends.size === 0) return kept;
    const left = [...kept].filter(([name]) => !this.#ends.has(name) || this.#ends.get(name) !== undefined);
    return new Map(left.map(([name, record]) => [name, { ...record, ...this.#ends.get(name) }]));
  }

  /** Throws ApiError: then it is as before. */
  keep(name: string, record: ReplicationRecord | undefined): void {
    this.#context.metadata.change({ section: replications, entries: new Map([[name, record]]) });
    this.#ends.delete(name);
  }

  /** A record that was removed meanwhile stays so. Throws ApiError. */
  change(name: string, change: Partial<ReplicationRecord>): void {
    const record = this.all.get(name);
    if (record !== undefined) this.keep(name, { ...record, ...change });
  }

  /** So it is from now on; it is kept as soon as that can be. */
  ended(name: string, end: End): void {
    this.#ends.set(name, end);
    void this.#keepEnd(name);
  }

  async #keepEnd(name: string): Promise<void> {
    const { clock, log } = this.#context;
    const { signal } = this.#abort;
    const onFailure = (error: ApiError): void =>
      log.log('error', 'replication', `that [${name}] has ended cannot be kept yet`, { error });
    try {
      await untilDone({ clock, signal, onFailure }, async () => {
        if (this.#ends.has(name)) this.keep(name, this.all.get(name));
      });
    } catch (error) {
      log.log('error', 'replication', `that [${name}] has ended cannot be kept`, { error });
    }
  }

  /** Nothing is tried again. */
  stop(): void {
    this.#abort.abort();
  }
}
