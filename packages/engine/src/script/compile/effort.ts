import type { Expression } from '../ast.ts';

/** Expressions of the plainest kind that are about one operation of a script. */
const EXPRESSIONS_PER_OPERATION = 8;

/** How many of the plainest kind one takes, where it is more; calls of the library count by themselves. */
const weights: ReadonlyMap<Expression['kind'], number> = new Map([
  ['map', 8],
  ['lambda', 8],
  ['reference', 8],
  ['array', 4],
  ['list', 4],
]);

/** Counts what is compiled, so that what runs again and again is charged by its size, once for each pass. */
export class Effort {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  statement(): void {
    this.#count++;
  }

  expression(kind: Expression['kind']): void {
    this.#count += weights.get(kind) ?? 1;
  }

  /** Of two ways only one is gone, since `from` and since `fork`: the longer one is what counts. */
  join(from: number, fork: number): void {
    this.#count = from + Math.max(fork - from, this.#count - fork);
  }

  /** Operations, at least one, that one pass takes through what `work` compiles; nothing of it counts around it. */
  apart<Made>(work: () => Made): { readonly made: Made; readonly cost: number } {
    const before = this.#count;
    const made = work();
    const cost = Math.max(1, Math.ceil((this.#count - before) / EXPRESSIONS_PER_OPERATION));
    this.#count = before;
    return { made, cost };
  }
}
