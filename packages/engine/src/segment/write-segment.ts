import { type FrozenSource, writeFreshSource } from './fresh-source.ts';
import { LiveDocs } from './live-docs.ts';
import { type FrozenMeta, writeMetaSections } from './meta-writer.ts';
import { type FrozenNumbers, writeNumberField } from './number-buffer.ts';
import { SegmentAssembler } from './segment-assembler.ts';
import { type SegmentData, type SegmentTarget, sourcePath } from './segment-data.ts';
import type { SegmentSort } from './segment-sort.ts';
import { sortBuffer } from './sort-buffer.ts';
import type { WrittenSource } from './source-writer.ts';
import { type FrozenTexts, invertedTexts } from './text-buffer.ts';
import { type FrozenTerms, writeTermField } from './write-terms.ts';

export type FrozenField = FrozenTerms | FrozenNumbers | FrozenTexts;

/** The indexing buffer when it is full: plain values, which may be shared between threads. */
export interface FrozenBuffer {
  /** Sorted by name. */
  readonly fields: readonly FrozenField[];
  readonly meta: FrozenMeta;
  readonly source: FrozenSource;
  /** Documents that are deleted already. */
  readonly dead: Int32Array;
  /** The order in which the documents are to stand; absent: as they are. */
  readonly sort?: SegmentSort | undefined;
  /** Documents that lie in no other; absent: all. */
  readonly roots?: Int32Array | undefined;
}

export interface WrittenSegment {
  readonly segment: SegmentData;
  /** The number in the segment of each document of the buffer; null where it is the same. */
  readonly remap: Int32Array | null;
}

/** Writes both files of the segment; nothing is synced. Live documents are in the result, not on disk. */
export function writeSegment(buffer: FrozenBuffer, target: SegmentTarget): WrittenSegment {
  if (buffer.sort === undefined) return { segment: writeBuffer(buffer, target), remap: null };
  const { frozen, remap } = sortBuffer(buffer, buffer.sort);
  return { segment: writeBuffer(frozen, target), remap };
}

function writeBuffer(frozen: FrozenBuffer, target: SegmentTarget): SegmentData {
  const maxDoc = frozen.meta.seqNos.length;
  const live = new LiveDocs(maxDoc, null);
  for (const doc of frozen.dead) live.delete(doc);
  const assembler = new SegmentAssembler();
  for (const each of frozen.fields) {
    const field = 'texts' in each ? invertedTexts(each) : each;
    const isTerms = 'stream' in field;
    const statistics = isTerms
      ? writeTermField(assembler, field, maxDoc)
      : writeNumberField(assembler, field.shape, { ...field, count: field.values.length }, maxDoc);
    assembler.addField({ ...field.shape, ...statistics });
  }
  const source = writeSource(frozen.source, target);
  writeMetaSections(assembler, frozen.meta, (doc) => live.isLive(doc), source);
  const { minSeqNo, maxSeqNo } = frozen.meta;
  const data = assembler.write(target, {
    maxDoc,
    minSeqNo,
    maxSeqNo,
    sourceBytes: source.fileBytes,
    hasKept: source.hasKept,
  });
  return { ...data, liveDocs: live.snapshot(), deletedDocs: live.deletedDocs };
}

function writeSource(source: FrozenSource, target: SegmentTarget): WrittenSource {
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    return writeFreshSource(source, file, target.generation);
  } finally {
    file.close();
  }
}
