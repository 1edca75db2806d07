import { getBit } from '../../codec/bits.ts';
import { docCountField } from '../../mapping/doc-count-field.ts';
import type { NumericColumn, SegmentReader } from '../../segment/segment-reader.ts';

/** For how many each document of the segment stands; null where each stands for itself. */
export function docCountsOf(segment: SegmentReader): NumericColumn | null {
  return segment.numeric(docCountField.name);
}

export function docCountAt({ data, base, offsets, present }: NumericColumn, doc: number): number {
  if (offsets === null) return present === null || getBit(present, doc) ? base + data[doc]! : 1;
  const from = offsets[doc]!;
  return from === offsets[doc + 1]! ? 1 : base + data[from]!;
}
