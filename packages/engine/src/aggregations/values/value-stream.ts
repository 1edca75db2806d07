import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { ValueSource } from './value-source.ts';

/** Numbers that a script makes of documents as they come; nothing is known of them before. */
export interface ValueStream {
  /** What they look like; null: that of which they are made is not mapped. */
  readonly field: MappedField | null;
  /** null where the segment has nothing to give. */
  source(segment: SegmentReader): ValueSource | null;
}
