import { assert } from '@sextant/base';
import { ByteList, Float64List, Uint32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import { Utf8Scratch } from '../codec/utf8-scratch.ts';
import { writeMeta, writeSeqNos } from './column-writer.ts';
import { buildIdTable, idBounds } from './id-table.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { MAX_UINT32, SectionKind } from './segment-format.ts';
import type { SourceLayout } from './source-writer.ts';

export interface DocumentNumbers {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
}

/** Ids, routing and history numbers of documents: plain values, which may be shared between threads. */
export interface FrozenMeta {
  readonly ids: Uint8Array;
  /** Where each id begins, and where the last one ends; so with routings. */
  readonly idOffsets: Uint32Array;
  readonly routings: Uint8Array;
  readonly routingOffsets: Uint32Array;
  readonly seqNos: Float64Array;
  readonly primaryTerms: Float64Array;
  readonly versions: Float64Array;
  /** Both -1 where there is no document. */
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
}

/** Ids, routing and history numbers of the documents of a segment that is being written. */
export class MetaWriter {
  readonly #ids: ByteList;
  readonly #idOffsets: Uint32List;
  readonly #routings: ByteList;
  readonly #routingOffsets: Uint32List;
  readonly #seqNos: Float64List;
  readonly #primaryTerms: Float64List;
  readonly #versions: Float64List;
  readonly #scratch = new Utf8Scratch();
  #minSeqNo = -1;
  #maxSeqNo = -1;

  constructor(spare: SpareArrays | null = null) {
    this.#ids = new ByteList(0, spare);
    this.#idOffsets = new Uint32List(0, spare);
    this.#routings = new ByteList(0, spare);
    this.#routingOffsets = new Uint32List(0, spare);
    this.#seqNos = new Float64List(0, spare);
    this.#primaryTerms = new Float64List(0, spare);
    this.#versions = new Float64List(0, spare);
    this.#idOffsets.push(0);
    this.#routingOffsets.push(0);
  }

  /** Nothing may be added any more. */
  release(): void {
    for (const list of [this.#ids, this.#idOffsets, this.#routings, this.#routingOffsets]) list.release();
    for (const list of [this.#seqNos, this.#primaryTerms, this.#versions]) list.release();
  }

  get maxDoc(): number {
    return this.#seqNos.length;
  }

  get bytesUsed(): number {
    // The table of ids is made when the segment is written.
    return this.#ids.values.byteLength + this.#routings.values.byteLength + this.maxDoc * 48;
  }

  /** Number of the new document. */
  add(document: DocumentNumbers & { readonly id: string; readonly routing: string | null }): number {
    const idLength = this.#scratch.encode(document.id);
    this.#ids.append(this.#scratch.bytes, 0, idLength);
    this.#idOffsets.push(this.#ids.length);
    if (document.routing !== null) {
      const length = this.#scratch.encode(document.routing);
      this.#routings.append(this.#scratch.bytes, 0, length);
    }
    this.#routingOffsets.push(this.#routings.length);
    return this.#addNumbers(document);
  }

  #addNumbers(numbers: DocumentNumbers): number {
    const doc = this.#seqNos.length;
    this.#seqNos.push(numbers.seqNo);
    this.#primaryTerms.push(numbers.primaryTerm);
    this.#versions.push(numbers.version);
    if (doc === 0 || numbers.seqNo < this.#minSeqNo) this.#minSeqNo = numbers.seqNo;
    if (numbers.seqNo > this.#maxSeqNo) this.#maxSeqNo = numbers.seqNo;
    return doc;
  }

  /** What was added, as it crosses threads; views of arrays that the next document may change. */
  freeze(): FrozenMeta {
    return {
      ids: this.#ids.view(),
      idOffsets: this.#idOffsets.view(),
      routings: this.#routings.view(),
      routingOffsets: this.#routingOffsets.view(),
      seqNos: this.#seqNos.view(),
      primaryTerms: this.#primaryTerms.view(),
      versions: this.#versions.view(),
      minSeqNo: this.#minSeqNo,
      maxSeqNo: this.#maxSeqNo,
    };
  }
}

/** Writes all of it, and where the stored documents lie. */
export function writeMetaSections(
  assembler: SegmentAssembler,
  meta: FrozenMeta,
  isLive: (doc: number) => boolean,
  source: SourceLayout,
): void {
  const count = meta.seqNos.length;
  writeIds(assembler, meta.ids, meta.idOffsets, isLive);
  writeRoutings(assembler, meta.routings, meta.routingOffsets);
  writeSeqNos(assembler, meta.seqNos, count);
  writeMeta(assembler, SectionKind.primaryTerm, meta.primaryTerms, count);
  writeMeta(assembler, SectionKind.version, meta.versions, count);
  writeSourceLayout(assembler, source);
}

/** `offsets`: where each id begins, and where the last one ends. */
export function writeIds(
  assembler: SegmentAssembler,
  ids: Uint8Array,
  offsets: Uint32Array,
  isLive: (doc: number) => boolean,
): void {
  assert(ids.length <= MAX_UINT32, 'the ids of a segment take more than four gigabytes');
  assembler.add(SectionKind.idBytes, ids, 1);
  const table = buildIdTable(ids, offsets, offsets.length - 1, isLive);
  if (!sameLengths(offsets)) assembler.add(SectionKind.idOffsets, offsets, 4);
  assembler.add(SectionKind.idSlots, table, 4);
  const bounds = idBounds(ids, offsets, isLive);
  if (bounds !== null) assembler.add(SectionKind.idBounds, bounds, 4);
}

/** Nothing where no document has a routing. */
export function writeRoutings(assembler: SegmentAssembler, routings: Uint8Array, offsets: Uint32Array): void {
  assert(routings.length <= MAX_UINT32, 'the routings of a segment take more than four gigabytes');
  if (routings.length === 0) return;
  assembler.add(SectionKind.routingBytes, routings, 1);
  assembler.add(SectionKind.routingOffsets, offsets, 4);
}

export function writeSourceLayout(assembler: SegmentAssembler, source: SourceLayout): void {
  assembler.add(SectionKind.sourceBlocks, source.blocks, 8);
  assembler.add(SectionKind.sourceBlockDocs, source.blockDocs, 4);
  if (source.dictionaries.length > 0) {
    assembler.add(SectionKind.sourceDictionaries, source.dictionaries, 4);
  }
}

function sameLengths(offsets: Uint32Array): boolean {
  const stride = offsets[1];
  for (let i = 1; i < offsets.length; i++) if (offsets[i]! - offsets[i - 1]! !== stride) return false;
  return true;
}
