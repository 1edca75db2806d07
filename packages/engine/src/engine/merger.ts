import { type Channel, type Clock, type Disk, DiskError, type ThreadPriority } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { corruptIndex } from '../codec/corruption.ts';
import { type KeepsDocument, mergeSegments } from '../segment/merge-segments.ts';
import { segmentPath } from '../segment/segment-data.ts';
import { type SegmentName, syncSegment, verifySegment } from '../segment/segment-file.ts';
import type { WrittenSource } from '../segment/source-writer.ts';
import { type WrittenSegment, writeSegment, writeSegmentBeside } from '../segment/write-segment.ts';
import { Routing } from '../shard/index/routing.ts';
import type { MergeOutcome, MergeRequest, MergeRunner } from '../shard/store/merge-runner.ts';
import { type BuildRequest, claimSource } from '../shard/store/segment-builds.ts';
import { Peer } from './peer.ts';

export interface MergerDependencies {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Of the thread that merges; absent where it does other things too. */
  readonly priority?: ThreadPriority;
  /** Waited for before each merge: told how many bytes it takes, about. */
  readonly makeRoom?: (bytes: number) => Promise<void>;
  /** Told after each merge, which may have taken memory by the hundred megabytes. */
  readonly merged?: () => void;
}

/** Merges, and makes segments of buffers, in the calling thread. */
export class InlineMerger implements MergeRunner {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #priority: ThreadPriority | undefined;

  constructor({ disk, clock, priority }: MergerDependencies) {
    this.#disk = disk;
    this.#clock = clock;
    this.#priority = priority;
  }

  async merge({
    inputs,
    directory,
    name,
    generation,
    codec,
    only,
    sort,
  }: MergeRequest): Promise<MergeOutcome> {
    const startNanos = this.#clock.nanos();
    const waitedMs = this.#priority?.waitedMs() ?? 0;
    const disk = this.#disk;
    const target = { disk, directory, name, generation };
    const keeps = only === undefined ? undefined : routedTo(only);
    const { segment, remaps } = mergeSegments(inputs, target, disk, { codec, keeps, sort });
    syncSegment(disk, segment);
    const heldBackMs = (this.#priority?.waitedMs() ?? 0) - waitedMs;
    return { segment, remaps, tookMs: (this.#clock.nanos() - startNanos) / 1e6, heldBackMs };
  }

  /** `packed`: where stored documents lie that somebody else has claimed. Rejects when he could not write them. */
  async build(request: BuildRequest, packed: () => Promise<WrittenSource>): Promise<WrittenSegment> {
    const { frozen, directory, name, generation, claim } = request;
    const target = { disk: this.#disk, directory, name, generation };
    if (claim === undefined) return writeSegment(frozen, target);
    return writeSegmentBeside(frozen, target, () => (claimSource(claim) ? undefined : packed()));
  }

  async verify(segment: SegmentName): Promise<ErrorCause | undefined> {
    try {
      verifySegment(this.#disk, segment);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error.error;
      // Merged away meanwhile, or its index deleted.
      if (error instanceof DiskError && error.code === 'missing') return undefined;
      if (error instanceof DiskError && error.code === 'exhausted') throw error;
      const path = segmentPath(segment.directory, segment.name);
      return corruptIndex(`segment file cannot be read: ${String(error)} [${path}]`).error;
    }
  }
}

function routedTo({ index, shard }: NonNullable<MergeRequest['only']>): KeepsDocument {
  const routing = new Routing(index);
  return (segment, doc) => routing.shardOf(segment.idOf(doc), segment.routingOf(doc)) === shard;
}

/** For the values of a field, their order by document and by value, and what sorting them takes. */
const MERGE_BYTES_PER_DOCUMENT = 48;

function roomOf({ inputs }: MergeRequest): number {
  let docs = 0;
  for (const { maxDoc } of inputs) docs += maxDoc;
  return docs * MERGE_BYTES_PER_DOCUMENT;
}

/** A thread that merges, or makes segments: answers one request after the other. */
export function serveMerger(channel: Channel, dependencies: MergerDependencies): void {
  const merger = new InlineMerger(dependencies);
  const peer: Peer = new Peer(channel, 'engine', {
    merge: async (request: MergeRequest) => {
      if (request.yields) dependencies.priority?.lower();
      await dependencies.makeRoom?.(roomOf(request));
      return merger.merge(request).finally(() => dependencies.merged?.());
    },
    build: (request: BuildRequest) => {
      const path = segmentPath(request.directory, request.name);
      return merger.build(request, async () => (await peer.call('packed', [path])) as WrittenSource);
    },
    verify: (segment: SegmentName) => {
      dependencies.priority?.lower();
      return merger.verify(segment);
    },
  });
}
