import { eachLive } from './merge-meta.ts';
import { commonSample, packingOf } from './merge-source.ts';
import type { MergePlan } from './merge-terms.ts';
import type { OpenSegment } from './open-segment.ts';
import { type SegmentTarget, type SourceCodec, sourcePath } from './segment-data.ts';
import { type SourceBlock, SourceMethod } from './source-block.ts';
import { SourceWriter, type WrittenSource } from './source-writer.ts';

/**
 * Writes the stored documents in the order of the result. Documents of several inputs stand among each other, so that no block stays
 * as it is; of each input one block is held unpacked.
 */
export function mergeSourcesSorted(
  plan: MergePlan,
  target: SegmentTarget,
  codec: SourceCodec,
): WrittenSource {
  const packing = packingOf(codec);
  const file = target.disk.open(sourcePath(target.directory, target.name), 'create');
  try {
    const writer = new SourceWriter(packing, { file, generation: target.generation });
    if (packing.method === SourceMethod.lz4) {
      const sample = commonSample(plan.inputs.map(({ segment }) => segment));
      if (sample.length > 0) writer.useDictionary(sample);
    }
    const readers = plan.inputs.map(({ segment }) => new BlockByBlock(segment));
    eachLive(plan, (_, doc, place) => readers[place]!.copy(doc, writer));
    return writer.finish();
  } finally {
    file.close();
  }
}

/** Reads documents in their order. */
class BlockByBlock {
  readonly #segment: OpenSegment;
  /** The block at hand, and the documents in it. */
  #block: SourceBlock | undefined;
  #index = -1;
  #first = 0;
  #end = 0;

  constructor(segment: OpenSegment) {
    this.#segment = segment;
  }

  copy(doc: number, writer: SourceWriter): void {
    const { source } = this.#segment;
    while (doc >= this.#end) {
      this.#index++;
      this.#first = this.#end;
      this.#end = source.firstDocOf(this.#index + 1);
      this.#block = undefined;
    }
    this.#block ??= source.decoded(this.#index);
    const { content, offsets } = this.#block;
    writer.add(content, offsets[doc - this.#first]!, offsets[doc - this.#first + 1]!);
  }
}
