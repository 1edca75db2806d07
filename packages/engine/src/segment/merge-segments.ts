import type { Disk } from '@sextant/base';
import { getBit, setBit, wordsFor } from '../codec/bits.ts';
import { mergedShapes, mergeField } from './merge-fields.ts';
import { mergeMeta } from './merge-meta.ts';
import { mergeOrder } from './merge-order.ts';
import { mergeSourcesSorted } from './merge-sorted-source.ts';
import { mergeSources } from './merge-source.ts';
import type { MergeInput, MergePlan } from './merge-terms.ts';
import { writeSourceLayout } from './meta-writer.ts';
import { closeSegment, type OpenSegment, openSegment } from './open-segment.ts';
import { SegmentAssembler } from './segment-assembler.ts';
import type { SegmentData, SegmentTarget, SourceCodec } from './segment-data.ts';
import { verifySegment } from './segment-file.ts';
import type { SegmentSort } from './segment-sort.ts';
import type { WrittenSource } from './source-writer.ts';

export interface MergeResult {
  readonly segment: SegmentData;
  /** Per input: the number in the result of each of its documents, -1 where it was dead. */
  readonly remaps: readonly Int32Array[];
}

/** Asked of documents that lie in no other. */
export type KeepsDocument = (segment: OpenSegment, doc: number) => boolean;

export interface MergeOptions {
  /** `default` where absent. */
  readonly codec?: SourceCodec;
  readonly keeps?: KeepsDocument | undefined;
  /** The order in which the documents of each input stand, and those of the result are to; absent: as they come. */
  readonly sort?: SegmentSort | undefined;
}

/**
 * Writes the live documents of the inputs that `keeps` wants (all where it is absent), in their order or that of `sort`, as one
 * segment whose documents are all live (nothing is synced). The result reads as one built from those documents at once. A field's flags are what its inputs have in
 * common; fields and terms that only dead documents had are gone. ApiError corrupt_index_exception where an input on disk
 * is not as it was written.
 */
export function mergeSegments(
  inputs: readonly SegmentData[],
  target: SegmentTarget,
  disk: Disk,
  { codec = 'default', keeps, sort }: MergeOptions = {},
): MergeResult {
  // By reading, not by the mapping: a part of the disk that cannot be read is an error here, and a signal there.
  for (const input of inputs) if (input.index === null) verifySegment(disk, input);
  const opened = inputs.map((input) => openSegment(input, disk));
  try {
    const wanted = keeps === undefined ? opened : opened.map((each) => only(each, keeps, disk));
    return mergeOpened(planOf(wanted, sort), target, codec);
  } finally {
    for (const segment of opened) closeSegment(segment);
  }
}

function planOf(segments: readonly OpenSegment[], sort: SegmentSort | undefined): MergePlan {
  const places = sort === undefined ? null : mergeOrder(segments, sort);
  if (places !== null) return { inputs: inPlaces(segments, places), maxDoc: places.length, places };
  let maxDoc = 0;
  const inputs = segments.map((segment): MergeInput => {
    const { remap, next } = numberDocuments(segment, maxDoc);
    maxDoc = next;
    return { segment, remap };
  });
  return { inputs, maxDoc, places };
}

function mergeOpened(plan: MergePlan, target: SegmentTarget, codec: SourceCodec): MergeResult {
  const { inputs, maxDoc } = plan;
  const assembler = new SegmentAssembler({ target });
  try {
    for (const shape of mergedShapes(plan)) mergeField(plan, shape, assembler);
    const source = mergeSource(plan, target, codec);
    const seqNos = mergeMeta(plan, assembler);
    writeSourceLayout(assembler, source);
    const segment = assembler.write(target, {
      maxDoc,
      ...seqNos,
      sourceBytes: source.fileBytes,
      hasKept: source.hasKept,
    });
    return { segment, remaps: inputs.map((input) => input.remap) };
  } finally {
    assembler.close();
  }
}

function mergeSource(plan: MergePlan, target: SegmentTarget, codec: SourceCodec): WrittenSource {
  if (plan.places !== null) return mergeSourcesSorted(plan, target, codec);
  return mergeSources(
    plan.inputs.map(({ segment }) => segment),
    target,
    codec,
  );
}

/** The segment as if all documents but these were deleted; what lies within a document stays with it. */
function only(segment: OpenSegment, keeps: KeepsDocument, disk: Disk): OpenSegment {
  const { blocks, maxDoc, liveDocs } = segment;
  const shared = new SharedArrayBuffer(wordsFor(maxDoc) * 4);
  const kept = new Uint32Array(shared);
  let count = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const isInner = blocks !== null && !getBit(blocks.roots, doc);
    if (isInner || (liveDocs !== null && !getBit(liveDocs, doc)) || !keeps(segment, doc)) continue;
    for (let inner = blocks?.startOf(doc) ?? doc; inner <= doc; inner++) {
      setBit(kept, inner);
      count++;
    }
  }
  return openSegment({ ...segment.data, liveDocs: shared, deletedDocs: maxDoc - count }, disk, segment);
}

/** Numbers the live documents as they stand in the result. */
function inPlaces(segments: readonly OpenSegment[], places: Uint16Array): MergeInput[] {
  const inputs = segments.map(
    (segment): MergeInput => ({ segment, remap: new Int32Array(segment.maxDoc).fill(-1) }),
  );
  const next = new Int32Array(segments.length);
  for (let doc = 0; doc < places.length; doc++) {
    const place = places[doc]!;
    const { segment, remap } = inputs[place]!;
    let old = next[place]!;
    while (segment.liveDocs !== null && !getBit(segment.liveDocs, old)) old++;
    next[place] = old + 1;
    remap[old] = doc;
  }
  return inputs;
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
