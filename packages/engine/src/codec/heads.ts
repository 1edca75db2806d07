/** Several ordered runs on their way to become one: which of them stands first now. Runs are numbers below their count. */
export class Heads {
  readonly #runs: number[];
  readonly #isBefore: (a: number, b: number) => boolean;

  /** `isBefore`: the head of run `a` comes before that of run `b`, as both stand now; two heads are never equal. */
  constructor(runs: readonly number[], isBefore: (a: number, b: number) => boolean) {
    this.#runs = [...runs];
    this.#isBefore = isBefore;
    for (let at = (runs.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** The run whose head comes first; -1 where none is left. */
  get first(): number {
    return this.#runs[0] ?? -1;
  }

  /** The first run stands at its next head. */
  moved(): void {
    this.#sink(0);
  }

  /** The first run has ended. */
  ended(): void {
    const last = this.#runs.pop()!;
    if (this.#runs.length === 0) return;
    this.#runs[0] = last;
    this.#sink(0);
  }

  #sink(from: number): void {
    const runs = this.#runs;
    const run = runs[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < runs.length; child = 2 * at + 1) {
      if (child + 1 < runs.length && this.#isBefore(runs[child + 1]!, runs[child]!)) child++;
      if (this.#isBefore(run, runs[child]!)) break;
      runs[at] = runs[child]!;
      at = child;
    }
    runs[at] = run;
  }
}
