import { getBit } from '../codec/bits.ts';
import type { OpenSegment } from './open-segment.ts';
import { type SegmentTarget, type SourceCodec, sourcePath } from './segment-data.ts';
import { methodOf, SourceMethod } from './source-block.ts';
import {
  bestPacking,
  fastPacking,
  plainPacking,
  type SourceLayout,
  type SourcePacking,
  SourceWriter,
} from './source-writer.ts';

/** Smaller results are soon merged again and are not worth the time. */
const COMPRESS_FROM_BYTES = 1 << 25;
/** Blocks are copied as they are from inputs of at least this many documents with well-filled blocks. */
const COPY_FROM_DOCS = 256;
/** Documents, or stored bytes, in a block that is well filled. */
const COPY_FROM_FILL = 8;
const COPY_FROM_BYTES = 1024;

/** Writes the live documents of the inputs to the `.src` file of the target. */
export function mergeSources(
  inputs: readonly OpenSegment[],
  target: SegmentTarget,
  codec: SourceCodec,
): SourceLayout {
  const packing = packingOf(inputs, codec);
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    const writer = new SourceWriter(file, target.generation, packing);
    for (const input of inputs) copyDocuments(input, writer, packing.method);
    return writer.finish();
  } finally {
    file.close();
  }
}

function packingOf(inputs: readonly OpenSegment[], codec: SourceCodec): SourcePacking {
  if (codec === 'best_compression') return bestPacking;
  let bytes = 0;
  for (const input of inputs) bytes += input.sizeInBytes - input.data.indexBytes;
  return bytes >= COMPRESS_FROM_BYTES ? fastPacking : plainPacking;
}

function copyDocuments(input: OpenSegment, writer: SourceWriter, method: SourceMethod): void {
  const { source, liveDocs, maxDoc } = input;
  const filled =
    maxDoc >= source.blockCount * COPY_FROM_FILL || source.storedBytes >= source.blockCount * COPY_FROM_BYTES;
  const whole = maxDoc >= COPY_FROM_DOCS && filled;
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
