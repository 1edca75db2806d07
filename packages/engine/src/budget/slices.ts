import { assert, type Clock } from '@sextant/base';
import type { WorkBudget } from './work-budget.ts';

/** Others get a turn, or as many as they want until the promise is resolved; it must not reject. */
type Pause = undefined | Promise<void>;

/** Work that may stop at each `yield`, where others may run before it goes on. */
export type Steps<Result> = Generator<Pause, Result, void>;

/** Does the work without a pause: none that waits for others. */
export function runThrough<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    assert(step.value === undefined, 'work that waits for others is to be done in one go');
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

/** What work has taken. */
export class WorkTime {
  /** Milliseconds of its steps: without what others did between them, or before anybody came to look at its end. */
  workMs = 0;
  readonly #clock: Clock;
  readonly #startNanos: number;
  #endNanos: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startNanos = clock.nanos();
    this.#endNanos = this.#startNanos;
  }

  /** Milliseconds from its beginning to the end of its last step. */
  get tookMs(): number {
    return (this.#endNanos - this.#startNanos) / 1e6;
  }

  /** The same work, whose steps are timed; several one after the other add up. */
  *of<Result>(work: Steps<Result>): Steps<Result> {
    for (;;) {
      const begunNanos = this.#clock.nanos();
      let step: IteratorResult<Pause, Result>;
      try {
        step = work.next();
      } finally {
        this.#endNanos = this.#clock.nanos();
        this.workMs += (this.#endNanos - begunNanos) / 1e6;
      }
      if (step.done === true) return step.value;
      yield step.value;
    }
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
    await (step.value ?? turns.next());
    budget.beginSlice();
  }
}
