import { DiskError } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { FOLLOWER_SETTING, type IncomingCopy } from '@sextant/engine';
import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import { indexNotFound } from '../../../cluster/index-names.ts';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { EmbeddedContext } from '../context.ts';
import { whileBeingMade } from '../indices/names-being-made.ts';
import type { BootstrapProgress } from './follower-figures.ts';
import { requireNoOther } from './free-name.ts';
import type { CopiedFiles, LeaderIndex, LeaderMetadata } from './leader-index.ts';
import type { MetadataWatch } from './metadata-watch.ts';
import { followerAliases, followerSettings } from './sync-metadata.ts';
import type { TransferRate } from './transfer-rate.ts';

interface BootstrapOptions {
  readonly context: Pick<EmbeddedContext, 'engine' | 'metadata' | 'settings'>;
  readonly name: string;
  readonly leader: LeaderIndex;
  readonly uuid: string;
  /** As they are when the index is made. */
  readonly overrides: () => FlatSettings;
  readonly signal: AbortSignal;
  readonly progress: BootstrapProgress;
  readonly rate: TransferRate;
  readonly watch: MetadataWatch;
  /** The files are known; durable before any index is made. */
  readonly onBegun: (files: CopiedFiles) => void;
}

/** Names what comes of the files of an index, also after a restart. */
export function copyId(name: string, leaderUuid: string): string {
  return `${leaderUuid}.${name}`;
}

/** Makes the following index of the files that its leader has at one time; an index of its name stays until they are here. */
export class Bootstrap {
  readonly #options: BootstrapOptions;
  readonly #incoming: IncomingCopy;
  #isBegun = false;
  #isDamaged = false;
  /** What the leader holds for us. */
  #files: CopiedFiles | undefined;

  constructor(options: BootstrapOptions) {
    this.#options = options;
    this.#incoming = options.context.engine.receive(copyId(options.name, options.uuid));
  }

  /** Goes on where the last attempt stood, also that of an earlier process. Rejects with ApiError. */
  async attempt(): Promise<void> {
    const { leader, uuid, signal, onBegun } = this.#options;
    await leader.metadataAgain(signal);
    const files = this.#files ?? (await leader.beginFiles(uuid, signal));
    if (files !== this.#files) this.#expect(files);
    onBegun(files);
    try {
      await this.#fetchFiles(files);
      signal.throwIfAborted();
      // What is in the files is mapped by now; copying them may have taken hours.
      await this.#finish(await leader.metadataAgain(signal), files);
    } catch (error) {
      throw this.#forgetting(error);
    }
  }

  #expect(files: CopiedFiles): void {
    asApiError(() => {
      if (!this.#isBegun && this.#isDamaged) this.#incoming.remove();
      else if (!this.#isBegun) this.#incoming.restore();
      this.#isBegun = true;
      this.#incoming.expect(files.shards);
    });
    this.#files = files;
  }

  /** What cannot be gone on with is begun anew: files that the leader lets go of, all of them where one is damaged. */
  #forgetting(error: unknown): unknown {
    if (!(error instanceof ApiError)) return error;
    const { type, reason } = error.error;
    if (type === 'corrupt_index_exception') [this.#isBegun, this.#isDamaged] = [false, true];
    else if (type !== 'resource_not_found_exception') return error;
    this.#files = undefined;
    return new ApiError({ type: 'replication_exception', reason }, { cause: error });
  }

  async #finish(metadata: LeaderMetadata, { shards }: CopiedFiles): Promise<void> {
    const { context, name, overrides } = this.#options;
    const { engine } = context;
    const settings = followerSettings(metadata, name, overrides());
    const { mappings, routingShards, uuid, tag } = metadata;
    if (uuid !== this.#options.uuid) throw indexNotFound(metadata.name);
    if (shards.length !== metadata.numberOfShards) {
      const reason = `files of [${shards.length}] shards came of [${metadata.numberOfShards}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    requireNoOther(context, name);
    const aliases = followerAliases(context, metadata);
    const ofRouting = routingShards === undefined ? {} : { routingShards };
    const request = { name, settings, mappings, aliases, ...ofRouting };
    await whileBeingMade(engine, request, () =>
      this.#incoming.finish(request, shards, async () => {
        const isFollower = engine.index(name)?.settings[FOLLOWER_SETTING] !== undefined;
        if (isFollower) await engine.deleteIndex(name);
      }),
    );
    const isWhole = Object.keys(aliases).length === Object.keys(metadata.aliases).length;
    if (isWhole) this.#options.watch.took(tag);
  }

  /** Nothing of it is left there, and here what a later process goes on with (`keeps`). */
  async end({ keeps }: { readonly keeps: boolean }): Promise<void> {
    const files = this.#files;
    this.#files = undefined;
    try {
      if (!keeps) this.#incoming.remove();
    } catch (error) {
      // Then the next start of the service removes it.
      if (!(error instanceof DiskError)) throw error;
    }
    if (files !== undefined) await this.#options.leader.endFiles(files.id).catch(() => {});
  }

  /** Several parts are on their way at once; each file is written in order. */
  async #fetchFiles({ id, shards }: CopiedFiles): Promise<void> {
    const { settings } = this.#options.context;
    const files = shards.flatMap(({ shard, files: ofShard }) => ofShard.map((file) => ({ shard, ...file })));
    this.#beginProgress(files);
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, failed.signal]);
    let next = 0;
    const fetchSome = async (): Promise<void> => {
      for (let file = files[next++]; file !== undefined; file = files[next++]) {
        await this.#fetchFile(id, file, signal);
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
    // The others end because of the first one.
    const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (reasons.length > 0) throw reasons.find((reason) => reason instanceof ApiError) ?? reasons[0];
  }

  async #fetchFile(id: string, file: FileOfShard, signal: AbortSignal): Promise<void> {
    const { leader, progress, context, rate } = this.#options;
    const { shard, name, length } = file;
    for (let offset = this.#incoming.lengthOf(shard, name); offset < length; ) {
      signal.throwIfAborted();
      const chunk = replicationSetting(context.settings, 'replication.follower.index.recovery.chunk_size');
      const part = { shard, name, offset, length: Math.min(chunk, length - offset) };
      await rate.take(part.length, signal);
      const bytes = await leader.fileChunk(id, part, signal);
      asApiError(() => this.#incoming.append(shard, name, offset, bytes));
      offset += bytes.length;
      progress.bytesRecovered += bytes.length;
    }
    progress.filesRecovered++;
  }

  #beginProgress(files: readonly FileOfShard[]): void {
    const { progress } = this.#options;
    progress.filesTotal = files.length;
    progress.filesRecovered = 0;
    progress.bytesTotal = files.reduce((sum, { length }) => sum + length, 0);
    progress.bytesRecovered = files.reduce(
      (sum, { shard, name }) => sum + this.#incoming.lengthOf(shard, name),
      0,
    );
  }
}

interface FileOfShard {
  readonly shard: number;
  readonly name: string;
  readonly length: number;
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
