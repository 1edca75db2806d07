import type { Channel, Clock } from '@sextant/base';
import type { LogPlace } from './log-record.ts';
import type { SlowEntry } from './slow-entry.ts';
import type { SlowSink } from './slow-log.ts';

/** Entries on their way to the thread that writes them. */
interface SlowBatch {
  readonly kind: 'entries';
  /** A JSON array of entries. */
  readonly entries: string;
  /** Of the entries together, for the answer. */
  readonly size: SlowSize;
  readonly place: LogPlace;
  /** Entries lost before these. */
  readonly dropped: number;
}

interface SlowSize {
  readonly entries: number;
  readonly characters: number;
}

export type ToSlowLogThread = SlowBatch | { readonly kind: 'close' };

export type FromSlowLogThread =
  | { readonly kind: 'written'; readonly size: SlowSize }
  | { readonly kind: 'problem'; readonly file: string; readonly reason: string }
  | { readonly kind: 'closed' };

export interface SlowLogThreadParts {
  /** Starts the thread; called when the first entry comes, and again some time after one that failed. */
  readonly start: () => Channel;
  readonly place: () => LogPlace;
  readonly clock: Pick<Clock, 'after' | 'nanos'>;
  /** Told of each file that cannot be written, and of the end of the thread. */
  readonly onProblem: (file: string | undefined, reason: string) => void;
}

/** A message to a thread costs more than a line: those of so many milliseconds go together. */
const gatherMs = 100;
const gatheredMax = 64 * 1024;
/** Characters that may wait for the thread; what comes beyond them is dropped and counted. */
const waitingMax = 4 * 1024 * 1024;
/** How long it is left alone where it failed. */
const restartAfterMs = 30_000;

/** What was slow goes to a thread of its own, which makes lines of it and writes them. */
export class SlowLogThread implements SlowSink {
  readonly #parts: SlowLogThreadParts;
  #channel: Channel | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #gathered: string[] = [];
  #gatheredCharacters = 0;
  /** Sent, and not yet written. */
  #sentCharacters = 0;
  #sentEntries = 0;
  #dropped = 0;
  #cancelGather: (() => void) | undefined;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(parts: SlowLogThreadParts) {
    this.#parts = parts;
  }

  take(entry: SlowEntry): void {
    if (this.#closed !== undefined) return;
    const text = JSON.stringify(entry);
    if (this.#gatheredCharacters + this.#sentCharacters + text.length > waitingMax) {
      this.#dropped++;
      return;
    }
    this.#gathered.push(text);
    this.#gatheredCharacters += text.length;
    if (this.#gatheredCharacters >= gatheredMax) this.#send();
    else this.#cancelGather ??= this.#parts.clock.after(gatherMs, () => this.#send());
  }

  /** Resolves when all that was taken is in the files, or the thread is gone. */
  async close(): Promise<void> {
    this.#send(true);
    this.#closed ??= Promise.withResolvers();
    const channel = this.#channel;
    if (channel === undefined) return;
    channel.post({ kind: 'close' } satisfies ToSlowLogThread);
    await this.#closed.promise;
    await channel.end();
  }

  /** `isLast`: what was dropped is told also where nothing follows it. */
  #send(isLast = false): void {
    this.#cancelGather?.();
    this.#cancelGather = undefined;
    const entries = this.#gathered;
    const characters = this.#gatheredCharacters;
    if (entries.length === 0 && !(isLast && this.#dropped > 0)) return;
    this.#gathered = [];
    this.#gatheredCharacters = 0;
    const channel = this.#started();
    if (channel === undefined) {
      this.#dropped += entries.length;
      return;
    }
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#sentCharacters += characters;
    this.#sentEntries += entries.length;
    const batch: SlowBatch = {
      kind: 'entries',
      entries: `[${entries.join(',')}]`,
      size: { entries: entries.length, characters },
      place: this.#parts.place(),
      dropped,
    };
    channel.post(batch);
  }

  #started(): Channel | undefined {
    if (this.#channel !== undefined) return this.#channel;
    if (this.#nowMs() - this.#failedAtMs < restartAfterMs) return undefined;
    let channel: Channel;
    try {
      channel = this.#parts.start();
    } catch (error) {
      this.#ended(error as Error);
      return undefined;
    }
    channel.onMessage((message) => this.#told(message as FromSlowLogThread));
    channel.onEnd((error) => this.#ended(error));
    this.#channel = channel;
    return channel;
  }

  #told(message: FromSlowLogThread): void {
    if (message.kind === 'written') {
      this.#sentCharacters -= message.size.characters;
      this.#sentEntries -= message.size.entries;
    } else if (message.kind === 'problem') this.#parts.onProblem(message.file, message.reason);
    else this.#closed?.resolve();
  }

  #ended(error: Error | undefined): void {
    this.#channel = undefined;
    this.#dropped += this.#sentEntries;
    this.#sentCharacters = 0;
    this.#sentEntries = 0;
    this.#failedAtMs = this.#nowMs();
    if (this.#closed === undefined) this.#parts.onProblem(undefined, error?.message ?? 'it ended');
    this.#closed?.resolve();
  }

  #nowMs(): number {
    return this.#parts.clock.nanos() / 1e6;
  }
}
