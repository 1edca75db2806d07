import { type Channel, type Clock, type Disk, DiskError } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { corruptIndex } from '../codec/corruption.ts';
import { mergeSegments } from '../segment/merge-segments.ts';
import { segmentPath } from '../segment/segment-data.ts';
import { type SegmentName, syncSegment, verifySegment } from '../segment/segment-file.ts';
import type { MergeOutcome, MergeRequest, MergeRunner } from '../shard/store/merge-runner.ts';
import { Peer } from './peer.ts';

export interface MergerDependencies {
  readonly disk: Disk;
  readonly clock: Clock;
}

/** Merges in the calling thread. */
export class InlineMerger implements MergeRunner {
  readonly #disk: Disk;
  readonly #clock: Clock;

  constructor({ disk, clock }: MergerDependencies) {
    this.#disk = disk;
    this.#clock = clock;
  }

  async merge({ inputs, directory, name, generation, codec }: MergeRequest): Promise<MergeOutcome> {
    const startNanos = this.#clock.nanos();
    const disk = this.#disk;
    const { segment, remaps } = mergeSegments(inputs, { disk, directory, name, generation }, disk, codec);
    syncSegment(disk, segment);
    return { segment, remaps, tookMs: (this.#clock.nanos() - startNanos) / 1e6 };
  }

  async verify(segment: SegmentName): Promise<ErrorCause | undefined> {
    try {
      verifySegment(this.#disk, segment);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error.error;
      // Merged away meanwhile, or its index deleted.
      if (error instanceof DiskError && error.code === 'missing') return undefined;
      const path = segmentPath(segment.directory, segment.name);
      return corruptIndex(`segment file cannot be read: ${String(error)} [${path}]`).error;
    }
  }
}

/** The merging thread: answers merges, one after the other. */
export function serveMerger(channel: Channel, dependencies: MergerDependencies): void {
  const merger = new InlineMerger(dependencies);
  void new Peer(channel, 'engine', {
    merge: (request: MergeRequest) => merger.merge(request),
    verify: (segment: SegmentName) => merger.verify(segment),
  });
}

/** Merges in a thread of its own, which is started with the first merge, and again after its death. */
export class ThreadMerger implements MergeRunner {
  readonly #start: () => Channel;
  #peer: Peer | undefined;

  constructor(start: () => Channel) {
    this.#start = start;
  }

  async merge(request: MergeRequest): Promise<MergeOutcome> {
    this.#peer ??= this.#connect();
    return (await this.#peer.call('merge', [request])) as MergeOutcome;
  }

  async verify(segment: SegmentName): Promise<ErrorCause | undefined> {
    this.#peer ??= this.#connect();
    return (await this.#peer.call('verify', [segment])) as ErrorCause | undefined;
  }

  async end(): Promise<void> {
    await this.#peer?.end();
  }

  #connect(): Peer {
    const channel = this.#start();
    const peer = new Peer(channel, 'merge', {});
    channel.onEnd(() => {
      if (this.#peer === peer) this.#peer = undefined;
    });
    return peer;
  }
}
