import { runThrough, type Steps } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import type { Uninverted } from './uninverted.ts';

/** Takes long for many documents; charges the budget. */
type Make = (budget: WorkBudget) => Steps<Uninverted>;

interface Entry {
  readonly make: Make;
  loaded: Uninverted | null;
  /** Gives back what the account of memory holds for it. */
  release: () => void;
}

/** For a search under way from which what it had prepared was taken. */
const UNLIMITED = new WorkBudget({ clock: { nanos: () => 0 } });

const nothing = (): void => {};

/** The terms of text fields, and the ids, of one segment by document, in one thread: made when they are first wanted, kept until they are cleared. */
export class Fielddata {
  readonly #fields = new Map<string, Entry>();

  /** Makes those of a field where they are not there. Throws as the budget does. */
  *prepare(field: string, make: Make, budget: WorkBudget): Steps<void> {
    if ((this.#fields.get(field)?.loaded ?? null) !== null) return;
    const loaded = yield* make(budget);
    // Another search may have been sooner while this one gave others their turn.
    if ((this.#fields.get(field)?.loaded ?? null) !== null) return;
    const release = budget.hold(loaded.bytes, 'fielddata', field);
    this.#fields.set(field, { make, loaded, release });
  }

  /** Null where nothing was prepared. */
  of(field: string): Uninverted | null {
    const entry = this.#fields.get(field);
    if (entry === undefined) return null;
    entry.loaded ??= runThrough(entry.make(UNLIMITED));
    return entry.loaded;
  }

  /** What nobody prepares is made when it is asked for. */
  made(field: string, make: Make): Uninverted {
    if (!this.#fields.has(field)) runThrough(this.prepare(field, make, UNLIMITED));
    return this.of(field)!;
  }

  /** Bytes by field. */
  *sizes(): Iterable<readonly [field: string, bytes: number]> {
    for (const [field, { loaded }] of this.#fields) if (loaded !== null) yield [field, loaded.bytes];
  }

  /** Drops those of the fields that are wanted. Searches under way that need them make them again. */
  clear(isWanted: (field: string) => boolean): void {
    for (const [field, entry] of this.#fields) {
      if (!isWanted(field)) continue;
      entry.loaded = null;
      entry.release();
      entry.release = nothing;
    }
  }

  /** The segment is closed: its dictionaries are no more. */
  close(): void {
    this.clear(() => true);
    this.#fields.clear();
  }
}
