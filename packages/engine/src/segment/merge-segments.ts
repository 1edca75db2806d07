import type { Disk } from '@sextant/base';
import { getBit } from '../codec/bits.ts';
import { mergedShapes, mergeField } from './merge-fields.ts';
import { mergeMeta } from './merge-meta.ts';
import { mergeSources } from './merge-source.ts';
import type { MergeInput } from './merge-terms.ts';
import { writeSourceLayout } from './meta-writer.ts';
import { closeSegment, type OpenSegment, openSegment } from './open-segment.ts';
import { SegmentAssembler } from './segment-assembler.ts';
import type { SegmentData, SegmentTarget, SourceCodec } from './segment-data.ts';
import { verifySegment } from './segment-file.ts';

export interface MergeResult {
  readonly segment: SegmentData;
  /** Per input: the number in the result of each of its documents, -1 where it was dead. */
  readonly remaps: readonly Int32Array[];
}

/**
 * Writes the live documents of the inputs, in their order, as one segment whose documents are all live (nothing is
 * synced). The result reads as one built from those documents at once. A field's flags are what its inputs have in
 * common; fields and terms that only dead documents had are gone. ApiError corrupt_index_exception where an input on disk
 * is not as it was written.
 */
export function mergeSegments(
  inputs: readonly SegmentData[],
  target: SegmentTarget,
  disk: Disk,
  codec: SourceCodec = 'default',
): MergeResult {
  // By reading, not by the mapping: a part of the disk that cannot be read is an error here, and a signal there.
  for (const input of inputs) if (input.index === null) verifySegment(disk, input);
  const opened = inputs.map((input) => openSegment(input, disk));
  try {
    return mergeOpened(opened, target, codec);
  } finally {
    for (const segment of opened) closeSegment(segment);
  }
}

function mergeOpened(
  segments: readonly OpenSegment[],
  target: SegmentTarget,
  codec: SourceCodec,
): MergeResult {
  let maxDoc = 0;
  const inputs = segments.map((segment): MergeInput => {
    const { remap, next } = numberDocuments(segment, maxDoc);
    maxDoc = next;
    return { segment, remap };
  });
  const assembler = new SegmentAssembler({ target });
  try {
    for (const shape of mergedShapes(inputs)) mergeField(inputs, shape, maxDoc, assembler);
    const source = mergeSources(segments, target, codec);
    const seqNos = mergeMeta(inputs, maxDoc, assembler);
    writeSourceLayout(assembler, source);
    const segment = assembler.write(target, { maxDoc, ...seqNos, sourceBytes: source.fileBytes });
    return { segment, remaps: inputs.map((input) => input.remap) };
  } finally {
    assembler.close();
  }
}

/** The live ones in their order, from `first` on. */
function numberDocuments(
  { maxDoc, liveDocs }: OpenSegment,
  first: number,
): { readonly remap: Int32Array; readonly next: number } {
  const remap = new Int32Array(maxDoc).fill(-1);
  let next = first;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (liveDocs === null || getBit(liveDocs, doc)) remap[doc] = next++;
  }
  return { remap, next };
}
