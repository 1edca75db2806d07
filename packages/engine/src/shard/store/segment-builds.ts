import type { Clock } from '@sextant/base';
import type { Steps } from '../../budget/slices.ts';
import { SpareArrays } from '../../codec/spare-arrays.ts';
import type { SegmentBuilder } from '../../segment/segment-builder.ts';
import { type SegmentTarget, segmentPath } from '../../segment/segment-data.ts';
import type { SegmentSort } from '../../segment/segment-sort.ts';
import { SharedMemory, shareBuffer } from '../../segment/shared-memory.ts';
import type { WrittenSource } from '../../segment/source-writer.ts';
import { type FrozenBuffer, packSource, type WrittenSegment } from '../../segment/write-segment.ts';

/** A segment to be made of a frozen buffer, as it crosses threads: the arrays of the buffer are shared memory. */
export interface BuildRequest {
  readonly frozen: FrozenBuffer;
  readonly directory: string;
  readonly name: string;
  readonly generation: number;
  /** See `claimSource`; absent where who makes the segment writes all of it. */
  readonly claim?: SharedArrayBuffer | undefined;
}

/** What became of stored documents that were claimed. */
export type PackedSource = { readonly source: WrittenSource } | { readonly error: string };

/** Of the file of stored documents of a segment: whoever claims it first writes it. */
function sourceClaim(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

export function claimSource(claim: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

/** Where segments are made of large buffers: in another thread. */
export interface BuildRunner {
  /** Writes both files, without syncing them. Rejects when that failed; its files may be left behind. */
  build(request: BuildRequest): Promise<WrittenSegment>;
  /** The file of stored documents that was claimed is written, or could not be. */
  packed(path: string, source: PackedSource): void;
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
  /** Somebody waits for it: stored documents are packed here meanwhile, where nobody has begun with them. */
  hurry(): void;
}

/** Of the stored documents of a segment, here. */
interface Packing {
  underWay?: Promise<void>;
  /** Nobody is to begin with it any more. */
  isOver: boolean;
}

/** Handing a smaller buffer over takes longer than making its segment. */
const FROM_BYTES = 2 * 1024 * 1024;
/**
 * So long after the last segment the memory of buffers is kept. A thread that writes collects them after ten seconds of rest: what is
 * dropped long before that would still be there when the next burst takes other memory.
 */
const KEPT_MS = 9_500;

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
  readonly #clock: Pick<Clock, 'after' | 'nanos'>;
  #cancelDrop: (() => void) | undefined;
  /** Segments that are being made. */
  #underWay = 0;
  /** Packs what is hurried: of one segment at a time, as several would each take the turns of the others for those of somebody else. */
  readonly #hurried: (() => Promise<void>)[] = [];
  #isPacking = false;

  constructor(runner: BuildRunner, clock: Pick<Clock, 'after' | 'nanos'>, fromBytes = FROM_BYTES) {
    this.#runner = runner;
    this.#clock = clock;
    this.fromBytes = fromBytes;
  }

  /** The builder is done with. `sort`: see `SegmentBuilder.freeze`. */
  begin(builder: SegmentBuilder, target: SegmentTarget, sort?: SegmentSort): SegmentBuild {
    const { directory, name, generation } = target;
    const { frozen, memory } = shareBuffer(builder.freeze(sort), this.#memory);
    this.#cancelDrop?.();
    this.spare.open();
    builder.release();
    // What is to be sorted is sorted as a whole.
    const claim = sort === undefined ? sourceClaim() : undefined;
    const request = { frozen, directory, name, generation, claim };
    const packing: Packing = { isOver: false };
    const outcome = this.#build(request, memory, packing);
    this.#underWay++;
    const pack = async (): Promise<void> => {
      if (packing.isOver || claim === undefined || !claimSource(claim)) return;
      packing.underWay = this.#pack(request, target);
      await packing.underWay;
    };
    const hurry = (): void => {
      this.#hurried.push(pack);
      if (!this.#isPacking) void this.#packHurried();
    };
    return { frozen, directory, name, bytes: memory.byteLength, outcome, hurry };
  }

  async #build(request: BuildRequest, memory: SharedArrayBuffer, packing: Packing): Promise<WrittenSegment> {
    try {
      return await this.#runner.build(request);
    } finally {
      packing.isOver = true;
      // It reads from the memory.
      await packing.underWay;
      this.#memory.giveBack(memory);
      if (--this.#underWay === 0)
        this.#cancelDrop = this.#clock.after(KEPT_MS, () => {
          this.#memory.drop();
          this.spare.drop();
        });
    }
  }

  async #packHurried(): Promise<void> {
    this.#isPacking = true;
    for (let pack = this.#hurried.shift(); pack !== undefined; pack = this.#hurried.shift()) await pack();
    this.#isPacking = false;
  }

  /** Never rejects. */
  async #pack({ frozen }: BuildRequest, target: SegmentTarget): Promise<void> {
    const path = segmentPath(target.directory, target.name);
    try {
      const source = await this.#shareTurns(packSource(frozen.source, target));
      this.#runner.packed(path, { source });
    } catch (error) {
      this.#runner.packed(path, { error: String(error) });
    }
  }

  /** What comes meanwhile has its turn, and this as much time as that: somebody waits for it. */
  async #shareTurns<Result>(steps: Steps<Result>): Promise<Result> {
    let pauseNanos = 0;
    for (;;) {
      const begun = this.#clock.nanos();
      let ended = begun;
      do {
        const step = steps.next();
        if (step.done === true) return step.value;
        ended = this.#clock.nanos();
      } while (ended - begun < pauseNanos);
      await new Promise((resolve) => setImmediate(resolve));
      pauseNanos = this.#clock.nanos() - ended;
    }
  }
}
