import type { Mapping } from '../mapping/mapping.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';

/** A shard to search: its documents at one point in time, and what its index says of them. */
export interface ShardTarget {
  readonly searcher: ShardSearcher;
  readonly mapping: Mapping;
  readonly metadata: IndexMetadata;
}

/** A segment of the search; its place in the list is the number by which documents are told apart. */
export interface SegmentTarget {
  readonly shardIndex: number;
  readonly shard: ShardTarget;
  /** Place of the segment in its shard. */
  readonly ordinal: number;
  readonly segment: SegmentReader;
  readonly docBase: number;
}

export function segmentTargets(shards: readonly ShardTarget[]): SegmentTarget[] {
  const targets: SegmentTarget[] = [];
  shards.forEach((shard, shardIndex) => {
    const { segments, docBases } = shard.searcher;
    for (let ordinal = 0; ordinal < segments.length; ordinal++) {
      const segment = segments[ordinal]!;
      targets.push({ shardIndex, shard, ordinal, segment, docBase: docBases[ordinal]! });
    }
  });
  return targets;
}

/** The shards that documents are of; their places are those of targets. */
export function shardsOf(
  docs: readonly { readonly segment: number }[],
  targets: readonly SegmentTarget[],
): { readonly index: string; readonly shard: number }[] {
  const searchers = new Set(docs.map(({ segment }) => targets[segment]!.shard.searcher));
  return Array.from(searchers, ({ index, shard }) => ({ index, shard }));
}
