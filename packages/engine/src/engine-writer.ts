import type { Clock, Disk, Log, Random } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { Mapping } from './mapping/mapping.ts';
import { DocumentIds, randomUuid } from './shard/document-ids.ts';
import { GroupCommit } from './shard/group-commit.ts';
import { INDEX_FILE, readIndexFile, writeIndexFile } from './shard/index-file.ts';
import type { CreateIndex, IndexMetadata } from './shard/index-metadata.ts';
import { type IndexEnvironment, IndexWriter } from './shard/index-writer.ts';
import type { MergeRunner } from './shard/merge-runner.ts';
import type { RetentionLease } from './shard/retention-leases.ts';
import type { ForceMergeOptions } from './shard/shard-merges.ts';
import type { ShardStats } from './shard/stats.ts';
import type { GetResult, HistoryOperation, WriteBatch, WriteResult } from './shard/write-batch.ts';
import { WritePass } from './shard/write-pass.ts';
import type { WriterEvents } from './shard/writer-events.ts';

export interface WriterOptions {
  readonly disk: Disk;
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly merges: MergeRunner;
  readonly events: WriterEvents;
}

/**
 * Everything durable: indices by name, in folders by uuid. Knows nothing of threads. Calls do their work in the order
 * in which they come; their promises reject with ApiError for operating errors.
 */
export class EngineWriter {
  readonly #environment: IndexEnvironment;
  readonly #directory: string;
  readonly #indices = new Map<string, IndexWriter>();
  readonly #commits = new GroupCommit();

  private constructor(options: WriterOptions) {
    const { disk, clock, random, log, merges, events } = options;
    this.#directory = `${options.directory}/indices`;
    this.#environment = { disk, clock, random, log, merges, events, ids: new DocumentIds(clock, random) };
  }

