import { getBit } from '../codec/bits.ts';
import { nextBit, previousBit } from '../segment/segment-blocks.ts';
import type { HitDocs } from './hit-docs.ts';
import type { DocPlace } from './hit-scores.ts';
import type { SegmentTarget } from './shard-target.ts';

/** Objects of one nested path within hits. */
export class ObjectsWithinHits implements HitDocs {
  readonly #path: string;
  /** Of the hits; null: they are whole documents. */
  readonly #around: string | null;
  readonly #ignoreUnmapped: boolean;
  readonly #targets: readonly SegmentTarget[];

  constructor(
    path: string,
    around: string | null,
    ignoreUnmapped: boolean,
    targets: readonly SegmentTarget[],
  ) {
    this.#path = path;
    this.#around = around;
    this.#ignoreUnmapped = ignoreUnmapped;
    this.#targets = targets;
  }

  /** Hits of an aggregation may be objects themselves, in which those of the search are not looked for. */
  add({ segment, doc }: DocPlace, into: DocPlace[]): boolean {
    const { shard, segment: reader } = this.#targets[segment]!;
    const isMapped = shard.mapping.object(this.#path)?.nested !== undefined;
    const parents = reader.blocks?.docsOf(this.#around) ?? null;
    const objects = reader.blocks?.docsOf(this.#path) ?? null;
    if (objects !== null && parents !== null) {
      let object = nextBit(objects, previousBit(parents, doc - 1) + 1);
      for (; object >= 0 && object < doc; object = nextBit(objects, object + 1))
        into.push({ segment, doc: object });
    }
    return (isMapped || !this.#ignoreUnmapped) && (parents === null || getBit(parents, doc));
  }
}
