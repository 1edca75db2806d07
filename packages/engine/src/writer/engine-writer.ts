import { type Clock, type Disk, type Log, MAY_COUNT, type Random } from '@sextant/base';
import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { Mapping } from '../mapping/mapping.ts';
import type { RetentionLease } from '../shard/history/retention-leases.ts';
import { DocumentIds, randomUuid } from '../shard/index/document-ids.ts';
import { type IndexFile, writeIndexFile } from '../shard/index/index-file.ts';
import { markIndexDeleted, removeIndexFolder } from '../shard/index/index-folder.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import { withJournal } from '../shard/index/metadata-journal.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type {
  GetResult,
  HistoryOperation,
  RefreshResult,
  WriteBatch,
  WriteResult,
} from '../shard/index/write-batch.ts';
import type { DamagedFolder, WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeRunner } from '../shard/store/merge-runner.ts';
import type { ForceMergeOptions } from '../shard/store/shard-merges.ts';
import { markCleanEnd, takeCleanEnd } from './clean-end.ts';
import { GroupCommit } from './group-commit.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { type IndexFolder, readIndexFolders, reasonOf } from './index-folders.ts';
import { IndexWriter } from './index-writer.ts';
import { makeSearchable } from './make-searchable.ts';
import { MetadataChanges, openJournal } from './metadata-changes.ts';
import { newMetadata } from './new-metadata.ts';
import { Settling } from './settling.ts';
import { eachInItsTurn, timedWork } from './turns.ts';
import { Upkeep } from './upkeep.ts';
import { Verification } from './verification.ts';
import { WritePass } from './write-pass.ts';

export interface WriterOptions {
  readonly disk: Disk;
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly merges: MergeRunner;
  /** Merges of a shard that run beside each other where its index does not say; 1 where absent. */
  readonly mergeThreads?: number;
  readonly events: WriterEvents;
}

const FIRST_TERM = 1;

/**
 * Everything durable: indices by name, in folders by uuid. Knows nothing of threads. Calls do their work in
 * the order in which they come; their promises reject with ApiError for operating errors.
 */
export class EngineWriter {
  readonly #environment: IndexEnvironment;
  readonly #root: string;
  readonly #directory: string;
  readonly #indices = new Map<string, IndexWriter>();
  readonly #upkeep = new Upkeep(() => this.#indices.values());
  readonly #commits = new GroupCommit(this.#upkeep);
  readonly #changes: MetadataChanges;

