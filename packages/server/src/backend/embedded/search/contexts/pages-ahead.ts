import type { RawJson } from '@sextant/contract';
import type { SearchPage, SearchResult, WorkBudget } from '@sextant/engine';

/** A page of a scroll, and what it was searched by. */
export interface MadePage {
  readonly answer: RawJson;
  readonly result: SearchResult;
  readonly page: SearchPage;
}

/** A page that is made before it is asked for. */
export interface PageAhead {
  /** All that its answer depends on beside the state of its scroll. */
  readonly form: string;
  /** Where it goes on; a scroll that has moved since has no use for it. */
  readonly after: SearchPage['after'];
  readonly budget: WorkBudget;
  /** Undefined where it has to be made when it is asked for. */
  readonly made: Promise<MadePage | undefined>;
}

/** Bytes of all pages that wait to be asked for; beyond them the one that has waited longest goes. */
const HELD_MAX = 32 * 1024 * 1024;

/** Pages of scrolls that are made while their readers are busy with those before: one for each scroll at most. */
export class PagesAhead<Scroll> {
  readonly #pages = new Map<Scroll, { readonly ahead: PageAhead; bytes: number }>();
  readonly #heldMax: number;
  #bytes = 0;

  constructor(heldMax = HELD_MAX) {
    this.#heldMax = heldMax;
  }

  /** `bytes`: what the page is expected to take, until it is made. */
  add(scroll: Scroll, ahead: PageAhead, bytes: number): void {
    this.drop(scroll);
    const entry = { ahead, bytes };
    this.#pages.set(scroll, entry);
    this.#bytes += bytes;
    this.#keepBounds();
    void ahead.made.then((made) => {
      if (this.#pages.get(scroll) !== entry) return;
      if (made === undefined) {
        this.drop(scroll);
        return;
      }
      this.#bytes += made.answer.bytes.length - entry.bytes;
      entry.bytes = made.answer.bytes.length;
      this.#keepBounds();
    });
  }

  /** Of this form; of another it is given up. It is the caller's alone from now on. */
  take(scroll: Scroll, { form, after }: Pick<PageAhead, 'form' | 'after'>): PageAhead | undefined {
    const ahead = this.#pages.get(scroll)?.ahead;
    if (ahead === undefined) return undefined;
    if (ahead.form !== form || ahead.after !== after) {
      this.drop(scroll);
      return undefined;
    }
    this.#remove(scroll);
    return ahead;
  }

  drop(scroll: Scroll): void {
    this.#pages.get(scroll)?.ahead.budget.cancel('nobody waits for it any more');
    this.#remove(scroll);
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  #remove(scroll: Scroll): void {
    this.#bytes -= this.#pages.get(scroll)?.bytes ?? 0;
    this.#pages.delete(scroll);
  }

  #keepBounds(): void {
    for (const scroll of this.#pages.keys()) {
      if (this.#bytes <= this.#heldMax) break;
      this.drop(scroll);
    }
  }
}
