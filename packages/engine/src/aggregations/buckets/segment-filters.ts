import { runThrough, type Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { FilteredDocs, SegmentFilter } from '../aggregator.ts';

/** What filters select of one segment after the other. Each may take long: others get their turn in between. */
export class SegmentFilters {
  readonly #filters: readonly SegmentFilter[];
  readonly #budget: WorkBudget;
  #segment: SegmentReader | null = null;
  #selected: readonly FilteredDocs[] = [];

  constructor(filters: readonly SegmentFilter[], budget: WorkBudget) {
    this.#filters = filters;
    this.#budget = budget;
  }

  /** Works out what `take` of the segment answers; false where no filter selects anything. */
  *prepare(segment: SegmentReader): Steps<boolean> {
    this.#selected = yield* this.#select(segment);
    this.#segment = segment;
    return this.#selected.some((docs) => docs !== null);
  }

  /** By the order of the filters; worked out at once where the segment was not prepared. */
  take(segment: SegmentReader): readonly FilteredDocs[] {
    const selected = this.#segment === segment ? this.#selected : runThrough(this.#select(segment));
    this.#segment = null;
    this.#selected = [];
    return selected;
  }

  *#select(segment: SegmentReader): Steps<readonly FilteredDocs[]> {
    const selected: FilteredDocs[] = [];
    for (const filter of this.#filters) {
      selected.push(filter(segment));
      this.#budget.charge(1);
      if (this.#budget.sliceOver) yield;
    }
    return selected;
  }
}
