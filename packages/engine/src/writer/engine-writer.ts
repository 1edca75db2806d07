import { apiError, type ErrorCause } from '@sextant/contract';
import type { HistoryCall, HistoryCalls } from '../shard/history/history-port.ts';
import type { DanglingCall, DanglingIndex } from '../shard/index/dangling-index.ts';
import { DataPaths } from '../shard/index/data-paths.ts';
import { DocumentIds, randomUuid } from '../shard/index/document-ids.ts';
import type { HandedIndex } from '../shard/index/handed-index.ts';
import type { IndexCopy } from '../shard/index/index-copy.ts';
import { FIRST_TERM, type IndexFile } from '../shard/index/index-file.ts';
import { markIndexDeleted } from '../shard/index/index-folder.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import { withJournal } from '../shard/index/metadata-journal.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type { GetResult, RefreshResult, WriteBatch, WriteResult } from '../shard/index/write-batch.ts';
import type { DamagedFolder } from '../shard/index/writer-events.ts';
import type { ForceMergeOptions } from '../shard/store/shard-merges.ts';
import { BufferAccount } from './buffer-account.ts';
import { markCleanEnd, takeCleanEnd } from './clean-end.ts';
import { DanglingIndices, existingIndex } from './dangling-indices.ts';
import { DeletedFolders } from './deleted-folders.ts';
import { endIndices } from './end-indices.ts';
import { FolderLoader } from './folder-loader.ts';
import { GroupCommit } from './group-commit.ts';
import { HeldChanges, type HeldFiles } from './held-changes.ts';
import { WriterHistory } from './history-calls.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { readIndexFolders } from './index-folders.ts';
import { IndexTable } from './index-table.ts';
import { IndexWriter } from './index-writer.ts';
import { makeSearchable } from './make-searchable.ts';
import { MetadataChanges, openJournal } from './metadata-changes.ts';
import { diskFailure, writeNewIndex } from './new-index.ts';
import { newMetadata } from './new-metadata.ts';
import { Settling } from './settling.ts';
import { ShardMoves } from './shard-moves.ts';
import { eachInItsTurn, severalInATurn, timedWork } from './turns.ts';
import { Upkeep } from './upkeep.ts';
import { Verification } from './verification.ts';
import { writeCopy } from './write-copy.ts';
import { WritePass } from './write-pass.ts';
import type { WriterOptions } from './writer-options.ts';

/** For so long others wait while shards are opened. */
const OPENING_NANOS = 2e6;

/**
 * Everything durable: indices by name, in folders by uuid. Knows nothing of threads. Calls do their work in
 * the order in which they come; their promises reject with ApiError for operating errors.
 *
 * There may be several, each with its own indices (`WriterPool` shares them out). The first one opens and makes all of them,
 * and owns what spans them: the mark of a clean end, the journal of changes of several indices, and what is left of indices that
 * were being made or deleted. A name is looked for among a writer's own indices alone: the pool knows who has it.
 */
export class EngineWriter {
  readonly #environment: IndexEnvironment;
  readonly #directory: string;
  readonly #indices = new IndexTable();
  readonly #upkeep: Upkeep;
  readonly #commits: GroupCommit;
  readonly #changes: MetadataChanges;
  readonly #held = new HeldChanges(this.#indices);
  #closed = false;
  readonly #deleted: DeletedFolders;
  readonly #history: WriterHistory;
  readonly #moves: ShardMoves;
  readonly #dangling: DanglingIndices;

