import { runThrough, type Steps } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';

/** Asks the account of memory for what is to be kept, before it is allocated; to be called once. */
export type Hold = (bytes: number) => void;

/** Takes long for many documents; charges the budget. */
type Make<T> = (budget: WorkBudget, hold: Hold) => Steps<T>;

interface Entry<T> {
  readonly make: Make<T>;
  loaded: T | null;
  /** Gives back what the account of memory holds for it; null: it holds nothing. */
  release: (() => void) | null;
}

/** For a search under way from which what it had prepared was taken, and for what nobody prepares. */
const UNLIMITED = new WorkBudget({ clock: { nanos: () => 0 } });

const nothing = (): void => {};

/** What is made of fields of one segment, in one thread, as terms of text fields and ids by document are: when it is first wanted; kept until it is cleared. */
export class Fielddata<T extends { readonly bytes: number }> {
  readonly #fields = new Map<string, Entry<T>>();

  /** Makes that of a field where it is not there. Throws as the budget does. */
  *prepare(field: string, make: Make<T>, budget: WorkBudget): Steps<void> {
    if (this.#isHeld(field)) return;
    let release = nothing;
    const hold = (bytes: number): void => {
      release = budget.hold(bytes, 'fielddata', field);
    };
    try {
      const known = this.#fields.get(field)?.loaded ?? null;
      if (known !== null) hold(known.bytes);
      const loaded = known ?? (yield* make(budget, hold));
      // Another search may have been sooner while this one gave others their turn.
      if (this.#isHeld(field)) return;
      this.#fields.set(field, { make, loaded, release });
      release = nothing;
    } finally {
      release();
    }
  }

  #isHeld(field: string): boolean {
    const entry = this.#fields.get(field);
    return entry !== undefined && entry.loaded !== null && entry.release !== null;
  }

  /** Null where nothing was prepared. */
  of(field: string): T | null {
    const entry = this.#fields.get(field);
    if (entry === undefined) return null;
    entry.loaded ??= runThrough(entry.make(UNLIMITED, nothing));
    return entry.loaded;
  }

  /** What nobody has prepared is made when it is asked for; the account hears of it when somebody does. */
  made(field: string, make: Make<T>): T {
    if (!this.#fields.has(field)) this.#fields.set(field, { make, loaded: null, release: null });
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
      entry.release?.();
      entry.release = null;
    }
  }

  /** The segment is closed: its dictionaries are no more. */
  close(): void {
    this.clear(() => true);
    this.#fields.clear();
  }
}
