import type { Disk } from '@sextant/base';
import { SeededRandom } from '@sextant/base/testing';
import { LiveDocs, writeLiveDocs } from '../segment/live-docs.ts';
import { SegmentBuilder } from '../segment/segment-builder.ts';
import type { SegmentData } from '../segment/segment-data.ts';
import { MODEL_FIELDS, randomDocument } from './segment-model.ts';
import { addTo } from './segments.ts';

/** Writes the segment that is kept as a sample of the format: 150 documents, one dead, name `_1`. */
export function writeFormatFixture(disk: Disk, directory: string): SegmentData {
  const random = new SeededRandom(1);
  const builder = new SegmentBuilder();
  for (let n = 0; n < 150; n++) addTo(builder, MODEL_FIELDS, randomDocument(random, n));
  const data = builder.build({ disk, directory, name: '_1', generation: 1 });
  const live = new LiveDocs(data.maxDoc, null);
  live.delete(100);
  writeLiveDocs(disk, directory, '_1', 2, data.maxDoc, live.snapshot()!);
  return data;
}