  private constructor(options: WriterOptions) {
    const { disk, clock, random, log, merges, builds, mergeThreads = 1, events } = options;
    this.#directory = `${options.directory}/indices`;
    this.#changes = new MetadataChanges(disk, options.directory, () =>
      [...this.#indices.all()].map(({ store }) => store),
    );
    const paths = new DataPaths({ disk, home: options.directory, ...options.paths });
    this.#upkeep = new Upkeep(() => this.#indices.all(), options.buffers ?? new BufferAccount());
    this.#commits = new GroupCommit(this.#upkeep, clock);
    const verification = new Verification(clock);
    const timed = timedWork();
    const settling = new Settling(clock, log, timed.flush);
    const ids = new DocumentIds(clock, random);
    const ports = { disk, paths, clock, random, log, merges, builds, events };
    this.#deleted = new DeletedFolders(ports);
    this.#history = new WriterHistory({
      open: (name) => this.#indices.getOpen(name),
      writable: (name) => this.#writable(name),
      written: (index, shards) => this.#upkeep.written(index, shards),
    });
    this.#environment = { ...ports, mergeThreads, ids, verification, settling, timed };
    this.#moves = new ShardMoves(this.#environment, this.#indices, this.#commits);
    const [environment, indices, deleted] = [this.#environment, this.#indices, this.#deleted];
    this.#dangling = new DanglingIndices({ environment, indices, deleted, parent: this.#directory });
  }

  /**
   * Opens the folder and tells of every index that it holds. Unless `shardsLater`, their shards are open when it returns;
   * else they are opened when something is first asked of them, and by `openShards`.
   */
  static open(options: WriterOptions & { readonly shardsLater?: boolean }): EngineWriter {
    const { disk, directory } = options;
    const writer = new EngineWriter(options);
    disk.makeDirectory(writer.#directory);
    const isNew = disk.list(writer.#directory).length === 0;
    const isClean = takeCleanEnd(disk, directory);
    const isSuspect = !isClean && !isNew;
    if (isClean) writer.#environment.verification.trustAll();
    if (isSuspect) writer.#environment.verification.suspectAll();
    disk.syncDirectory(directory);
    disk.syncDirectory(writer.#directory);
    const loader = new FolderLoader(writer.#environment, writer.#indices);
    const damaged = (folder: DamagedFolder): void => loader.damaged(folder);
    const journal = openJournal(disk, directory, options.log);
    const { paths } = writer.#environment;
    const folders = readIndexFolders(disk, paths, options.log, { isSuspect, damaged });
    for (const folder of folders) loader.load(folder, withJournal(folder.content, journal));
    if (journal !== undefined) writer.#changes.bringUp();
    if (options.shardsLater !== true) for (const index of writer.#indices.all()) loader.openWaiting(index);
    return writer;
  }

  /** Opens the shards of this index; of all indices, one after the other, where none is named. Other calls come in between. */
  async openShards(name?: string): Promise<void> {
    if (name !== undefined) this.#indices.getOpen(name).openWaiting();
    else {
      const loader = new FolderLoader(this.#environment, this.#indices);
      const { clock } = this.#environment;
      const waiting = [...this.#indices.all()];
      await severalInATurn(waiting, { clock, nanos: OPENING_NANOS }, (index) => loader.openWaiting(index));
    }
  }

  /** A further writer beside the one that has opened the folder: it has what is handed over to it. */
  static beside(options: WriterOptions): EngineWriter {
    return new EngineWriter(options);
  }

  /** `copy`: the documents that it begins with. It is there when all of it is. */
  async createIndex(request: CreateIndex, copy?: IndexCopy): Promise<IndexMetadata> {
    const { clock, random, log } = this.#environment;
    const { name } = request;
    this.#checkNew(name);
    // Before anything is written: what cannot be read must leave nothing behind.
    const metadata = newMetadata(request, randomUuid(random), clock.now(), copy !== undefined);
    const directory = `${this.#directory}/${metadata.uuid}`;
    const read = (content: IndexFile, opened: 'EMPTY_STORE' | 'LOCAL_SHARDS'): IndexWriter =>
      new IndexWriter(this.#environment, { directory, content, written: true, opened });
    let index: IndexWriter;
    if (copy === undefined) {
      const content: IndexFile = { metadata, primaryTerm: FIRST_TERM, begunShards: [] };
      index = read(content, 'EMPTY_STORE');
      writeNewIndex(this.#environment.disk, this.#directory, directory, content);
    } else {
      const [parent, deleted] = [this.#directory, this.#deleted];
      const check = (): void => this.#checkNew(name);
      const content = await writeCopy(this.#environment, copy, { parent, metadata, deleted, check });
      index = read(content, 'LOCAL_SHARDS');
    }
    this.#indices.add(index);
    log.log('info', 'index.create', 'index created', { index: name, uuid: metadata.uuid });
    index.tell();
    index.openShards();
    return metadata;
  }

  #checkNew(name: string): void {
    if (this.#closed) throw apiError('illegal_state_exception', 'the writer is closed');
    const existing = this.#indices.find(name);
    if (existing !== undefined) throw existingIndex(name, existing.uuid);
  }

  async deleteIndex(name: string): Promise<void> {
    const { disk, log, events } = this.#environment;
    const index = this.#indices.get(name);
    this.#commits.flush();
    try {
      // After a crash the next start removes what is left.
      markIndexDeleted(disk, index.directory);
    } catch (error) {
      throw diskFailure(`cannot delete [${name}]`, error);
    }
    this.#indices.remove(index);
    index.abandon();
    events.metadata(name, undefined);
    log.log('info', 'index.delete', 'index deleted', { index: name, uuid: index.uuid });
    this.#deleted.remove(index.directory);
  }

  /** See `DanglingIndices`; of the first writer. */
  async dangling(request: DanglingCall): Promise<readonly DanglingIndex[]> {
    return this.#dangling.call(request);
  }

  async openIndex(name: string): Promise<void> {
    const index = this.#indices.get(name);
    if (index.metadata.state === 'close') index.open();
  }

  async closeIndex(name: string): Promise<void> {
    const index = this.#indices.get(name);
    if (index.metadata.state === 'close') return;
    this.#commits.flush();
    index.close();
  }

  /** Opens a shard that has failed once more; `empty`: without anything that it held. Rejects where it works, or fails again. */
  async reviveShard(name: string, shard: number, empty: boolean): Promise<void> {
    this.#commits.flush();
    this.#indices.get(name).reviveShard(shard, empty);
  }

  /** See `ShardMoves`. */
  moveShard(name: string, shard: number, path: string): Promise<boolean> {
    return this.#moves.move(name, shard, path);
  }

  async setFullPaths(paths: readonly string[]): Promise<void> {
    this.#environment.paths.setFull(paths);
  }

  /** Changes the metadata of all these indices, or of none. */
  async updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    const prepared = [...changes].flatMap(([name, change]) => this.#indices.get(name).prepare(change) ?? []);
    for (const each of prepared) each.flush();
    this.#changes.commit(prepared.map((each) => ({ store: each.store, content: each.content() })));
    for (const each of prepared) each.installed();
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    const found = this.#writable(batch.index);
    const index = found instanceof Promise ? await found : found;
    this.#upkeep.makeRoom(batch.source.length);
    const pass = new WritePass(index, batch, this.#environment.clock);
    pass.run();
    return await this.#commits.add(index, pass);
  }

  /** See `HistoryCalls`. */
  history<Name extends HistoryCall>(
    call: Name,
    args: Parameters<HistoryCalls[Name]>,
  ): ReturnType<HistoryCalls[Name]> {
    const answer = this.#history[call] as (...given: readonly unknown[]) => ReturnType<HistoryCalls[Name]>;
    return answer.apply(this.#history, args);
  }

  /** The document as the last operation left it. */
  async get(name: string, shard: number, id: string): Promise<GetResult> {
    return this.#indices.getOpen(name).shard(shard).get(id.toWellFormed());
  }

  refresh(name: string): Promise<void> {
    return this.#inTurns(name, (index) =>
      eachInItsTurn(index.openShardWriters(), async (shard) => {
        if (shard.failure === undefined) await shard.refreshed();
      }),
    );
  }

  /** Makes what was written to these shards searchable: at once, or with their next refresh. */
  refreshShards(
    name: string,
    shards: readonly number[],
    refresh: 'true' | 'wait_for',
  ): Promise<RefreshResult> {
    return this.#inTurns(name, (index) =>
      makeSearchable(new Map(shards.map((shard) => [shard, index.shard(shard)])), refresh),
    );
  }

  flush(name: string, options: { readonly force: boolean }): Promise<void> {
    return this.#inTurns(name, (index) =>
      eachInItsTurn(index.openShardWriters(), (shard) => {
        if (shard.failure === undefined) shard.flush(options.force);
      }),
    );
  }

  forceMerge(name: string, options: ForceMergeOptions): Promise<void> {
    return this.#inTurns(name, async (index) => {
      const working = index.openShardWriters().filter((shard) => shard.failure === undefined);
      // Each to its end, also where another one fails.
      const ends = await Promise.allSettled(working.map((shard) => shard.forceMerge(options)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    });
  }

  /** Of the shards that work, per index in the order of the names; undefined where an index is not there or closed. */
  async stats(names: readonly string[]): Promise<readonly (readonly ShardStats[] | undefined)[]> {
    return names.map((name) => {
      const index = this.#indices.find(name);
      if (index === undefined || index.metadata.state === 'close') return undefined;
      if (index.isWaiting) return [];
      const working = index.openShardWriters().filter((each) => each.failure === undefined);
      return working.map((each) => each.stats());
    });
  }

  /** Searches use this publication of the shard now, or a later one. */
  released(indexUuid: string, shard: number, publication: number): void {
    this.#indices.findByUuid(indexUuid)?.released(shard, publication);
  }

  /** A search or a read met damage in the shard; without a cause, something that damage may be the reason of. */
  damageMet(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    this.#indices.findByUuid(indexUuid)?.damageMet(shard, cause);
  }

  /** Lets an index go as it is, for another writer to take over; undefined where it cannot be now. */
  async handOver(name: string): Promise<HandedIndex | undefined> {
    const index = this.#indices.find(name);
    if (index === undefined || !index.mayMove) return undefined;
    this.#commits.flush();
    // A write that could not be made durable leaves its shard failed.
    if (!index.mayMove) return undefined;
    const handed = index.handOver();
    if (handed !== undefined) this.#indices.remove(index);
    return handed;
  }

  /** Goes on with an index that another writer had. */
  async takeOver(handed: HandedIndex): Promise<void> {
    const index = new IndexWriter(this.#environment, { ...handed, handed });
    index.openTaken();
    this.#indices.add(index);
  }

  /** See `HeldChanges`; changes of indices of several writers. Rejects, and nothing is held, where one does not fit. */
  async holdMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<HeldFiles> {
    this.#commits.flush();
    return this.#held.hold(changes);
  }

  /** Of the first writer, which owns the journal. Rejects with ApiError where the disk refuses. */
  async journalMetadata(files: readonly IndexFile[], unwritten: readonly IndexFile[]): Promise<void> {
    this.#changes.journal(files, unwritten);
  }

  async installMetadata(): Promise<boolean> {
    return this.#held.install();
  }

  async releaseMetadata(refused: boolean): Promise<void> {
    this.#held.release(refused);
  }

  /** Of the first writer: no index needs the journal any more. */
  async dropJournal(): Promise<void> {
    this.#changes.dropJournal();
  }

  /**
   * Flushes everything. Rejects with the first error after all are closed. The first of several writers is closed last, and
   * leaves the mark of a clean end (`mark`) where all others have answered that they were sound.
   */
  async close(mark = true): Promise<boolean> {
    this.#environment.settling.stop();
    this.#closed = true;
    this.#deleted.end();
    await this.#commits.flushAndAnswer();
    // What nobody has looked at may be damaged.
    const isOpen = [...this.#indices.all()].every(({ isWaiting }) => !isWaiting);
    const { isDurable, failure } = endIndices(this.#indices.all(), this.#environment.clock);
    this.#indices.clear();
    const isSound = this.#environment.verification.end() && isOpen && isDurable;
    if (failure !== undefined) throw failure;
    if (isSound && mark) markCleanEnd(this.#environment.disk, this.#environment.paths.home);
    return isSound;
  }

  /** Resolves when no shard merges. */
  async mergesIdle(): Promise<void> {
    for (const index of this.#indices.all()) {
      for (const shard of index.openShardWriters()) await shard.mergesIdle();
    }
  }

  /** What is written already is answered first. Until the end of the action the index does not go to another writer. */
  async #inTurns<T>(name: string, action: (index: IndexWriter) => Promise<T>): Promise<T> {
    const index = this.#indices.getOpen(name);
    index.callsInTurns++;
    try {
      await this.#commits.flushAndAnswer();
      for (const shard of index.openShardWriters()) await shard.built();
      return await action(this.#indices.getOpen(name));
    } finally {
      index.callsInTurns--;
    }
  }

  /** At once, or when nothing keeps writes back any more. Throws ApiError where it is not there, or not open. */
  #writable(name: string): IndexWriter | Promise<IndexWriter> {
    const index = this.#indices.getOpen(name);
    const free = this.#mayWrite(index);
    return free === undefined ? index : free.then(() => this.#writable(name));
  }

  #mayWrite(index: IndexWriter): Promise<void> | undefined {
    return this.#held.waitFor(index) ?? index.throttled;
  }
}
