import type { Disk } from '@sextant/base';
import { getBit } from '../codec/bits.ts';
import { mergedShapes, mergeField } from './merge-fields.ts';
import { mergeSources } from './merge-source.ts';
import type { MergeInput } from './merge-terms.ts';
import { MetaWriter } from './meta-writer.ts';
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
  const meta = new MetaWriter();
  const inputs = segments.map((segment): MergeInput => ({ segment, remap: numberDocuments(segment, meta) }));
  const assembler = new SegmentAssembler();
  const { maxDoc } = meta;
  for (const shape of mergedShapes(inputs)) mergeField(inputs, shape, maxDoc, assembler);
  const source = mergeSources(segments, target, codec);
  const seqNos = meta.write(assembler, () => true, source);
  const segment = assembler.write(target, { maxDoc, ...seqNos, sourceBytes: source.fileBytes });
  return { segment, remaps: inputs.map((input) => input.remap) };
}

function numberDocuments(segment: OpenSegment, meta: MetaWriter): Int32Array {
  const remap = new Int32Array(segment.maxDoc).fill(-1);
  const { ids, routingBytes, routingOffsets } = segment.index;
  const noRouting = new Uint8Array(0);
  const hasRouting = routingOffsets.length > 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (segment.liveDocs !== null && !getBit(segment.liveDocs, doc)) continue;
    const id = ids.idOf(doc);
    const routing = hasRouting
      ? routingBytes.subarray(routingOffsets[doc], routingOffsets[doc + 1])
      : noRouting;
    remap[doc] = meta.addEncoded(id, routing, {
      seqNo: segment.seqNoOf(doc),
      primaryTerm: segment.primaryTermOf(doc),
      version: segment.versionOf(doc),
    });
  }
  return remap;
}
