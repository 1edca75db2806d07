import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Before the values of a field are asked of the segments: those of a text field are made where they are not there. */
export function* prepareFielddata(
  segments: readonly SegmentReader[],
  field: MappedField,
  budget: WorkBudget,
): Steps<void> {
  if (field.fielddata === undefined) return;
  for (const segment of segments) {
    const preparation = segment.prepareFielddata(field, budget);
    if (preparation !== null) yield* preparation;
  }
}