  /** Opens every index that the folder holds and tells the events of each. */
  static open(options: WriterOptions): EngineWriter {
    const { disk, directory } = options;
    const writer = new EngineWriter(options);
    disk.makeDirectory(writer.#directory);
    disk.syncDirectory(directory);
    for (const uuid of disk.list(writer.#directory)) writer.#load(`${writer.#directory}/${uuid}`);
    return writer;
  }

  async createIndex(request: CreateIndex): Promise<IndexMetadata> {
    const { clock, random, disk, log, events } = this.#environment;
    const existing = this.#indices.get(request.name);
    if (existing !== undefined) {
      throw apiError(
        'resource_already_exists_exception',
        `index [${request.name}/${existing.uuid}] already exists`,
        { index: request.name, index_uuid: existing.uuid },
      );
    }
    // Before anything is written: a mapping that cannot be read must leave nothing behind.
    const mappings = Mapping.create(request.mappings, request.settings).toJson();
    const metadata = newMetadata({ ...request, mappings }, randomUuid(random), clock.now());
    const directory = `${this.#directory}/${metadata.uuid}`;
    disk.makeDirectory(directory);
    writeIndexFile(disk, directory, { metadata, primaryTerm: 1 });
    disk.syncDirectory(this.#directory);
    const index = new IndexWriter(this.#environment, directory, { metadata, primaryTerm: 1 });
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
    // From here on it is deleted: after a crash the next start removes what is left.
    disk.remove(`${index.directory}/${INDEX_FILE}`);
    disk.syncDirectory(index.directory);
    this.#indices.delete(name);
    index.abandon();
    events.metadata(name, undefined);
    disk.removeTree(index.directory);
    log.log('info', 'index.delete', 'index deleted', { index: name, uuid: index.uuid });
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

  async putMapping(name: string, mapping: Readonly<Record<string, unknown>>): Promise<void> {
    this.#index(name).putMapping(mapping);
  }

  async updateSettings(
    name: string,
    settings: Readonly<Record<string, string | readonly string[] | null>>,
  ): Promise<void> {
    this.#index(name).updateSettings(settings);
  }

  async updateAliases(name: string, aliases: IndexMetadata['aliases']): Promise<void> {
    this.#index(name).updateAliases(aliases);
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    const index = this.#openIndex(batch.index);
    const pass = new WritePass(index, batch);
    pass.run();
    return await this.#commits.add(index, pass);
  }

  async applyHistory(name: string, shard: number, operations: readonly HistoryOperation[]): Promise<void> {
    const index = this.#openIndex(name);
    const writer = index.shard(shard);
    writer.applyHistory(operations);
    index.persistMapping();
    writer.sync();
    index.afterWrite([shard]);
  }

  async readHistory(
    name: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]> {
    return this.#openIndex(name).shard(shard).readHistory(from, to, maxBytes);
  }

  async addRetentionLease(name: string, shard: number, lease: RetentionLease): Promise<void> {
    this.#openIndex(name).shard(shard).putLease(lease);
  }

  async removeRetentionLease(name: string, shard: number, id: string): Promise<void> {
    this.#openIndex(name).shard(shard).removeLease(id);
  }

  /** The document as the last operation left it. */
  async get(name: string, shard: number, id: string): Promise<GetResult> {
    return this.#openIndex(name).shard(shard).get(id);
  }

  async refresh(name: string): Promise<void> {
    this.#commits.flush();
    for (const shard of this.#openIndex(name).openShardWriters()) {
      if (shard.failure === undefined) shard.refresh();
    }
  }

  async flush(name: string, options: { readonly force: boolean }): Promise<void> {
    const index = this.#openIndex(name);
    this.#commits.flush();
    for (const shard of index.openShardWriters()) {
      if (shard.failure === undefined) shard.flush(options.force);
    }
  }

  async forceMerge(name: string, options: ForceMergeOptions): Promise<void> {
    const index = this.#openIndex(name);
    this.#commits.flush();
    for (const shard of index.openShardWriters()) await shard.forceMerge(options);
  }

  async stats(name: string): Promise<readonly ShardStats[]> {
    return this.#openIndex(name)
      .openShardWriters()
      .map((each) => each.stats());
  }

  /** Searches use this publication of the shard now, or a later one. */
  released(indexUuid: string, shard: number, publication: number): void {
    for (const index of this.#indices.values()) {
      if (index.uuid === indexUuid) index.released(shard, publication);
    }
  }

  /** Flushes everything. Rejects with the first error after all are closed. */
  async close(): Promise<void> {
    this.#commits.flush();
    let failure: unknown;
    for (const index of this.#indices.values()) {
      try {
        index.closeShards();
      } catch (error) {
        failure ??= error;
      }
    }
    this.#indices.clear();
    if (failure !== undefined) throw failure;
  }

  /** Resolves when no shard merges. */
  async mergesIdle(): Promise<void> {
    for (const index of this.#indices.values()) {
      for (const shard of index.openShardWriters()) await shard.mergesIdle();
    }
  }

  #load(directory: string): void {
    const { disk, events, log } = this.#environment;
    try {
      const content = readIndexFile(disk, directory);
      if (content === undefined) {
        // Of an index that was being created or deleted when the machine stopped.
        disk.removeTree(directory);
        return;
      }
      const index = new IndexWriter(this.#environment, directory, content);
      this.#indices.set(index.name, index);
      events.metadata(index.name, index.metadata);
      if (index.metadata.state === 'open') index.openShards();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.log('error', 'index.open', 'index cannot be opened', { directory, reason: error.error.reason });
    }
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

export function indexNotFound(name: string): ApiError {
  return apiError('index_not_found_exception', `no such index [${name}]`, {
    'resource.type': 'index_or_alias',
    'resource.id': name,
    index: name,
    index_uuid: '_na_',
  });
}

function newMetadata(request: CreateIndex, uuid: string, creationDate: number): IndexMetadata {
  const { name, settings, mappings, aliases } = request;
  const numberOf = (setting: string): number => {
    const value = settings[setting];
    return value === undefined ? 1 : Number(value);
  };
  return {
    name,
    uuid,
    creationDate,
    state: 'open',
    numberOfShards: numberOf('index.number_of_shards'),
    numberOfReplicas: numberOf('index.number_of_replicas'),
    settings,
    mappings,
    aliases,
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
  };
}
