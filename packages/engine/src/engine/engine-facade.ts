import { runAll } from '@sextant/base';
import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type {
  GetRequest,
  GetResult,
  RefreshResult,
  WriteBatch,
  WriteResult,
} from '../shard/index/write-batch.ts';
import type { DamagedFolder, Publication, ShardUpkeep, WriterEvents } from '../shard/index/writer-events.ts';
import type { ForceMergeOptions } from '../shard/store/shard-merges.ts';
import { CachedSearches } from './cached-searches.ts';
import { countedFailures, countSearch } from './counted-searches.ts';
import { createIndex } from './create-index.ts';
import type { Engine, EngineOptions, ShardFailure } from './engine.ts';
import { EngineContexts, type HoldRequest, type PinnedShard } from './engine-contexts.ts';
import { EngineHistory } from './engine-history.ts';
import { EnginePaths } from './engine-paths.ts';
import { FielddataMemory } from './fielddata-memory.ts';
import type { SentContext } from './held-contexts.ts';
import { IncomingCopy, removeIncoming } from './incoming-copy.ts';
import type { IndexView } from './index-view.ts';
import { LeavingIndices } from './leaving-indices.ts';
import { OpeningShards } from './opening-shards.ts';
import { OutgoingCopies } from './outgoing-copies.ts';
import type { SearchUsage } from './search-indices.ts';
import { SearchPool } from './search-pool.ts';
import type { SearchPoolFigures } from './search-pool-options.ts';
import { engineClosed, SearchSide } from './search-side.ts';
import { type DamageListener, mayBeDamage } from './search-sound.ts';
import { type SegmentMemory, segmentMemory } from './segment-memory.ts';
import type { WriterPort } from './writer-port.ts';

/** Bodies that may wait for the writer at a time; beyond it callers are told to come back. */
const MAX_BYTES_IN_FLIGHT = 256 * 1024 * 1024;

/** The searching side, and the way to the writing one. */
export class EngineFacade implements Engine, WriterEvents {
  readonly history: EngineHistory;
  readonly copies: OutgoingCopies;
  readonly paths: EnginePaths;
  readonly #options: EngineOptions;
  readonly #side: SearchSide;
  readonly #pool: SearchPool;
  readonly #contexts: EngineContexts;
  readonly #fielddata: FielddataMemory;
  readonly #cached: CachedSearches | undefined;
  #sorted: readonly IndexMetadata[] | undefined;
  #writer: WriterPort | undefined;
  #end: (() => Promise<void>) | undefined;
  #opening: OpeningShards | undefined;
  #bytesInFlight = 0;
  readonly #damaged: DamagedFolder[] = [];
  readonly #leaving = new LeavingIndices();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.history = new EngineHistory(options.clock, (call, args) => this.#open().history(call, args));
    this.copies = new OutgoingCopies(this, options.disk);
    this.paths = new EnginePaths(options.directory, this, () => this.#open());
    const { clock, disk, log, threads } = options;
    const released = (uuid: string, shard: number): void => this.#release(uuid, shard);
    const damageMet: DamageListener = (...met) => this.#writer?.damageMet(...met);
    this.#side = new SearchSide({ clock, disk, released, damageMet });
    const pool = threads === 'inline' ? undefined : threads.search;
    const count = (usage: SearchUsage, search: SearchOptions): void => countSearch(this.#side, usage, search);
    const used = (usage: SearchUsage, search: SearchOptions): void => {
      this.#cached?.used(usage, search);
      count(usage, search);
    };
    const side = this.#side;
    this.#contexts = new EngineContexts(side, clock, (id) => {
      for (const worker of this.#pool.workers) worker.contextEnded(id);
    });
    const context = (id: number): SentContext => this.#contexts.sent(id);
    const { requestCache, writing } = options;
    this.#pool = new SearchPool({ pool, clock, log, side, context, used, released, damageMet, writing });
    this.#fielddata = new FielddataMemory(this.#side, this.#pool);
    if (requestCache === undefined) return;
    const search = (asked: SearchOptions): Promise<SearchResult> => this.#search(asked);
    this.#cached = new CachedSearches({ cache: requestCache, side: this.#side, search, count });
  }

  /** Called once, when the writer has told of every index. `end` runs after the writer is closed. */
  attach(writer: WriterPort, end: () => Promise<void>): void {
    this.#writer = writer;
    this.#end = end;
    for (const view of this.#side.views()) {
      for (const shard of view.shards.keys()) this.#release(view.metadata.uuid, shard);
    }
  }

