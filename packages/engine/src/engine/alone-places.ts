import type { Job } from './search-job.ts';

/** Forms that are remembered; beyond them all is forgotten, and learnt again. */
const MAX_FORMS = 500;

/** A search that is alone keeps no other search waiting: one that takes so many times what is short may be done by the thread that serves HTTP. */
const SHORT_TIMES = 2;

/** Of the first so many of a form one in so many is done where it is taken to be done later, of all others one in so many. */
const NEW_FORM = 64;
const TRY_WHILE_NEW = 8;
const TRY_LATER = 32;

/** How much one that took less counts in what is known, and one that took more: many of those were held up, or ran before their code was compiled. */
const LESS = 1 / 3;
const MORE = 1 / 8;

/** What searches of a form took, from when they were placed until they were answered. Milliseconds; NaN: none was done there. */
interface Taken {
  here: number;
  there: number;
  /** Searches that were placed by this. */
  placed: number;
}

type Placed = Pick<Job, 'form' | 'expectedMs' | 'aloneSince'>;

/**
 * Where a search of middling length that is alone is done sooner: by the thread that was asked (here), or by others (there), which take it and give its answer
 * back, but may divide it. What that brings differs from form to form, and is learnt from what both took. It decides where the search is done, never
 * what it finds.
 */
export class AlonePlaces {
  readonly #taken = new Map<string, Taken>();

  /** What the search may take at most to be done here, in milliseconds. `shortMs`: of those that are not alone. */
  mostHere({ form, expectedMs, aloneSince }: Placed, shortMs: number): number {
    const isMiddling = expectedMs > shortMs && expectedMs <= SHORT_TIMES * shortMs;
    if (!isMiddling || aloneSince === undefined) return shortMs;
    return this.#isHere(this.#of(form.text)) ? expectedMs : shortMs;
  }

  #isHere(taken: Taken): boolean {
    const every = taken.placed < NEW_FORM ? TRY_WHILE_NEW : TRY_LATER;
    const isTry = ++taken.placed % every === 0;
    return taken.here <= taken.there !== isTry;
  }

  /** It was answered, and is alone now; only what was alone from its beginning tells something. */
  learn({ form, aloneSince }: Placed, isHere: boolean, nowMs: number): void {
    if (aloneSince === undefined) return;
    const taken = this.#taken.get(form.text);
    if (taken === undefined) return;
    const tookMs = nowMs - aloneSince;
    if (isHere) taken.here = nearer(taken.here, tookMs);
    else taken.there = nearer(taken.there, tookMs);
  }

  #of(form: string): Taken {
    const known = this.#taken.get(form);
    if (known !== undefined) return known;
    if (this.#taken.size >= MAX_FORMS) this.#taken.clear();
    const made = { here: Number.NaN, there: Number.NaN, placed: 0 };
    this.#taken.set(form, made);
    return made;
  }
}

function nearer(known: number, tookMs: number): number {
  if (Number.isNaN(known)) return tookMs;
  return known + (tookMs - known) * (tookMs < known ? LESS : MORE);
}
