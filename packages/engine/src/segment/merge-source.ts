import { getBit } from '../codec/bits.ts';
import type { OpenSegment } from './open-segment.ts';
import { type SegmentTarget, type SourceCodec, sourcePath } from './segment-data.ts';
import { headerOf, SourceMethod } from './source-block.ts';
import { sampleDictionary } from './source-dictionary.ts';
import type { SourceReader } from './source-reader.ts';
import {
  bestPacking,
  fastPacking,
  type SourcePacking,
  SourceWriter,
  type WrittenSource,
} from './source-writer.ts';

/** Inflated blocks are copied as they are from inputs of at least this many documents. */
const COPY_FROM_DOCS = 256;
/**
 * LZ4 blocks are copied where those with one dictionary take so much (a dictionary should have much to do), and all their
 * documents live.
 */
const COPY_FROM_STORED_BYTES = 4 << 20;
/** Documents in a block that is well filled, unless it has half of the bytes that it may have. */
const FILLED_DOCS = 8;
/** Blocks that are looked at to know how long documents are. */
const SIZE_LOOKS = 16;

/** Blocks of an input that follow each other, and have a dictionary in common, or none. */
interface Blocks {
  readonly input: OpenSegment;
  /** The number of their dictionary, 0 where they have none. */
  readonly dictionary: number;
  readonly start: number;
  readonly end: number;
}

interface Run extends Blocks {
  /** Whether blocks stay as they are whose documents all live. */
  readonly whole: boolean;
}

/** Writes the live documents of the inputs to the `.src` file of the target. */
export function mergeSources(
  inputs: readonly OpenSegment[],
  target: SegmentTarget,
  codec: SourceCodec,
  copyFromBytes = COPY_FROM_STORED_BYTES,
): WrittenSource {
  const packing = packingOf(codec);
  const copied = ({ input, dictionary, start, end }: Blocks): boolean =>
    isFilled(input.source, start, end, packing.blockBytes / 2) &&
    (codec === 'best_compression'
      ? input.maxDoc >= COPY_FROM_DOCS
      : dictionary > 0 &&
        input.source.storedBytes(start, end) >= copyFromBytes &&
        !hasDead(input, start, end));
  const runs = inputs.flatMap(blocksOf).map((blocks): Run => ({ ...blocks, whole: copied(blocks) }));
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    const writer = new SourceWriter(packing, { file, generation: target.generation });
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!;
      if (packing.method === SourceMethod.lz4) beginRun(runs, at, writer);
      copyRun(run, writer, packing.method);
    }
    return writer.finish();
  } finally {
    file.close();
  }
}

function blocksOf(input: OpenSegment): Blocks[] {
  const { dictionaries, blockCount } = input.source;
  const found: Blocks[] = [];
  for (let dictionary = 0; dictionary <= dictionaries.length; dictionary++) {
    const start = dictionary === 0 ? 0 : dictionaries[dictionary - 1]! + 1;
    const end = dictionary === dictionaries.length ? blockCount : dictionaries[dictionary]!;
    if (start < end) found.push({ input, dictionary, start, end });
  }
  return found;
}

function isFilled(source: SourceReader, start: number, end: number, bytes: number): boolean {
  const docs = source.firstDocOf(end) - source.firstDocOf(start);
  const blocks = end - start;
  return docs >= blocks * FILLED_DOCS || plainBytes(source, start, end) >= blocks * bytes;
}

/** What stays as it is keeps its dictionary; all that is packed anew until then gets one in common. */
function beginRun(runs: readonly Run[], at: number, writer: SourceWriter): void {
  const { input, dictionary, whole } = runs[at]!;
  if (whole) {
    writer.useDictionary(input.source.dictionary(dictionary));
    return;
  }
  if (at > 0 && !runs[at - 1]!.whole) return;
  const next = runs.findIndex((run, i) => i > at && run.whole);
  const sample = sampleOf(runs.slice(at, next < 0 ? runs.length : next));
  if (sample.length > 0) writer.useDictionary(sample);
}

function sampleOf(runs: readonly Blocks[]): Uint8Array {
  let docs = 0;
  let bytes = 0;
  for (const { input, start, end } of runs) {
    docs += input.source.firstDocOf(end) - input.source.firstDocOf(start);
    bytes += plainBytes(input.source, start, end);
  }
  return sampleDictionary(docs, bytes, (wanted) => {
    let left = wanted;
    for (const { input, start, end } of runs) {
      const first = input.source.firstDocOf(start);
      const count = input.source.firstDocOf(end) - first;
      if (left < count) return isLive(input, first + left) ? input.source.read(first + left) : undefined;
      left -= count;
    }
    return undefined;
  });
}

/** About what the documents of the blocks take, judged by some of them. */
function plainBytes(source: SourceReader, start: number, end: number): number {
  const looks = Math.min(SIZE_LOOKS, end - start);
  let bytes = 0;
  for (let i = 0; i < looks; i++) {
    bytes += headerOf(source.encoded(start + Math.floor((i * (end - start)) / looks))).plainBytes;
  }
  return (bytes * (end - start)) / looks;
}

function copyRun({ input, start, end, whole }: Run, writer: SourceWriter, method: SourceMethod): void {
  const { source, liveDocs } = input;
  for (let index = start; index < end; index++) {
    const first = source.firstDocOf(index);
    const last = source.firstDocOf(index + 1);
    if (whole && allLive(liveDocs, first, last)) {
      const encoded = source.encoded(index);
      if (headerOf(encoded).method === method) {
        writer.addBlock(encoded, last - first, input.data.hasKept);
        continue;
      }
    }
    const block = source.decoded(index);
    for (let doc = first; doc < last; doc++) {
      if (!isLive(input, doc)) continue;
      writer.add(block.content, block.offsets[doc - first]!, block.offsets[doc - first + 1]!);
    }
  }
}

/** What documents of all inputs refer to that are packed anew, whatever their order. */
export function commonSample(inputs: readonly OpenSegment[]): Uint8Array {
  return sampleOf(inputs.flatMap(blocksOf));
}

export function packingOf(codec: SourceCodec): SourcePacking {
  return codec === 'best_compression' ? bestPacking : fastPacking;
}

function isLive({ liveDocs }: OpenSegment, doc: number): boolean {
  return liveDocs === null || getBit(liveDocs, doc);
}

/** A dictionary is made of the documents that use it: with one of them deleted, it may hold what has to go. */
function hasDead({ source, liveDocs }: OpenSegment, start: number, end: number): boolean {
  return !allLive(liveDocs, source.firstDocOf(start), source.firstDocOf(end));
}

function allLive(liveDocs: Uint32Array | null, first: number, end: number): boolean {
  if (liveDocs === null) return true;
  for (let doc = first; doc < end; doc++) if (!getBit(liveDocs, doc)) return false;
  return true;
}
