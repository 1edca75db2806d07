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
    // Last, so that it is not in memory beside the largest field.
    const meta = new MetaWriter();
    for (const input of inputs) addMeta(input, meta);
    const seqNos = meta.write(assembler, () => true, source);
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

function addMeta({ segment, remap }: MergeInput, meta: MetaWriter): void {
  const { ids, routingBytes, routingOffsets } = segment.index;
  const noRouting = new Uint8Array(0);
  const hasRouting = routingOffsets.length > 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (remap[doc]! < 0) continue;
    const id = ids.idOf(doc);
    const routing = hasRouting
      ? routingBytes.subarray(routingOffsets[doc], routingOffsets[doc + 1])
      : noRouting;
    meta.addEncoded(id, routing, {
      seqNo: segment.seqNoOf(doc),
      primaryTerm: segment.primaryTermOf(doc),
      version: segment.versionOf(doc),
    });
  }
}
