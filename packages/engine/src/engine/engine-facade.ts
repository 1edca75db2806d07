import type { Disk } from '@sextant/base';
import { apiError, type ErrorCause } from '@sextant/contract';
import { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { RetentionLease } from '../shard/history/retention-leases.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type {
  GetRequest,
  GetResult,
  HistoryOperation,
  RefreshResult,
  WriteBatch,
  WriteResult,
} from '../shard/index/write-batch.ts';
import type { DamagedFolder, Publication, ShardUpkeep, WriterEvents } from '../shard/index/writer-events.ts';
import type { ForceMergeOptions } from '../shard/store/shard-merges.ts';
import { indexNotFound } from '../writer/engine-writer.ts';
import type { Engine, EngineOptions, ShardFailure } from './engine.ts';
import { IndexView } from './index-view.ts';
import { RunningSearches } from './running-searches.ts';
import { type SegmentMemory, segmentMemory } from './segment-memory.ts';
import type { ShardView } from './shard-view.ts';
import type { WriterPort } from './writer-port.ts';

/** Bodies that may wait for the writer at a time; beyond it callers are told to come back. */
const MAX_BYTES_IN_FLIGHT = 256 * 1024 * 1024;

/** The searching side, and the way to the writing one. */
export class EngineFacade implements Engine, WriterEvents {
  readonly #options: EngineOptions;
  readonly #disk: Disk;
  readonly #views = new Map<string, IndexView>();
  readonly #byUuid = new Map<string, IndexView>();
  #sorted: readonly IndexMetadata[] | undefined;
  #writer: WriterPort | undefined;
  #end: (() => Promise<void>) | undefined;
  #bytesInFlight = 0;
  readonly #damaged: DamagedFolder[] = [];
  readonly #searches: RunningSearches;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#disk = options.disk;
    this.#searches = new RunningSearches({
      clock: options.clock,
      released: (uuid, number, shard) => this.#release(uuid, number, shard),
    });
  }

  /** Called once, when the writer has opened everything. `end` runs after the writer is closed. */
  attach(writer: WriterPort, end: () => Promise<void>): void {
    this.#writer = writer;
    this.#end = end;
    for (const view of this.#byUuid.values()) {
      for (const [number, shard] of view.shards.entries()) this.#release(view.metadata.uuid, number, shard);
    }
  }

  metadata(name: string, metadata: IndexMetadata | undefined): void {
    this.#sorted = undefined;
    const view = this.#views.get(name);
    if (metadata === undefined) {
      view?.close();
      this.#views.delete(name);
      if (view !== undefined) this.#byUuid.delete(view.metadata.uuid);
    } else if (view !== undefined) {
      view.update(metadata);
    } else {
      const added = new IndexView(metadata);
      this.#views.set(name, added);
      this.#byUuid.set(metadata.uuid, added);
    }
    this.#options.onMetadata?.(name, metadata);
  }

  published(publication: Publication): void {
    const view = this.#byUuid.get(publication.indexUuid);
    const shard = view?.shards[publication.shard];
    if (view === undefined || shard === undefined) return;
    shard.publish(view.metadata.name, publication, this.#disk);
    this.#release(publication.indexUuid, publication.shard, shard);
  }

  failed(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    const view = this.#byUuid.get(indexUuid)?.shards[shard];
    if (view === undefined) return;
    if (view.failure === undefined) view.failedSince = this.#options.clock.now();
    view.failure = cause;
    if (cause?.type === 'corrupt_index_exception') view.withdraw();
  }

  damaged(folder: DamagedFolder): void {
    this.#damaged.push(folder);
  }

  kept(indexUuid: string, shard: number, upkeep: ShardUpkeep): void {
    const index = this.#byUuid.get(indexUuid)?.metadata;
    if (index !== undefined) this.#options.onUpkeep?.(index, shard, upkeep);
  }

  indices(): readonly IndexMetadata[] {
    this.#sorted ??= [...this.#views.values()]
      .map((view) => view.metadata)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.#sorted;
  }

  index(name: string): IndexMetadata | undefined {
    return this.#views.get(name)?.metadata;
  }

  createIndex(request: CreateIndex): Promise<IndexMetadata> {
    return this.#open().createIndex(request);
  }

  deleteIndex(name: string): Promise<void> {
    this.#views.get(name)?.pin();
    return this.#open().deleteIndex(name);
  }

  openIndex(name: string): Promise<void> {
    return this.#open().openIndex(name);
  }

  closeIndex(name: string): Promise<void> {
    this.#views.get(name)?.pin();
    return this.#open().closeIndex(name);
  }

  updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    return this.#open().updateMetadata(changes);
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    this.#openView(batch.index);
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
    }
  }

  applyHistory(index: string, shard: number, operations: readonly HistoryOperation[]): Promise<void> {
    return this.#open().applyHistory(index, shard, operations);
  }

  readHistory(
    index: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]> {
    return this.#open().readHistory(index, shard, from, to, maxBytes);
  }

  addRetentionLease(index: string, shard: number, lease: RetentionLease): Promise<void> {
    return this.#open().addRetentionLease(index, shard, lease);
  }

  removeRetentionLease(index: string, shard: number, id: string): Promise<void> {
    return this.#open().removeRetentionLease(index, shard, id);
  }

  async get(request: GetRequest): Promise<GetResult> {
    const view = this.#openView(request.index);
    const number = this.#shardFor(view, request);
    const shard = view.shards[number]!;
    const startNanos = this.#options.clock.nanos();
    if (shard.searcher === undefined) throw unavailable(request.index, number, shard.failure);
    const result =
      !request.realtime || shard.isCurrent
        ? shard.get(request.id)
        : await this.#open().get(request.index, number, request.id);
    shard.counters.countGet(result.found, (this.#options.clock.nanos() - startNanos) / 1e6);
    return result;
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
    const views = options.indices.map((name) => this.#openView(name));
    const budget = options.budget?.fork() ?? new WorkBudget({ clock: this.#options.clock });
    return this.#searches.run(views, options, budget);
  }

  async stats(index: string): Promise<readonly ShardStats[]> {
    const view = this.#openView(index);
    const stats = await this.#open().stats(index);
    return stats.map((each) => view.shards[each.shard]!.counters.addTo(each));
  }

  segmentMemory(): SegmentMemory {
    return segmentMemory(this.#views.values());
  }

  failures(index: string): readonly ShardFailure[] {
    const shards = this.#views.get(index)?.shards ?? [];
    return shards.flatMap(({ failure, failedSince }, shard) =>
      failure === undefined ? [] : [{ shard, cause: failure, since: failedSince }],
    );
  }

  damagedFolders(): readonly DamagedFolder[] {
    return this.#damaged;
  }

  shardOf(index: string, id: string, routing?: string): number {
    return this.#view(index).routing.shardOf(id, routing);
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) return;
    this.#writer = undefined;
    await this.#searches.end();
    try {
      await writer.close();
    } finally {
      for (const view of this.#views.values()) view.close();
      await this.#end?.();
    }
  }

  #open(): WriterPort {
    if (this.#writer === undefined) throw apiError('illegal_state_exception', 'the engine is closed');
    return this.#writer;
  }

  #view(name: string): IndexView {
    const view = this.#views.get(name);
    if (view === undefined) throw indexNotFound(name);
    return view;
  }

  #openView(name: string): IndexView {
    const view = this.#view(name);
    view.checkOpen();
    return view;
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

  /** What was published is what new searches use; those under way may use an earlier publication still. */
  #release(uuid: string, number: number, shard: ShardView): void {
    if (shard.publication > 0) this.#writer?.released(uuid, number, shard.publication);
  }
}

function unavailable(index: string, shard: number, cause: ErrorCause | undefined): Error {
  const reason = cause === undefined ? 'not open' : cause.reason;
  return apiError('unavailable_shards_exception', `[${index}][${shard}] is not available: ${reason}`);
}
