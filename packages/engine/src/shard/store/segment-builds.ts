import type { Clock } from '@sextant/base';
import { SpareArrays } from '../../codec/spare-arrays.ts';
import type { SegmentBuilder } from '../../segment/segment-builder.ts';
import type { SegmentTarget } from '../../segment/segment-data.ts';
import type { SegmentSort } from '../../segment/segment-sort.ts';
import { SharedMemory, shareBuffer } from '../../segment/shared-memory.ts';
import type { FrozenBuffer, WrittenSegment } from '../../segment/write-segment.ts';

/** A segment to be made of a frozen buffer, as it crosses threads: the arrays of the buffer are shared memory. */
export interface BuildRequest {
  readonly frozen: FrozenBuffer;
  readonly directory: string;
  readonly name: string;
  readonly generation: number;
}

/** Where segments are made of large buffers: in another thread. */
export interface BuildRunner {
  /** Writes both files, without syncing them. Rejects when that failed; its files may be left behind. */
  build(request: BuildRequest): Promise<WrittenSegment>;
}

/** A segment that is being made. */
export interface SegmentBuild {
  /** Stays as it is until the outcome is there. */
  readonly frozen: FrozenBuffer;
  readonly directory: string;
  readonly name: string;
  /** Memory of the frozen buffer. */
  readonly bytes: number;
  readonly outcome: Promise<WrittenSegment>;
}

/** Handing a smaller buffer over takes longer than making its segment. */
const FROM_BYTES = 2 * 1024 * 1024;
/**
 * So long after the last segment the memory of buffers is kept: the next refresh is due after a second, and threads that
 * rest give memory back after two.
 */
const KEPT_MS = 1_500;

/** More of it is given back at once. */
const SPARE_BYTES = 48 * 1024 * 1024;

/** Hands full buffers of all shards of a writer over to those who make segments of them. */
export class SegmentBuilds {
  /** Smaller buffers are not handed over. */
  readonly fromBytes: number;
  /** Memory of buffers that were handed over, for those that fill. */
  readonly spare = new SpareArrays(SPARE_BYTES);
  readonly #runner: BuildRunner;
  readonly #memory = new SharedMemory();
  readonly #clock: Pick<Clock, 'after'>;
  #cancelDrop: (() => void) | undefined;
  /** Segments that are being made. */
  #underWay = 0;

  constructor(runner: BuildRunner, clock: Pick<Clock, 'after'>, fromBytes = FROM_BYTES) {
    this.#runner = runner;
    this.#clock = clock;
    this.fromBytes = fromBytes;
  }

  /** The builder is done with. `sort`: see `SegmentBuilder.freeze`. */
  begin(
    builder: SegmentBuilder,
    { directory, name, generation }: SegmentTarget,
    sort?: SegmentSort,
  ): SegmentBuild {
    const { frozen, memory } = shareBuffer(builder.freeze(sort), this.#memory);
    this.#cancelDrop?.();
    this.spare.open();
    builder.release();
    const outcome = this.#runner.build({ frozen, directory, name, generation }).finally(() => {
      this.#memory.giveBack(memory);
      if (--this.#underWay > 0) return;
      this.#cancelDrop = this.#clock.after(KEPT_MS, () => {
        this.#memory.drop();
        this.spare.drop();
      });
    });
    this.#underWay++;
    return { frozen, directory, name, bytes: memory.byteLength, outcome };
  }
}
