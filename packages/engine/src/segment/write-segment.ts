import { runThrough, type Steps } from '../budget/slices.ts';
import { type FrozenSource, packFreshSource } from './fresh-source.ts';
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
  const { frozen, remap } =
    buffer.sort === undefined ? { frozen: buffer, remap: null } : sortBuffer(buffer, buffer.sort);
  const assembler = writeFields(frozen);
  return { segment: finish(frozen, target, assembler, writeSource(frozen.source, target)), remap };
}

/**
 * As `writeSegment`, of a buffer that is not to be sorted, where somebody else may write the file of stored documents. `packed`: where
 * they lie in it; undefined where nobody else writes it.
 */
export async function writeSegmentBeside(
  frozen: FrozenBuffer,
  target: SegmentTarget,
  packed: () => Promise<WrittenSource> | undefined,
): Promise<WrittenSegment> {
  const assembler = writeFields(frozen);
  const source = (await packed()) ?? writeSource(frozen.source, target);
  return { segment: finish(frozen, target, assembler, source), remap: null };
}

function writeFields({ fields, meta }: FrozenBuffer): SegmentAssembler {
  const maxDoc = meta.seqNos.length;
  const assembler = new SegmentAssembler();
  for (const each of fields) {
    const field = 'texts' in each ? invertedTexts(each) : each;
    const isTerms = 'stream' in field;
    const statistics = isTerms
      ? writeTermField(assembler, field, maxDoc)
      : writeNumberField(assembler, field.shape, { ...field, count: field.values.length }, maxDoc);
    assembler.addField({ ...field.shape, ...statistics });
  }
  return assembler;
}

function finish(
  { dead, meta }: FrozenBuffer,
  target: SegmentTarget,
  assembler: SegmentAssembler,
  source: WrittenSource,
): SegmentData {
  const maxDoc = meta.seqNos.length;
  const live = new LiveDocs(maxDoc, null);
  for (const doc of dead) live.delete(doc);
  writeMetaSections(assembler, meta, (doc) => live.isLive(doc), source);
  const { minSeqNo, maxSeqNo } = meta;
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
  return runThrough(packSource(source, target));
}

/** Writes the file of stored documents, a millisecond or two at a time; nothing is synced. */
export function* packSource(source: FrozenSource, target: SegmentTarget): Steps<WrittenSource> {
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    return yield* packFreshSource(source, file, target.generation);
  } finally {
    file.close();
  }
}
