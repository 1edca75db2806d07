import type { WorkBudget } from './work-budget.ts';

/** Work that may stop at each `yield`, where others may run before it goes on. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does the work without a pause. */
export function runThrough<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Turns of the event loop for those who wait for one, in their order, one in a turn: between two of them the
 * thread hears its sockets, however many wait.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

/**
 * Does the work in slices: what is done within one is answered at once, longer work goes on in later turns.
 * Ends by what the work throws.
 */
export async function runInSlices<Result>(
  work: Steps<Result>,
  budget: WorkBudget,
  turns: Pick<Turns, 'next'>,
): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await turns.next();
    budget.beginSlice();
  }
}
