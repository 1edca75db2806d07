import type { WorkBudget } from '../../budget/work-budget.ts';

/** What one aggregation of a request takes on one shard, charged to the request under the aggregation's name. */
export class Meter {
  readonly #budget: WorkBudget;
  readonly #label: string;

  constructor(budget: WorkBudget, name: string) {
    this.#budget = budget;
    this.#label = `<agg [${name}]>`;
  }

  /** Memory that is held until the search ends. Throws ApiError `circuit_breaking_exception`. */
  take(bytes: number): void {
    this.#budget.reserve(bytes, this.#label);
  }

  /** Work: see `WorkBudget.charge`. */
  charge(steps: number): void {
    this.#budget.charge(steps);
  }
}