  private constructor(options: WriterOptions) {
    const { disk, clock, random, log, merges, mergeThreads = 1, events } = options;
    this.#directory = `${options.directory}/indices`;
    this.#changes = new MetadataChanges(disk, options.directory, () =>
      [...this.#indices.values()].map(({ store }) => store),
    );
    this.#root = options.directory;
    const verification = new Verification(clock);
    const timed = timedWork();
    const settling = new Settling(clock, log, timed.flush);
    const ids = new DocumentIds(clock, random);
    const ports = { disk, clock, random, log, merges, events };
    this.#environment = { ...ports, mergeThreads, ids, verification, settling, timed };
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
    const isSuspect = !takeCleanEnd(disk, directory) && !isNew;
    if (isSuspect) writer.#environment.verification.suspectAll();
    disk.syncDirectory(directory);
    disk.syncDirectory(writer.#directory);
    const damaged = (folder: DamagedFolder): void => writer.#damaged(folder);
    const journal = openJournal(disk, directory, options.log);
    const folders = readIndexFolders(disk, writer.#directory, options.log, { isSuspect, damaged });
    for (const folder of folders) writer.#load(folder, withJournal(folder.content, journal));
    if (journal !== undefined) writer.#changes.bringUp();
    if (options.shardsLater !== true)
      for (const index of writer.#indices.values()) writer.#openWaiting(index);
    return writer;
  }

  /** Opens the shards of this index; of all indices, one after the other, where none is named. Other calls come in between. */
  async openShards(name?: string): Promise<void> {
    if (name !== undefined) this.#openIndex(name).openWaiting();
    else await eachInItsTurn([...this.#indices.values()], (index) => this.#openWaiting(index));
  }

  async createIndex(request: CreateIndex): Promise<IndexMetadata> {
    const { clock, random, log, events } = this.#environment;
    const existing = this.#indices.get(request.name);
    if (existing !== undefined) {
      throw apiError(
        'resource_already_exists_exception',
        `index [${request.name}/${existing.uuid}] already exists`,
        { index: request.name, index_uuid: existing.uuid },
      );
    }
    // Before anything is written: a mapping that cannot be read must leave nothing behind.
    const mappings = Mapping.make(request.mappings, request.settings).toJson();
    const metadata = newMetadata({ ...request, mappings }, randomUuid(random), clock.now());
    const directory = `${this.#directory}/${metadata.uuid}`;
    const content: IndexFile = { metadata, primaryTerm: FIRST_TERM, begunShards: [] };
    this.#writeNewIndex(directory, content);
    const index = new IndexWriter(this.#environment, directory, content);
    this.#indices.set(request.name, index);
    log.log('info', 'index.create', 'index created', { index: request.name, uuid: metadata.uuid });
    events.metadata(request.name, metadata);
    index.openShards();
    return metadata;
  }

  async deleteIndex(name: string): Promise<void> {
    const { disk, log, events } = this.#environment;
    const index = this.#index(name);
    this.#commits.flush();
    try {
      // After a crash the next start removes what is left.
      markIndexDeleted(disk, index.directory);
    } catch (error) {
      throw diskFailure(`cannot delete [${name}]`, error);
    }
    this.#indices.delete(name);
    index.abandon();
    events.metadata(name, undefined);
    log.log('info', 'index.delete', 'index deleted', { index: name, uuid: index.uuid });
    try {
      removeIndexFolder(disk, index.directory);
    } catch (error) {
      // The next start tries again.
      const { directory } = index;
      log.log('warn', 'index.delete', 'files are left behind', { directory, error: String(error) });
    }
  }

  async openIndex(name: string): Promise<void> {
    const index = this.#index(name);
    if (index.metadata.state === 'close') index.open();
  }

  async closeIndex(name: string): Promise<void> {
    const index = this.#index(name);
    if (index.metadata.state === 'close') return;
    this.#commits.flush();
    index.close();
  }

  /** Changes the metadata of all these indices, or of none. */
  async updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    const prepared = [...changes].flatMap(([name, change]) => this.#index(name).prepare(change) ?? []);
    for (const each of prepared) each.flush();
    this.#changes.commit(prepared.map((each) => ({ store: each.store, content: each.content() })));
    for (const each of prepared) each.installed();
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    let index = this.#openIndex(batch.index);
    for (let free = index.throttled; free !== undefined; free = index.throttled) {
      await free;
      index = this.#openIndex(batch.index);
    }
    this.#upkeep.makeRoom(batch.source.length);
    const pass = new WritePass(index, batch, this.#environment.clock);
    pass.run();
    return await this.#commits.add(index, pass);
  }

  async applyHistory(name: string, shard: number, operations: readonly HistoryOperation[]): Promise<void> {
    const index = this.#openIndex(name);
    const writer = index.shard(shard);
    writer.history.apply(operations);
    index.persistMetadata();
    writer.sync();
    index.written();
    this.#upkeep.written(index, [shard]);
  }

  async readHistory(
    name: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]> {
    return this.#openIndex(name).shard(shard).history.read(from, to, maxBytes);
  }

  async addRetentionLease(name: string, shard: number, lease: RetentionLease): Promise<void> {
    this.#openIndex(name).shard(shard).history.putLease(lease);
  }

  async removeRetentionLease(name: string, shard: number, id: string): Promise<void> {
    this.#openIndex(name).shard(shard).history.removeLease(id);
  }

  /** The document as the last operation left it. */
  async get(name: string, shard: number, id: string): Promise<GetResult> {
    return this.#openIndex(name).shard(shard).get(id.toWellFormed());
  }

  async refresh(name: string): Promise<void> {
    await this.#commits.flushAndAnswer();
    await eachInItsTurn(this.#openIndex(name).openShardWriters(), (shard) => {
      if (shard.failure === undefined) shard.refresh();
    });
  }

  /** Makes what was written to these shards searchable: at once, or with their next refresh. */
  async refreshShards(
    name: string,
    shards: readonly number[],
    refresh: 'true' | 'wait_for',
  ): Promise<RefreshResult> {
    await this.#commits.flushAndAnswer();
    const index = this.#openIndex(name);
    return await makeSearchable(new Map(shards.map((shard) => [shard, index.shard(shard)])), refresh);
  }

  async flush(name: string, options: { readonly force: boolean }): Promise<void> {
    await this.#commits.flushAndAnswer();
    await eachInItsTurn(this.#openIndex(name).openShardWriters(), (shard) => {
      if (shard.failure === undefined) shard.flush(options.force);
    });
  }

  async forceMerge(name: string, options: ForceMergeOptions): Promise<void> {
    await this.#commits.flushAndAnswer();
    const working = this.#openIndex(name)
      .openShardWriters()
      .filter((shard) => shard.failure === undefined);
    // Each to its end, also where another one fails.
    const ends = await Promise.allSettled(working.map((shard) => shard.forceMerge(options)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Of the shards that work, per index in the order of the names; undefined where an index is not there or closed. */
  async stats(names: readonly string[]): Promise<readonly (readonly ShardStats[] | undefined)[]> {
    return names.map((name) => {
      const index = this.#indices.get(name);
      if (index === undefined || index.metadata.state === 'close') return undefined;
      if (index.isWaiting) return [];
      const working = index.openShardWriters().filter((each) => each.failure === undefined);
      return working.map((each) => each.stats());
    });
  }

  /** Searches use this publication of the shard now, or a later one. */
  released(indexUuid: string, shard: number, publication: number): void {
    for (const index of this.#indices.values()) {
      if (index.uuid === indexUuid) index.released(shard, publication);
    }
  }

  /** A search or a read met damage in the shard; without a cause, something that damage may be the reason of. */
  damageMet(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    const index = [...this.#indices.values()].find(({ uuid }) => uuid === indexUuid);
    const writer = index?.openShardWriters().find(({ context }) => context.shard === shard);
    if (writer !== undefined) this.#environment.verification.damageMet(writer, cause);
  }

  /** Flushes everything. Rejects with the first error after all are closed. */
  async close(): Promise<void> {
    this.#environment.settling.stop();
    await this.#commits.flushAndAnswer();
    let failure: unknown;
    // What nobody has looked at may be damaged.
    const isOpen = [...this.#indices.values()].every(({ isWaiting }) => !isWaiting);
    for (const index of this.#indices.values()) {
      try {
        index.closeShards();
      } catch (error) {
        failure ??= error;
      }
    }
    this.#indices.clear();
    const isSound = this.#environment.verification.end() && isOpen;
    if (failure !== undefined) throw failure;
    if (isSound) markCleanEnd(this.#environment.disk, this.#root);
  }

  /** Resolves when no shard merges. */
  async mergesIdle(): Promise<void> {
    for (const index of this.#indices.values()) {
      for (const shard of index.openShardWriters()) await shard.mergesIdle();
    }
  }

  #writeNewIndex(directory: string, content: IndexFile): void {
    const { disk } = this.#environment;
    try {
      disk.makeDirectory(directory);
      writeIndexFile(disk, directory, content);
      disk.syncDirectory(this.#directory);
    } catch (error) {
      const what = `cannot create [${content.metadata.name}]`;
      try {
        disk.removeTree(directory);
        disk.syncDirectory(this.#directory);
      } catch {
        // The next start prefers the index that is made in its place.
        throw diskFailure(what, error, MAY_COUNT);
      }
      throw diskFailure(what, error);
    }
  }

  /** `content`: what the folder's file says, or what the journal knows better. */
  #load({ directory, content: found }: IndexFolder, content: IndexFile): void {
    const { events, log } = this.#environment;
    const { name } = content.metadata;
    if (this.#indices.has(name)) {
      log.log('error', 'index.open', 'a younger index has the same name; this one stays closed', {
        index: name,
        directory,
      });
      return;
    }
    try {
      const index = new IndexWriter(this.#environment, directory, content, content === found);
      this.#indices.set(index.name, index);
      events.metadata(index.name, index.metadata);
      if (index.metadata.state === 'open') index.openLater();
    } catch (error) {
      this.#damaged({ directory, reason: `index [${name}] cannot be opened: ${reasonOf(error)}` });
    }
  }

  #openWaiting(index: IndexWriter): void {
    try {
      index.openWaiting();
    } catch (error) {
      const { directory, name } = index;
      this.#damaged({ directory, reason: `index [${name}] cannot be opened: ${reasonOf(error)}` });
    }
  }

  #damaged(folder: DamagedFolder): void {
    const { log, events } = this.#environment;
    const message = 'an index cannot be read; stop the service and run `sextant check` on the data folder';
    log.log('error', 'index.open', message, { ...folder });
    events.damaged(folder);
  }

  #index(name: string): IndexWriter {
    const index = this.#indices.get(name);
    if (index === undefined) throw indexNotFound(name);
    return index;
  }

  #openIndex(name: string): IndexWriter {
    const index = this.#index(name);
    if (index.metadata.state === 'close') throw index.closedError();
    return index;
  }
}

function diskFailure(what: string, error: unknown, end = ''): ApiError {
  const reason = `${what}: ${error instanceof Error ? error.message : String(error)}${end}`;
  return new ApiError({ type: 'illegal_state_exception', reason }, { cause: error });
}

export function indexNotFound(name: string): ApiError {
  return apiError('index_not_found_exception', `no such index [${name}]`, {
    'resource.type': 'index_or_alias',
    'resource.id': name,
    index: name,
    index_uuid: '_na_',
  });
}
