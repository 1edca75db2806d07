/** Work that others may come between at each `yield`. */
export type Turns<Result> = Generator<undefined, Result, void>;

/** Does it without a pause. */
export function atOnce<Result>(work: Turns<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
