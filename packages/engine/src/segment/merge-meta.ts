import { ByteList, Uint32List } from '../codec/lists.ts';
import { writeMeta, writeSeqNos } from './column-writer.ts';
import type { MergePlan } from './merge-terms.ts';
import { writeIds, writeRoutings } from './meta-writer.ts';
import type { OpenSegment } from './open-segment.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { SectionKind } from './segment-format.ts';

/**
 * Writes ids, routing and history numbers of the merged documents, one after the other: of many millions of documents each
 * takes a hundred megabytes while it is written.
 */
export function mergeMeta(
  plan: MergePlan,
  assembler: SegmentAssembler,
): { readonly minSeqNo: number; readonly maxSeqNo: number } {
  const { maxDoc } = plan;
  mergeIds(plan, assembler);
  if (plan.inputs.some(({ segment }) => segment.index.routingOffsets.length > 0)) {
    mergeRoutings(plan, assembler);
  }
  const extent = mergeSeqNos(plan, assembler);
  const terms = numbers(plan, (segment, doc) => segment.primaryTermOf(doc));
  writeMeta(assembler, SectionKind.primaryTerm, terms, maxDoc);
  const versions = numbers(plan, (segment, doc) => segment.versionOf(doc));
  writeMeta(assembler, SectionKind.version, versions, maxDoc);
  return extent;
}

function mergeIds(plan: MergePlan, assembler: SegmentAssembler): void {
  const room = plan.inputs.reduce((sum, { segment }) => sum + segment.index.ids.bytes.length, 0);
  const ids = new ByteList(room);
  const offsets = new Uint32List(plan.maxDoc + 1);
  offsets.push(0);
  eachLive(plan, (segment, doc) => {
    const id = segment.index.ids.idOf(doc);
    ids.append(id, 0, id.length);
    offsets.push(ids.length);
  });
  writeIds(assembler, ids.view(), offsets.view(), () => true);
}

function mergeRoutings(plan: MergePlan, assembler: SegmentAssembler): void {
  const routings = new ByteList();
  const offsets = new Uint32List(plan.maxDoc + 1);
  offsets.push(0);
  eachLive(plan, ({ index }, doc) => {
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
  plan: MergePlan,
  assembler: SegmentAssembler,
): { readonly minSeqNo: number; readonly maxSeqNo: number } {
  const { maxDoc } = plan;
  const seqNos = numbers(plan, (segment, doc) => segment.seqNoOf(doc));
  writeSeqNos(assembler, seqNos, maxDoc);
  let minSeqNo = maxDoc === 0 ? -1 : seqNos[0]!;
  let maxSeqNo = -1;
  for (const seqNo of seqNos) {
    if (seqNo < minSeqNo) minSeqNo = seqNo;
    if (seqNo > maxSeqNo) maxSeqNo = seqNo;
  }
  return { minSeqNo, maxSeqNo };
}

function numbers(plan: MergePlan, numberOf: (segment: OpenSegment, doc: number) => number): Float64Array {
  const values = new Float64Array(plan.maxDoc);
  let next = 0;
  eachLive(plan, (segment, doc) => {
    values[next++] = numberOf(segment, doc);
  });
  return values;
}

/** Calls with the documents of the result in their order: the input of each, and its number there. */
export function eachLive(
  { inputs, places }: MergePlan,
  visit: (segment: OpenSegment, doc: number, place: number) => void,
): void {
  if (places !== null) {
    eachInPlace(inputs, places, visit);
    return;
  }
  inputs.forEach(({ segment, remap }, place) => {
    for (let doc = 0; doc < remap.length; doc++) if (remap[doc]! >= 0) visit(segment, doc, place);
  });
}

function eachInPlace(
  inputs: MergePlan['inputs'],
  places: Uint16Array,
  visit: (segment: OpenSegment, doc: number, place: number) => void,
): void {
  const next = new Int32Array(inputs.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    const { segment, remap } = inputs[place]!;
    let doc = next[place]!;
    while (remap[doc]! < 0) doc++;
    next[place] = doc + 1;
    visit(segment, doc, place);
  }
}
