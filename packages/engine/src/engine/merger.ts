import type { Channel, Clock, Disk } from '@sextant/base';
import { mergeSegments } from '../segment/merge-segments.ts';
import { syncSegment } from '../segment/segment-file.ts';
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
}

/** The merging thread: answers merges, one after the other. */
export function serveMerger(channel: Channel, dependencies: MergerDependencies): void {
  const merger = new InlineMerger(dependencies);
  void new Peer(channel, 'engine', {
    merge: (request: MergeRequest) => merger.merge(request),
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
