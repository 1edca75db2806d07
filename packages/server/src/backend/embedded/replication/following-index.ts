import { ApiError, apiError } from '@sextant/contract';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { EmbeddedContext } from '../context.ts';
import { Bootstrap } from './bootstrap.ts';
import { ShardFollower } from './follow-shard.ts';
import { BootstrapProgress, FollowerFigures } from './follower-figures.ts';
import type { LeaderIndex, LeaderMetadata } from './leader-index.ts';
import { MetadataWatch } from './metadata-watch.ts';
import type { ReplicationRecord } from './replication-record.ts';
import { isTransient, untilDone } from './retries.ts';
import { syncMetadata } from './sync-metadata.ts';
import type { TransferRate } from './transfer-rate.ts';

interface FollowingOptions {
  readonly context: Pick<EmbeddedContext, 'clock' | 'engine' | 'metadata' | 'settings' | 'log'>;
  readonly name: string;
  readonly leader: LeaderIndex;
  readonly rate: TransferRate;
  /** As it is kept now. */
  readonly record: () => ReplicationRecord | undefined;
  readonly onFiles: (histories: readonly string[]) => void;
  /** The index is made of them. */
  readonly onWhole: () => void;
  /** It has ended by itself. `shard`: absent where the index was still being made. */
  readonly onFailed: (error: unknown, shard: number | undefined) => void;
}

/** An index that follows: first the files of its leader come, then operations and metadata, until `stop`. */
export class FollowingIndex {
  readonly figures = new FollowerFigures();
  readonly #options: FollowingOptions;
  readonly #abort = new AbortController();
  readonly #watch: MetadataWatch;
  #shards: readonly ShardFollower[] = [];
  #progress: BootstrapProgress | undefined;
  #goesOn = false;
  #run: Promise<void> | undefined;
  readonly begun = Promise.withResolvers<void>();
  readonly restored = Promise.withResolvers<void>();

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#watch = new MetadataWatch(options.context.clock);
    this.begun.promise.catch(() => {});
    this.restored.promise.catch(() => {});
  }

  get progress(): BootstrapProgress | undefined {
    return this.#progress;
  }

  get shards(): readonly ShardFollower[] {
    return this.#shards;
  }

  start(): void {
    this.#run = this.#follow().catch((error: unknown) => this.#ended(error, undefined));
  }

  /** Resolves when nothing of it is under way. `goesOn`: in a later process, with the files that are here. */
  async stop({ goesOn = false } = {}): Promise<void> {
    this.#goesOn = goesOn;
    this.#abort.abort();
    await this.#run;
  }

  #ended(error: unknown, shard: number | undefined): void {
    const isStopped = this.#abort.signal.aborted;
    const reason = `replication of [${this.#options.name}] was stopped`;
    const told = isStopped ? apiError('replication_exception', reason) : error;
    this.begun.reject(told);
    this.restored.reject(told);
    if (isStopped) return;
    this.#abort.abort();
    this.#options.onFailed(error, shard);
  }

  async #follow(): Promise<void> {
    const { context, name } = this.#options;
    const isNew = context.engine.index(name) === undefined || this.#options.record()?.anew === true;
    if (isNew) await this.#bootstrap();
    else await this.#syncAtStart();
    this.begun.resolve();
    this.restored.resolve();
    const index = context.engine.index(name);
    const record = this.#options.record();
    if (index === undefined || record === undefined || this.#abort.signal.aborted) return;
    this.#shards = Array.from({ length: index.numberOfShards }, (_, shard) => this.#follower(shard, record));
    const running = this.#shards.map((follower, shard) =>
      follower.run().catch((error: unknown) => this.#ended(error, shard)),
    );
    await Promise.all([...running, this.#pollMetadata()]);
  }

  #follower(shard: number, record: ReplicationRecord): ShardFollower {
    const { context, name, leader } = this.#options;
    return new ShardFollower({
      context,
      index: name,
      shard,
      leader,
      leaderUuid: record.leaderUuid,
      history: record.histories?.[shard] ?? '',
      figures: this.figures,
      signal: this.#abort.signal,
      watch: this.#watch,
      syncMapping: () => this.#sync(),
    });
  }

  async #bootstrap(): Promise<void> {
    const { context, name, leader, rate, onFiles, onWhole } = this.#options;
    const { signal } = this.#abort;
    const { clock } = context;
    const progress = new BootstrapProgress(clock.now());
    this.#progress = progress;
    const record = this.#options.record();
    if (record === undefined) return;
    const files = new Bootstrap({
      context,
      name,
      leader,
      uuid: record.leaderUuid,
      overrides: () => this.#options.record()?.settings ?? record.settings,
      signal,
      progress,
      rate,
      watch: this.#watch,
      onBegun: ({ shards }) => {
        onFiles(shards.map(({ historyUuid }) => historyUuid));
        this.begun.resolve();
      },
    });
    try {
      await untilDone({ clock, signal, onFailure: (error) => this.#log(error) }, () => files.attempt());
    } finally {
      await files.end({ keeps: this.#goesOn });
    }
    onWhole();
    this.#progress = undefined;
  }

  #log(error: ApiError): void {
    const { context, name } = this.#options;
    context.log.log('warn', 'replication', `[${name}] cannot read its leader; it tries again`, { error });
  }

  async #pollMetadata(): Promise<void> {
    const { context } = this.#options;
    const { signal } = this.#abort;
    const name = 'replication.follower.metadata_sync_interval';
    for (;;) {
      await this.#watch.untilDue(() => replicationSetting(context.settings, name), signal);
      if (signal.aborted) return;
      await this.#options.leader.checkRight();
      const metadata = await this.#orLogged(this.#options.leader.metadataAgain(signal), () => true);
      // What it has and cannot be taken ends it.
      if (metadata !== undefined) await this.#orLogged(this.#take(metadata), isTransient);
    }
  }

  /** Where the leader is gone, those who read its operations say so. */
  async #orLogged<T>(work: Promise<T>, isPassing: (error: ApiError) => boolean): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ApiError) || !isPassing(error)) throw error;
      this.#log(error);
      return undefined;
    }
  }

  /** The leader may be away: it is asked again and again. */
  async #syncAtStart(): Promise<void> {
    const { signal } = this.#abort;
    const { clock } = this.#options.context;
    const onFailure = (error: ApiError): void => this.#log(error);
    await untilDone({ clock, signal, onFailure }, () => this.#sync({ mayClose: true }));
  }

  /** Only while nobody reads operations may the index be closed for a moment. */
  async #sync(options = { mayClose: false }): Promise<void> {
    await this.#take(await this.#options.leader.metadataAgain(this.#abort.signal), options);
  }

  async #take(metadata: LeaderMetadata, options = { mayClose: false }): Promise<void> {
    const { context, name, record } = this.#options;
    const kept = record();
    if (kept === undefined || metadata.uuid !== kept.leaderUuid || this.#abort.signal.aborted) return;
    const isWhole = await syncMetadata(context, name, {
      leader: metadata,
      overrides: kept.settings,
      ...options,
    });
    this.#watch.took(isWhole ? metadata.tag : undefined);
  }
}
