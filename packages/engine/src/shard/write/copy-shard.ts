import type { Clock, Disk, Random } from '@sextant/base';
import type { SourceCodec } from '../../segment/segment-data.ts';
import { segmentName } from '../../segment/segment-data.ts';
import { removeSegment } from '../../segment/segment-file.ts';
import { Translog } from '../../translog/translog.ts';
import { randomUuid } from '../index/document-ids.ts';
import type { ShardCopy } from '../index/index-copy.ts';
import type { RoutedIndex } from '../index/routing.ts';
import { type CommittedSegment, writeCommitPoint } from '../store/commit-point.ts';
import type { MergeRunner } from '../store/merge-runner.ts';

export interface CopyShardOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly merges: MergeRunner;
  /** Of the new shard; its parent exists. */
  readonly directory: string;
  readonly codec: SourceCodec;
  readonly only: { readonly index: RoutedIndex; readonly shard: number } | undefined;
}

/**
 * Makes the files of a shard that begins with documents of others: a segment for each of theirs, without what is deleted,
 * a commit point that names them, and an empty translog. Documents keep versions, numbers and terms; a history of its own begins.
 * Everything is durable under its name when it resolves. Rejects where a segment is damaged or the disk refuses.
 */
export async function copyShard(options: CopyShardOptions, { segments, maxSeqNo }: ShardCopy): Promise<void> {
  const { disk, clock, random, directory } = options;
  disk.makeDirectory(directory);
  const copied: CommittedSegment[] = [];
  for (const [i, segment] of segments.entries()) {
    const generation = i + 1;
    const name = segmentName(generation);
    // One after the other, each as large as it was: the memory of one at a time.
    const maxDoc = await copySegment(options, segment, generation);
    if (maxDoc > 0) copied.push({ name, generation, maxDoc, deletedDocs: 0, liveGeneration: 0 });
    else removeSegment(disk, { directory, name });
  }
  const uuid = randomUuid(random);
  const translog = Translog.create({ disk, directory: `${directory}/translog`, clock }, uuid);
  translog.close();
  disk.syncDirectory(directory);
  writeCommitPoint(disk, directory, {
    generation: 1,
    id: randomUuid(random),
    historyUuid: randomUuid(random),
    translogUuid: uuid,
    translogGeneration: 1,
    localCheckpoint: maxSeqNo,
    // Segments may hold later documents: their numbers are taken, else a later write with one of them would count as the older.
    maxSeqNo: segments.reduce((max, segment) => Math.max(max, segment.maxSeqNo), maxSeqNo),
    nextSegment: segments.length + 1,
    segments: copied,
  });
}

/** The number of documents of the new segment. */
async function copySegment(
  { merges, directory, codec, only }: CopyShardOptions,
  segment: ShardCopy['segments'][number],
  generation: number,
): Promise<number> {
  const { segment: made } = await merges.merge({
    inputs: [segment],
    directory,
    name: segmentName(generation),
    generation,
    codec,
    bytes: segment.sizeInBytes,
    forced: true,
    threadsMax: 1,
    yields: false,
    only,
  });
  return made.maxDoc;
}
