import { getBit } from '../codec/bits.ts';
import type { OpenSegment } from './open-segment.ts';
import { COMPRESS_FROM_BYTES, type SegmentTarget, type SourceCodec, sourcePath } from './segment-data.ts';
import { methodOf, SourceMethod } from './source-block.ts';
import { type SourceLayout, SourceWriter } from './source-writer.ts';

const FAST_LEVEL = 1;
const BEST_LEVEL = 6;
/** Blocks are copied as they are from inputs of at least this many documents with well-filled blocks. */
const COPY_FROM_DOCS = 256;
const COPY_FROM_FILL = 8;

/** Whether the documents of the inputs are compressed when they are merged. */
export function compresses(inputs: readonly OpenSegment[], codec: SourceCodec): boolean {
  let bytes = 0;
  for (const input of inputs) bytes += input.sizeInBytes - input.data.indexBytes;
  return codec === 'best_compression' || bytes >= COMPRESS_FROM_BYTES;
}

/** Writes the live documents of the inputs to the `.src` file of the target. */
export function mergeSources(
  inputs: readonly OpenSegment[],
  target: SegmentTarget,
  codec: SourceCodec,
): SourceLayout {
  const best = codec === 'best_compression';
  const method = compresses(inputs, codec) ? SourceMethod.deflate : SourceMethod.raw;
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    const writer = new SourceWriter(file, target.generation, method, best ? BEST_LEVEL : FAST_LEVEL);
    for (const input of inputs) copyDocuments(input, writer, method);
    return writer.finish();
  } finally {
    file.close();
  }
}

function copyDocuments(input: OpenSegment, writer: SourceWriter, method: SourceMethod): void {
  const { source, liveDocs, maxDoc } = input;
  const whole = maxDoc >= COPY_FROM_DOCS && maxDoc >= source.blockCount * COPY_FROM_FILL;
  for (let index = 0; index < source.blockCount; index++) {
    const first = source.firstDocOf(index);
    const end = source.firstDocOf(index + 1);
    if (whole && allLive(liveDocs, first, end)) {
      const encoded = source.encoded(index);
      if (method === SourceMethod.raw || methodOf(encoded) === SourceMethod.deflate) {
        writer.addBlock(encoded, end - first);
        continue;
      }
    }
    const block = source.decoded(index);
    for (let doc = first; doc < end; doc++) {
      if (liveDocs !== null && !getBit(liveDocs, doc)) continue;
      writer.add(block.content, block.offsets[doc - first]!, block.offsets[doc - first + 1]!);
    }
  }
}

function allLive(liveDocs: Uint32Array | null, first: number, end: number): boolean {
  if (liveDocs === null) return true;
  for (let doc = first; doc < end; doc++) if (!getBit(liveDocs, doc)) return false;
  return true;
}
