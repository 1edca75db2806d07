import type { Clock, Log } from '@sextant/base';
import type { InternalCall } from '../backend/backend.ts';
import type { Schedule, Scheduler } from '../tasks/scheduler.ts';
import { pollMs, RecordChanges } from './record-changes.ts';
import { RecordDocuments } from './record-documents.ts';
import { prepareIndex } from './record-index.ts';
import type { RecordKind } from './record-kind.ts';
import { RecordMirror } from './record-mirror.ts';
import { RecordStore } from './record-store.ts';

export interface RecordsParts {
  readonly call: InternalCall;
  readonly clock: Clock;
  readonly log: Log;
  readonly scheduler: Scheduler;
  /** Other processes may write to the same records. */
  readonly isShared: boolean;
  /** Records that one search reads. */
  readonly pageSize?: number;
}

/** What has expired is removed this often, and so long after it expired: a wall clock may be set wrong for a while. */
const sweepMs = 3_600_000;
const keptMs = 86_400_000;

/**
 * Records of the service itself, as documents of a hidden index through the backend's port: durable and shared as the
 * backend is. A kind says what a record holds; a store reads and writes records of a kind; a mirror holds all of them.
 */
export class Records {
  readonly #parts: RecordsParts;
  readonly #documents: RecordDocuments;
  readonly #changes: RecordChanges;
  readonly #mirrors: RecordMirror<unknown>[] = [];
  #schedules: readonly Schedule[] = [];
  #stopped = false;

  constructor(parts: RecordsParts) {
    const { call, clock, log, isShared, pageSize } = parts;
    this.#parts = parts;
    this.#documents = new RecordDocuments(call, clock, pageSize);
    this.#changes = new RecordChanges({ documents: this.#documents, clock, log, isShared });
  }

  store<T>(kind: RecordKind<T>): RecordStore<T> {
    const { clock, log } = this.#parts;
    return new RecordStore({ kind, documents: this.#documents, changes: this.#changes, clock, log });
  }

  mirror<T>(kind: RecordKind<T>): RecordMirror<T> {
    const mirror = new RecordMirror(this.store(kind), this.#changes);
    this.#mirrors.push(mirror as RecordMirror<unknown>);
    return mirror;
  }

  /** Makes the index, or brings it up to date, and begins to look for changes. May be called again after it failed. */
  async prepare(): Promise<void> {
    await prepareIndex(this.#documents);
    await this.#changes.check();
    if (this.#stopped || this.#schedules.length > 0) return;
    const { scheduler, isShared } = this.#parts;
    const sweep = scheduler.every('records/sweep', { everyMs: sweepMs, jitter: 0.1 }, () => this.sweep());
    const poll = { everyMs: isShared ? pollMs : -1 };
    this.#schedules = [sweep, scheduler.every('records/changes', poll, () => this.#changes.poll())];
  }

  /** Removes what expired more than a day ago, of every kind. */
  async sweep(): Promise<void> {
    const before = this.#parts.clock.now() - keptMs;
    for (const mirror of this.#mirrors) mirror.prune(before);
    const expired = this.#documents.pages([{ range: { expires: { lt: before } } }], []);
    for await (const page of expired) await this.#documents.removeAll(page);
  }

  stop(): void {
    this.#stopped = true;
    for (const schedule of this.#schedules) schedule.stop();
  }
}
