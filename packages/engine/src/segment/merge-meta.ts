import { ByteList, Uint32List } from '../codec/lists.ts';
import { writeMeta, writeSeqNos } from './column-writer.ts';
import type { MergeInput } from './merge-terms.ts';
import { writeIds, writeRoutings } from './meta-writer.ts';
import type { OpenSegment } from './open-segment.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { SectionKind } from './segment-format.ts';

/**
 * Writes ids, routing and history numbers of the merged documents, one after the other: of many millions of documents each
 * takes a hundred megabytes while it is written.
 */
export function mergeMeta(
  inputs: readonly MergeInput[],
  maxDoc: number,
  assembler: SegmentAssembler,
): { readonly minSeqNo: number; readonly maxSeqNo: number } {
  mergeIds(inputs, maxDoc, assembler);
  if (inputs.some(({ segment }) => segment.index.routingOffsets.length > 0)) {
    mergeRoutings(inputs, maxDoc, assembler);
  }
  const extent = mergeSeqNos(inputs, maxDoc, assembler);
  const terms = numbers(inputs, maxDoc, (segment, doc) => segment.primaryTermOf(doc));
  writeMeta(assembler, SectionKind.primaryTerm, terms, maxDoc);
  const versions = numbers(inputs, maxDoc, (segment, doc) => segment.versionOf(doc));
  writeMeta(assembler, SectionKind.version, versions, maxDoc);
  return extent;
}

function mergeIds(inputs: readonly MergeInput[], maxDoc: number, assembler: SegmentAssembler): void {
  const room = inputs.reduce((sum, { segment }) => sum + segment.index.ids.bytes.length, 0);
  const ids = new ByteList(room);
  const offsets = new Uint32List(maxDoc + 1);
  offsets.push(0);
  eachLive(inputs, (segment, doc) => {
    const id = segment.index.ids.idOf(doc);
    ids.append(id, 0, id.length);
    offsets.push(ids.length);
  });
  writeIds(assembler, ids.view(), offsets.view(), () => true);
}

function mergeRoutings(inputs: readonly MergeInput[], maxDoc: number, assembler: SegmentAssembler): void {
  const routings = new ByteList();
  const offsets = new Uint32List(maxDoc + 1);
  offsets.push(0);
  eachLive(inputs, ({ index }, doc) => {
    const { routingBytes, routingOffsets } = index;
    if (routingOffsets.length > 0) {
      const start = routingOffsets[doc]!;
      routings.append(routingBytes, start, routingOffsets[doc + 1]! - start);
    }
    offsets.push(routings.length);
  });
  writeRoutings(assembler, routings.view(), offsets.view());
}

/** Both ends are -1 where there is no document. */
function mergeSeqNos(
  inputs: readonly MergeInput[],
  maxDoc: number,
  assembler: SegmentAssembler,
): { readonly minSeqNo: number; readonly maxSeqNo: number } {
  const seqNos = numbers(inputs, maxDoc, (segment, doc) => segment.seqNoOf(doc));
  writeSeqNos(assembler, seqNos, maxDoc);
  let minSeqNo = maxDoc === 0 ? -1 : seqNos[0]!;
  let maxSeqNo = -1;
  for (const seqNo of seqNos) {
    if (seqNo < minSeqNo) minSeqNo = seqNo;
    if (seqNo > maxSeqNo) maxSeqNo = seqNo;
  }
  return { minSeqNo, maxSeqNo };
}

function numbers(
  inputs: readonly MergeInput[],
  maxDoc: number,
  numberOf: (segment: OpenSegment, doc: number) => number,
): Float64Array {
  const values = new Float64Array(maxDoc);
  let next = 0;
  eachLive(inputs, (segment, doc) => {
    values[next++] = numberOf(segment, doc);
  });
  return values;
}

function eachLive(inputs: readonly MergeInput[], visit: (segment: OpenSegment, doc: number) => void): void {
  for (const { segment, remap } of inputs) {
    for (let doc = 0; doc < remap.length; doc++) if (remap[doc]! >= 0) visit(segment, doc);
  }
}
