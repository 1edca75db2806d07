import { runThrough, type Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AskedDocs, FilteredDocs, SegmentFilter } from '../aggregator.ts';

/** What filters select of a segment. */
export class SelectedDocs {
  /** By the order of the filters; of some that of which was asked. */
  readonly docs: FilteredDocs[] = [];
  readonly #asked: AskedDocs[] = [];

  add(filter: SegmentFilter, segment: SegmentReader): void {
    const asked = filter.asked?.(segment);
    if (asked !== undefined) this.#asked.push(asked);
    this.docs.push(asked === undefined ? filter.docs(segment) : asked.bits);
  }

  /** Before a look at these documents. */
  ask(docs: Int32Array, length: number): void {
    for (const each of this.#asked) each.ask(docs, length);
  }
}

/** What filters select of one segment after the other. Each may take long: others get their turn in between. */
export class SegmentFilters {
  readonly #filters: readonly SegmentFilter[];
  readonly #budget: WorkBudget;
  #segment: SegmentReader | null = null;
  #selected = new SelectedDocs();

  constructor(filters: readonly SegmentFilter[], budget: WorkBudget) {
    this.#filters = filters;
    this.#budget = budget;
  }

  /** Works out what `take` of the segment answers; false where no filter selects anything. */
  *prepare(segment: SegmentReader): Steps<boolean> {
    this.#selected = yield* this.#select(segment);
    this.#segment = segment;
    return this.#selected.docs.some((docs) => docs !== null);
  }

  /** Worked out at once where the segment was not prepared. */
  take(segment: SegmentReader): SelectedDocs {
    const selected = this.#segment === segment ? this.#selected : runThrough(this.#select(segment));
    this.#segment = null;
    this.#selected = new SelectedDocs();
    return selected;
  }

  *#select(segment: SegmentReader): Steps<SelectedDocs> {
    const selected = new SelectedDocs();
    for (const filter of this.#filters) {
      selected.add(filter, segment);
      this.#budget.charge(1);
      if (this.#budget.sliceOver) yield;
    }
    return selected;
  }
}
