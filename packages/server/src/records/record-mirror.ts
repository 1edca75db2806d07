import type { RecordChanges } from './record-changes.ts';
import type { RecordChange, RecordNotice, Stored } from './record-kind.ts';
import type { RecordStore } from './record-store.ts';

interface Entry<T> {
  /** Undefined = removed, or not readable. */
  readonly stored: Stored<T> | undefined;
  readonly seqNo: number;
}

/**
 * All records of one kind in memory, for what is asked at every request. Answers are true as long as `isCurrent`; who
 * needs the truth waits for `ready`.
 */
export class RecordMirror<T> {
  readonly store: RecordStore<T>;
  readonly #changes: RecordChanges;
  readonly #listeners = new Set<() => void>();
  #entries = new Map<string, Entry<T>>();
  /** Raised by each notice that asks to read everything anew; `#loadedAt` is the one that was heeded. */
  #wanted = 1;
  #loadedAt = 0;
  #load: Promise<void> | undefined;
  /** What was told while records were being read. */
  #meanwhile: RecordChange<T>[] = [];

  constructor(store: RecordStore<T>, changes: RecordChanges) {
    this.store = store;
    this.#changes = changes;
    store.subscribe((notice) => this.#noticed(notice));
  }

  /** Resolves when everything was read and nothing newer is unseen. Rejects where that cannot be had. */
  async ready(): Promise<void> {
    if (!this.#changes.isFresh()) await this.#changes.check();
    while (this.#loadedAt !== this.#wanted) {
      this.#load ??= this.#loadAll().finally(() => {
        this.#load = undefined;
      });
      await this.#load;
    }
  }

  isCurrent(): boolean {
    return this.#loadedAt === this.#wanted && this.#changes.isFresh();
  }

  get(id: string): Stored<T> | undefined {
    return this.#entries.get(id)?.stored;
  }

  *values(): Generator<Stored<T>> {
    for (const { stored } of this.#entries.values()) if (stored !== undefined) yield stored;
  }

  /** Called after each change of what is held. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Forgets what was removed, and what expired before `before`, milliseconds since 1970. */
  prune(before: number): void {
    const { expires } = this.store.kind;
    for (const [id, { stored }] of this.#entries) {
      if (stored === undefined || (expires !== undefined && expires(stored.value) < before)) {
        this.#entries.delete(id);
      }
    }
  }

  async #loadAll(): Promise<void> {
    const wanted = this.#wanted;
    this.#meanwhile = [];
    const entries = new Map<string, Entry<T>>();
    for await (const page of this.store.pages()) {
      for (const stored of page) entries.set(stored.id, { stored, seqNo: stored.seqNo });
    }
    this.#entries = entries;
    for (const change of this.#meanwhile) this.#apply(change);
    this.#loadedAt = wanted;
    this.#tell();
  }

  #noticed(notice: RecordNotice<T>): void {
    if (notice === 'all') {
      this.#wanted++;
      return;
    }
    if (this.#load !== undefined) this.#meanwhile.push(...notice);
    // No short circuit: each of them counts.
    const changed = notice.filter((change) => this.#apply(change));
    if (changed.length > 0) this.#tell();
  }

  #apply({ id, seqNo, stored }: RecordChange<T>): boolean {
    const known = this.#entries.get(id);
    if (known !== undefined && known.seqNo >= seqNo) return false;
    this.#entries.set(id, { stored, seqNo });
    return true;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
