/** The latest rows of some columns of numbers: memory for all of them is taken at once, and no more ever. NaN: not known. */
export class TrendRing<Name extends string> {
  readonly #capacity: number;
  readonly #times: Float64Array;
  readonly #columns: ReadonlyMap<Name, Float64Array>;
  /** Rows that were ever added. */
  #added = 0;

  constructor(names: readonly Name[], capacity: number) {
    this.#capacity = capacity;
    this.#times = new Float64Array(capacity);
    this.#columns = new Map(names.map((name) => [name, new Float64Array(capacity)]));
  }

  /** `time`: milliseconds since 1970. What is not in the row is not known. */
  add(time: number, row: Readonly<Partial<Record<Name, number>>>): void {
    const at = this.#added++ % this.#capacity;
    this.#times[at] = time;
    for (const [name, column] of this.#columns) column[at] = row[name] ?? Number.NaN;
  }

  /** Those after `since`, oldest first. */
  rows(since: number): {
    readonly times: readonly number[];
    readonly series: ReadonlyMap<Name, readonly number[]>;
  } {
    const places: number[] = [];
    for (let n = Math.max(0, this.#added - this.#capacity); n < this.#added; n++) {
      const at = n % this.#capacity;
      if (this.#times[at]! > since) places.push(at);
    }
    const of = (column: Float64Array): readonly number[] => places.map((at) => column[at]!);
    return {
      times: of(this.#times),
      series: new Map([...this.#columns].map(([name, column]) => [name, of(column)])),
    };
  }
}
