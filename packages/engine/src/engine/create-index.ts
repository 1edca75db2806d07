import { apiError } from '@sextant/contract';
import type { IndexCopy, ShardCopy } from '../shard/index/index-copy.ts';
import type { CreateIndex, IndexMetadata } from '../shard/index/index-metadata.ts';
import { indexNotFound } from '../writer/index-table.ts';
import type { Engine } from './engine.ts';
import type { WriterPort } from './writer-port.ts';

type Source = Pick<Engine, 'index' | 'refresh' | 'stats' | 'openContext' | 'pinned' | 'endContext'>;

/**
 * Makes an index; with a `source`, it begins with the documents of that, which nobody writes to meanwhile. Its number of shards divides the
 * other's, or is a multiple of it, and both route alike unless the other has one shard. Rejects with ApiError, and nothing is made.
 */
export async function createIndex(
  engine: Source,
  writer: Pick<WriterPort, 'createIndex'>,
  request: CreateIndex,
  source: string | undefined,
): Promise<IndexMetadata> {
  if (source === undefined) return writer.createIndex(request);
  await engine.refresh(source);
  const context = await engine.openContext({ indices: [source] });
  try {
    const shards = await shardsOf(engine, source, context);
    const uuid = engine.index(source)?.uuid;
    // It was deleted meanwhile.
    if (uuid === undefined) throw indexNotFound(source);
    const count = Number(request.settings['index.number_of_shards']);
    return await writer.createIndex(request, {
      uuid,
      shards: shared(shards, count),
      isSplit: count > shards.length,
    });
  } finally {
    engine.endContext(context);
  }
}

/** By shard of the index. Throws ApiError where one of them does not work. */
async function shardsOf(engine: Source, name: string, context: number): Promise<readonly ShardCopy[]> {
  const [stats = []] = await engine.stats([name]);
  const pinned = engine.pinned(context);
  const count = engine.index(name)?.numberOfShards ?? 0;
  return Array.from({ length: count }, (_, shard) => {
    const segments = pinned.find((each) => each.shard === shard)?.segments;
    const maxSeqNo = stats.find((each) => each.shard === shard)?.seqNo.maxSeqNo;
    if (segments !== undefined && maxSeqNo !== undefined) return { segments, maxSeqNo };
    throw apiError('unavailable_shards_exception', `[${name}][${shard}] cannot be copied: it does not work`);
  });
}

/** To each of `count` shards what it begins with: several of the others, or one that several take their part of. */
function shared(shards: readonly ShardCopy[], count: number): IndexCopy['shards'] {
  return Array.from({ length: count }, (_, shard) => {
    const start = Math.floor((shard * shards.length) / count);
    const end = Math.max(start + 1, Math.floor(((shard + 1) * shards.length) / count));
    const part = shards.slice(start, end);
    return {
      segments: part.flatMap(({ segments }) => segments),
      maxSeqNo: Math.max(...part.map(({ maxSeqNo }) => maxSeqNo)),
    };
  });
}
