import { DiskError } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import { checkMergeLimits } from '../../../cluster/settings/merge-limits.ts';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { EmbeddedContext } from '../context.ts';
import { whileBeingMade } from '../indices/names-being-made.ts';
import type { BootstrapProgress } from './follower-figures.ts';
import type { CopiedFiles, LeaderIndex } from './leader-index.ts';
import { followerAliases, followerSettings } from './sync-metadata.ts';

type Context = Pick<EmbeddedContext, 'engine' | 'settings'>;

interface Bootstrap {
  readonly name: string;
  readonly leader: LeaderIndex;
  readonly uuid: string;
  readonly overrides: FlatSettings;
  readonly signal: AbortSignal;
  readonly progress: BootstrapProgress;
  /** The files are known; durable before any index is made. */
  readonly onBegun: (files: CopiedFiles) => void;
}

interface Part {
  readonly shard: number;
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** Makes the following index of the files that its leader has at one time. Rejects with ApiError: then there is none. */
export async function bootstrap(context: Context, options: Bootstrap): Promise<IndexMetadata> {
  const { leader, name, signal } = options;
  const metadata = await leader.metadata(signal);
  const files = await leader.beginFiles(options.uuid, signal);
  const incoming = context.engine.receive(`${options.uuid}.${name}`);
  incoming.remove();
  try {
    options.onBegun(files);
    await fetchFiles(context, options, files, ({ shard, name: file, offset }, bytes) =>
      asApiError(() => incoming.append(shard, file, offset, bytes)),
    );
    signal.throwIfAborted();
    const settings = followerSettings(metadata, name, options.overrides);
    checkMergeLimits(settings);
    const { mappings, routingShards } = metadata;
    const aliases = followerAliases(metadata);
    const request = {
      name,
      settings,
      mappings,
      aliases,
      ...(routingShards === undefined ? {} : { routingShards }),
    };
    return await whileBeingMade(context.engine, name, () => incoming.finish(request, files.shards));
  } finally {
    incoming.remove();
    await leader.endFiles(files.id).catch(() => {});
  }
}

/** Several parts are on their way at once; each file is written in order. */
async function fetchFiles(
  { settings }: Context,
  { leader, signal, progress }: Bootstrap,
  { id, shards }: CopiedFiles,
  write: (part: Part, bytes: Uint8Array) => void,
): Promise<void> {
  const files = shards.flatMap(({ shard, files: ofShard }) => ofShard.map((file) => ({ shard, ...file })));
  progress.filesTotal = files.length;
  progress.bytesTotal = files.reduce((sum, { length }) => sum + length, 0);
  progress.filesRecovered = 0;
  progress.bytesRecovered = 0;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  const fetchSome = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      for (let offset = 0; offset < file.length; ) {
        either.throwIfAborted();
        const chunk = replicationSetting(settings, 'replication.follower.index.recovery.chunk_size');
        const part = { ...file, offset, length: Math.min(chunk, file.length - offset) };
        const bytes = await leader.fileChunk(id, part, either);
        write(part, bytes);
        offset += bytes.length;
        progress.bytesRecovered += bytes.length;
      }
      progress.filesRecovered++;
    }
  };
  const name = 'replication.follower.index.recovery.max_concurrent_file_chunks';
  const count = Math.min(files.length, replicationSetting(settings, name));
  const running = Array.from({ length: count }, () =>
    fetchSome().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const ended = await Promise.allSettled(running);
  const first = ended.find((each) => each.status === 'rejected');
  if (first !== undefined) throw first.reason;
}

/** There may be space on the disk another time. */
function asApiError(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw apiError('replication_exception', error.message);
  }
}
