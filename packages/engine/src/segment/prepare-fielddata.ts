import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { hasMadeColumn } from '../mapping/metadata-fields.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Before the values of a field are asked of the segments: those of a text field, and of a field that the engine keeps for itself, are made where they are not there. */
export function* prepareFielddata(
  segments: readonly SegmentReader[],
  field: MappedField,
  budget: WorkBudget,
): Steps<void> {
  if (field.fielddata === undefined && !hasMadeColumn(field.name)) return;
  for (const segment of segments) {
    const preparation = segment.prepareFielddata(field, budget);
    if (preparation !== null) yield* preparation;
  }
}