  /** Opens the shards that the writer has not opened yet; calls come in between. */
  openShards(): void {
    this.#opening = new OpeningShards(this.#side, this.#open());
    const opened = this.#opening.openAll().then(() => this.#options.onShardState?.());
    opened.catch((error: unknown) => {
      // Whoever closes the engine has ended it.
      if (this.#writer === undefined) return;
      const message = 'not all shards could be opened';
      this.#options.log.log('error', 'engine.writer', message, { error: String(error) });
    });
  }

  metadata(name: string, metadata: IndexMetadata | undefined): void {
    this.#sorted = undefined;
    this.history.changed(name);
    const uuid = this.#side.find(name)?.metadata.uuid;
    this.#side.metadata(name, metadata);
    if (uuid !== undefined) {
      for (const worker of this.#pool.workers) worker.metadata(uuid, name, metadata);
      if (metadata?.state !== 'open') this.#contexts.indexGone(uuid);
      if (metadata === undefined) this.#cached?.removed(uuid);
      else this.#cached?.changed(uuid);
    }
    this.#options.onMetadata?.(name, metadata);
  }

  published(publication: Publication): void {
    if (this.#leaving.holds(publication)) return;
    const view = this.#side.findByUuid(publication.indexUuid)?.shards[publication.shard];
    const isFirst = view !== undefined && view.searcher === undefined;
    for (const worker of this.#pool.workers) worker.published(publication);
    if (this.#side.published(publication)) this.#cached?.changed(publication.indexUuid);
    if (isFirst) this.#options.onShardState?.();
  }

  failed(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    const view = this.#side.findByUuid(indexUuid)?.shards[shard];
    if (view === undefined) return;
    if (view.failure === undefined) view.failedSince = this.#options.clock.now();
    view.failed(cause);
    this.#cached?.changed(indexUuid);
    for (const worker of this.#pool.workers) worker.failed(indexUuid, shard, cause);
    this.#options.onShardState?.();
  }

  reachedTerm(indexUuid: string, primaryTerm: number): void {
    const view = this.#side.findByUuid(indexUuid);
    if (view !== undefined) view.primaryTerm = primaryTerm;
  }

  damaged(folder: DamagedFolder): void {
    this.#damaged.push(folder);
  }

  kept(indexUuid: string, shard: number, upkeep: ShardUpkeep): void {
    const index = this.#side.findByUuid(indexUuid)?.metadata;
    if (index !== undefined) this.#options.onUpkeep?.(index, shard, upkeep);
  }

  indices(): readonly IndexMetadata[] {
    this.#sorted ??= [...this.#side.views()]
      .map((view) => view.metadata)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.#sorted;
  }

  index(name: string): IndexMetadata | undefined {
    return this.#side.find(name)?.metadata;
  }

  createIndex(request: CreateIndex, source?: string): Promise<IndexMetadata> {
    return createIndex(this, this.#open(), request, source);
  }

  receive(id: string): IncomingCopy {
    const { disk, directory } = this.#options;
    return new IncomingCopy({ disk, directory, id, writer: () => this.#open() });
  }

  receiveOnly(ids: ReadonlySet<string>): void {
    removeIncoming(this.#options.disk, this.#options.directory, ids);
  }

  deleteIndex(name: string): Promise<void> {
    return this.#leave(name, () => this.#open().deleteIndex(name));
  }

  openIndex(name: string): Promise<void> {
    return this.#open().openIndex(name);
  }

  closeIndex(name: string): Promise<void> {
    return this.#leave(name, () => this.#open().closeIndex(name));
  }

  reviveShard(index: string, shard: number, { empty }: { readonly empty: boolean }): Promise<void> {
    return this.#open().reviveShard(index, shard, empty);
  }

  updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    return this.#open().updateMetadata(changes);
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    this.#side.openView(batch.index);
    const bytes = batch.source.byteLength;
    if (this.#bytesInFlight > 0 && this.#bytesInFlight + bytes > MAX_BYTES_IN_FLIGHT) {
      throw apiError(
        'rejected_execution_exception',
        `rejected execution of coordinating operation [coordinating_and_primary_bytes=${this.#bytesInFlight}, ` +
          `replica_bytes=0, all_bytes=${this.#bytesInFlight}, coordinating_operation_bytes=${bytes}, ` +
          `max_coordinating_and_primary_bytes=${MAX_BYTES_IN_FLIGHT}]`,
      );
    }
    this.#bytesInFlight += bytes;
    try {
      return await this.#open().write(batch);
    } finally {
      this.#bytesInFlight -= bytes;
      this.history.changed(batch.index);
    }
  }

  async get(request: GetRequest): Promise<GetResult> {
    const view = this.#side.openView(request.index);
    const number = this.#shardFor(view, request);
    const shard = view.shards[number]!;
    const startNanos = this.#options.clock.nanos();
    if (shard.searcher === undefined) await this.#opening?.wait([request.index]);
    if (shard.searcher === undefined) throw unavailable(request.index, number, shard.failure);
    const result =
      !request.realtime || shard.isCurrent
        ? this.#read(view, number, request.id)
        : await this.#open().get(request.index, number, request.id);
    shard.counters.countGet(result.found, (this.#options.clock.nanos() - startNanos) / 1e6);
    return result;
  }

  /** The document as it was last refreshed. */
  #read({ metadata, shards }: IndexView, shard: number, id: string): GetResult {
    try {
      return shards[shard]!.get(id);
    } catch (error) {
      const cause = error instanceof ApiError ? error.error : undefined;
      if (mayBeDamage(error)) this.#writer?.damageMet(metadata.uuid, shard, cause);
      throw error;
    }
  }

  getMany(requests: readonly GetRequest[]): Promise<readonly GetResult[]> {
    return Promise.all(requests.map((request) => this.get(request)));
  }

  refresh(index: string): Promise<void> {
    return this.#open().refresh(index);
  }

  refreshShards(
    index: string,
    shards: readonly number[],
    refresh: 'true' | 'wait_for',
  ): Promise<RefreshResult> {
    return this.#open().refreshShards(index, shards, refresh);
  }

  flush(index: string, options: { readonly force: boolean }): Promise<void> {
    return this.#open().flush(index, options);
  }

  forceMerge(index: string, options: ForceMergeOptions): Promise<void> {
    return this.#open().forceMerge(index, options);
  }

  async search(options: SearchOptions): Promise<SearchResult> {
    const opening = this.#opening?.wait(options.indices);
    if (opening !== undefined) await opening;
    if (this.#writer === undefined) throw engineClosed();
    const isKept = this.#cached !== undefined && options.context === undefined;
    return await (isKept ? this.#cached.search(options) : this.#search(options));
  }

  #search(options: SearchOptions): Promise<SearchResult> {
    const { clock, random } = this.#options;
    const budget = options.budget?.fork() ?? new WorkBudget({ clock, scripts: { clock, random } });
    return countedFailures(this.#side, this.#pool.search(options, budget));
  }

  async openContext(request: HoldRequest): Promise<number> {
    await this.#opening?.wait(request.indices);
    if (this.#writer === undefined) throw engineClosed();
    return this.#contexts.open(request);
  }

  endContext(id: number): boolean {
    return this.#contexts.end(id);
  }

  pinned(id: number): readonly PinnedShard[] {
    return this.#contexts.pinned(id);
  }

  clearRequestCache(index: string): void {
    const uuid = this.#side.find(index)?.metadata.uuid;
    if (uuid !== undefined) this.#cached?.changed(uuid);
  }

  clearFielddata(index: string, fields: readonly string[] | null): void {
    this.#fielddata.clear(this.#side.find(index), fields);
  }

  searchPool(): SearchPoolFigures {
    return this.#pool.figures();
  }

  async stats(indices: readonly string[]): Promise<readonly (readonly ShardStats[] | undefined)[]> {
    return await this.#fielddata.withCounts(indices, this.#open().stats(indices));
  }

  segmentMemory(): SegmentMemory {
    return segmentMemory(this.#side.views());
  }

  failures(index: string): readonly ShardFailure[] {
    const shards = this.#side.find(index)?.shards ?? [];
    return shards.flatMap(({ failure, failedSince }, shard) =>
      failure === undefined ? [] : [{ shard, cause: failure, since: failedSince }],
    );
  }

  primaryTerm(index: string): number {
    return this.#side.view(index).primaryTerm;
  }

  openingShards(index: string): readonly number[] {
    return this.#opening?.of(index) ?? [];
  }

  damagedFolders(): readonly DamagedFolder[] {
    return this.#damaged;
  }

  shardOf(index: string, id: string, routing?: string): number {
    return this.#side.view(index).routing.shardOf(id, routing);
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) return;
    this.#writer = undefined;
    await runAll([
      () => this.history.close(),
      () => this.#pool.end(),
      () => writer.close(),
      () => this.#side.end(),
      () => this.#end?.(),
    ]);
  }

  #open(): WriterPort {
    if (this.#writer === undefined) throw engineClosed();
    return this.#writer;
  }

  /** What searches use when the index goes can be read to its end. */
  async #leave(name: string, action: () => Promise<void>): Promise<void> {
    const view = this.#side.find(name);
    if (view === undefined) return action();
    const { uuid } = view.metadata;
    this.#leaving.begin(uuid);
    try {
      view.pin();
      await this.#pool.pin(view);
      await action();
    } finally {
      const held = this.#leaving.end(uuid);
      const stays = this.#side.findByUuid(uuid)?.metadata.state === 'open';
      if (stays) for (const publication of held) this.published(publication);
    }
  }

  #shardFor(view: IndexView, { index, id, routing }: GetRequest): number {
    if (routing === undefined && view.mapping.routingRequired) {
      throw apiError('routing_missing_exception', `routing is required for [${index}]/[${id}]`, {
        index,
        index_uuid: '_na_',
      });
    }
    return view.routing.shardOf(id.toWellFormed(), routing);
  }

  /** What was published is what new searches use; those under way, in any thread, may use an earlier publication still. */
  #release(uuid: string, shard: number): void {
    const view = this.#side.findByUuid(uuid)?.shards[shard];
    if (view === undefined) return;
    const first = Math.min(view.publication, this.#pool.firstUsed(uuid, shard));
    if (first > 0) this.#writer?.released(uuid, shard, first);
  }
}

function unavailable(index: string, shard: number, cause: ErrorCause | undefined): Error {
  const reason = `[${index}][${shard}] is not available: ${cause?.reason ?? 'not open'}`;
  return apiError('unavailable_shards_exception', reason);
}
