import { DiskError } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import type { SegmentData } from '../segment/segment-data.ts';
import type { DocumentIds } from '../shard/index/document-ids.ts';
import type { IndexFile } from '../shard/index/index-file.ts';
import type { IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import { Routing } from '../shard/index/routing.ts';
import { readShardSettings, type ShardSettings, sourceCodecOf } from '../shard/index/shard-settings.ts';
import type { ShardContext } from '../shard/store/shard-context.ts';
import { isOfDisk, shardFailure } from '../shard/write/shard-failure.ts';
import { ShardWriter } from '../shard/write/shard-writer.ts';
import { storedSource } from '../shard/write/stored-source.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { IndexTimers } from './index-timers.ts';
import { MetadataStore } from './metadata-store.ts';
import { PrimaryTerm } from './primary-term.ts';
import { ReopenTimers } from './reopen-timers.ts';
import { changesOf, type PreparedChange, workOut } from './work-out-change.ts';
import type { WriteTarget } from './write-pass.ts';

/** The writing side of one index: metadata, mapping, and its shards while it is open. */
export class IndexWriter implements WriteTarget {
  readonly #environment: IndexEnvironment;
  readonly #directory: string;
  readonly store: MetadataStore;
  readonly #term: PrimaryTerm;
  #isWaiting = false;
  #mapping: Mapping;
  #mappingChanged = false;
  #settings: ShardSettings;
  #routing: Routing;
  #shards: (ShardWriter | ApiError)[] = [];
  #publications = 0;
  readonly #parser = new DocumentParser();
  readonly #parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  readonly #timers: IndexTimers;
  readonly #reopening: ReopenTimers;
  /** What was told of a shard last. */
  readonly #reported: ApiError[] = [];
  /** By shard: names of segments below this one are used up, though no commit may say so. */
  readonly #firstSegments: number[] = [];
  /** By shard: segments that searches may use since before it was last let go. */
  readonly #shownBefore: (readonly string[])[] = [];

  /**
   * Takes over an index whose file is there, though it may be behind (`written`); `openShards` follows. Throws
   * ApiError where the mapping cannot be read.
   */
  constructor(environment: IndexEnvironment, directory: string, content: IndexFile, written = true) {
    const { metadata } = content;
    this.#environment = environment;
    this.#directory = directory;
    this.store = new MetadataStore(environment.disk, directory, content, written);
    this.#mapping = Mapping.create(metadata.mappings, metadata.settings);
    this.#settings = readShardSettings(metadata.settings, environment.mergeThreads);
    this.#routing = new Routing(metadata);
    this.#term = new PrimaryTerm(this.store);
    this.#timers = new IndexTimers(environment, {
      settings: () => this.#settings,
      shards: () => this.openShardWriters(),
    });
    this.#reopening = new ReopenTimers(environment.clock, (shard) => {
      environment.timed.reopen.add(() => this.#reopen(shard));
    });
  }

  get metadata(): IndexMetadata {
    return this.store.metadata;
  }

  get name(): string {
    return this.metadata.name;
  }

  get uuid(): string {
    return this.metadata.uuid;
  }

  get directory(): string {
    return this.#directory;
  }

  get routing(): Routing {
    return this.#routing;
  }

  get ids(): DocumentIds {
    return this.#environment.ids;
  }

  get routingRequired(): boolean {
    return this.#mapping.routingRequired;
  }

  get mapping(): Mapping {
    return this.#mapping;
  }

  get durability(): ShardSettings['durability'] {
    return this.#settings.durability;
  }

  /** Opens every shard; one that cannot be is reported and refuses its calls, the others work. */
  openShards(): void {
    this.#isWaiting = false;
    for (let number = 0; number < this.metadata.numberOfShards; number++) this.#openShard(number);
    this.persistMetadata();
    // What was replayed is flushed when nothing is written for a while, as what was written is.
    if (this.openShardWriters().some((shard) => shard.hasReplayed)) this.#timers.written();
  }

  /** As `openShards`, when something is first asked of them, or by `openWaiting`. */
  openLater(): void {
    this.#isWaiting = true;
  }

  /** Nobody has asked for its shards yet. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  openWaiting(): void {
    if (this.#isWaiting) this.openShards();
  }

  /** Throws ApiError where it could not be opened or the index is closed. */
  shard(number: number): ShardWriter {
    this.openWaiting();
    const shard = this.#shards[number];
    if (shard instanceof ShardWriter) return shard;
    throw shard ?? this.closedError();
  }

  openShardWriters(): readonly ShardWriter[] {
    this.openWaiting();
    return this.#shards.filter((each) => each instanceof ShardWriter);
  }

  /** What is written waits for this while merges of a shard do not keep up; undefined where it need not. */
  get throttled(): Promise<void> | undefined {
    for (const shard of this.#shards) {
      const free = shard instanceof ShardWriter ? shard.throttled : undefined;
      if (free !== undefined) return free;
    }
    return undefined;
  }

  /** After operations: the timers of refresh, sync and idle flush begin to run. */
  written(): void {
    this.#timers.written();
  }

  /** Keeps buffer and log of a shard within their bounds; false when nothing was to be done. Throws ApiError. */
  keepBounds(number: number): boolean {
    const shard = this.#shards[number];
    return shard instanceof ShardWriter && shard.keepBounds();
  }

  /**
   * Makes durable what documents changed of the mapping, and which shards were begun. Called before they are
   * acknowledged. Throws ApiError.
   */
  persistMetadata(): void {
    if (!this.#mappingChanged) {
      this.store.persistBegun();
      return;
    }
    this.#replaceMetadata({
      mappings: this.#mapping.toJson(),
      mappingVersion: this.metadata.mappingVersion + 1,
    });
    this.#mappingChanged = false;
  }

  /**
   * Works a change out without doing it; undefined where it changes nothing. Throws ApiError where it does not
   * fit.
   */
  prepare(change: MetadataChange): PreparedChange | undefined {
    const worked = workOut(this.metadata, this.#mapping, change);
    if (worked === undefined) return undefined;
    const { mapping, mapped, settings } = worked;
    return {
      store: this.store,
      flush: () => {
        // What was written under the old mapping must not be replayed under the new one: it may not fit.
        if (mapped) this.#flushAll();
      },
      content: () => this.store.next(changesOf(this.metadata, worked)),
      installed: () => {
        this.#mapping = mapping;
        if (mapped) this.#mappingChanged = false;
        if (settings !== undefined) {
          this.#settings = readShardSettings(settings, this.#environment.mergeThreads);
          this.#timers.settingsChanged();
          for (const shard of this.openShardWriters()) shard.scheduleMerges();
        }
        this.#tellMetadata();
      },
    };
  }

  /** With the first write after it the primary term grows. */
  open(): void {
    this.#replaceMetadata({ state: 'open' });
    this.openShards();
  }

  /** Flushes and closes the shards, then the index. Where the disk refuses that, the index stays open. */
  close(): void {
    this.openWaiting();
    try {
      this.closeShards();
      this.#replaceMetadata({ state: 'close' }, this.store.content.primaryTerm + 1);
    } catch (error) {
      this.openShards();
      throw error;
    }
  }

  /**
   * Flushes and lets go of every shard; a failed one is just let go. Throws the first ApiError after all are
   * closed.
   */
  closeShards(): void {
    this.#isWaiting = false;
    this.#timers.stop();
    this.#reopening.stop();
    let failure: unknown;
    for (const shard of this.openShardWriters()) {
      try {
        shard.close();
      } catch (error) {
        failure ??= error;
      }
      this.#remember(shard);
    }
    this.#shards = [];
    if (failure !== undefined) throw failure;
  }

  /** Lets go of everything without writing: the index is deleted. */
  abandon(): void {
    this.#isWaiting = false;
    this.#timers.stop();
    this.#reopening.stop();
    for (const shard of this.openShardWriters()) shard.abandon();
    this.#shards = [];
  }

  /** Searches use this publication of the shard now. */
  released(shard: number, publication: number): void {
    const writer = this.#shards[shard];
    if (writer instanceof ShardWriter) writer.released(publication);
  }

  closedError(): ApiError {
    return apiError('index_closed_exception', 'closed', { index: this.name, index_uuid: this.uuid });
  }

  #contextOf(shard: number): ShardContext {
    const { disk, clock, random, log, merges } = this.#environment;
    return {
      disk,
      clock,
      random,
      log,
      merges,
      directory: `${this.#directory}/${shard}`,
      index: this.name,
      indexUuid: this.uuid,
      shard,
      settings: () => this.#settings,
      codec: () => sourceCodecOf(this.metadata.settings),
      primaryTerm: () => this.#term.current(shard),
      parse: (source, id) => this.#parse(source, id),
      isBegun: () => this.store.isBegun(shard),
      begun: () => this.store.begin(shard),
      persistMetadata: () => this.persistMetadata(),
      storedSource: (source) => storedSource(this.#mapping.source, source),
      publish: (segments) => this.#publish(shard, segments),
      firstSegment: () => this.#firstSegments[shard] ?? 1,
      shownBefore: () => this.#shownBefore[shard] ?? [],
      kept: (upkeep) => this.#environment.events.kept(this.uuid, shard, upkeep),
      failed: (failure) => this.#reportFailure(shard, failure),
    };
  }

  #parse(source: Uint8Array, id: string): ParsedDocument {
    const mapping = this.#parser.parse(this.#mapping, source, this.#parsed, id);
    if (mapping !== this.#mapping) {
      this.#mapping = mapping;
      this.#mappingChanged = true;
    }
    return this.#parsed;
  }

  #publish(number: number, segments: readonly SegmentData[]): number {
    this.#publications++;
    const shard = this.#shards[number];
    // While a shard opens, what it shows on the way is nobody's business.
    if (shard instanceof ShardWriter) {
      this.#environment.events.published({
        indexUuid: this.uuid,
        shard: number,
        number: this.#publications,
        segments,
        operations: shard.operations,
        coveredOperations: shard.coveredOperations,
      });
    }
    return this.#publications;
  }

  #reportFailure(shard: number, failure: ApiError): void {
    if (this.#reported[shard] === failure) return;
    this.#reported[shard] = failure;
    const { log, events, verification } = this.#environment;
    verification.failed();
    const { reason } = failure.error;
    log.log('error', 'index.shard', 'shard failed', { index: this.name, shard, reason });
    events.failed(this.uuid, shard, failure.error);
    if (isOfDisk(failure.cause)) this.#reopening.failed(shard);
  }

  #openShard(number: number): ShardWriter | undefined {
    try {
      const shard = new ShardWriter(this.#contextOf(number));
      this.#shards[number] = shard;
      if (shard.hasHistory) this.#term.hasHistory();
      this.#publish(number, shard.segments);
      shard.scheduleMerges();
      this.#environment.verification.opened(shard, this.#reported[number] !== undefined);
      this.#environment.settling.opened(shard);
      return shard;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof DiskError)) throw error;
      const failure =
        error instanceof ApiError ? error : shardFailure({ index: this.name, shard: number }, error);
      this.#shards[number] = failure;
      this.#reportFailure(number, failure);
      return undefined;
    }
  }

  /** A shard is let go, and may be opened again while searches use its segments. */
  #remember(shard: ShardWriter): void {
    this.#firstSegments[shard.context.shard] = shard.nextSegment;
    this.#shownBefore[shard.context.shard] = shard.shown;
  }

  /**
   * Tries a shard again that the disk has failed. What its log holds may be in the system's cache alone where a
   * sync had failed: it is committed into new files before anything is acknowledged.
   */
  #reopen(number: number): void {
    const failed = this.#shards[number];
    if (failed === undefined || (failed instanceof ShardWriter && failed.failure === undefined)) return;
    const { log, events } = this.#environment;
    try {
      if (failed instanceof ShardWriter) {
        this.#shards[number] = failed.failure!;
        this.#remember(failed);
        failed.abandon();
      }
      const shard = this.#openShard(number);
      if (shard === undefined) return;
      this.persistMetadata();
      shard.flush(true, true);
    } catch (error) {
      log.log('error', 'index.shard', 'reopening failed', {
        index: this.name,
        shard: number,
        error: String(error),
      });
      this.#reopening.failed(number);
      return;
    }
    this.#reopening.recovered(number);
    log.log('info', 'index.shard', 'shard works again', { index: this.name, shard: number });
    events.failed(this.uuid, number, undefined);
  }

  #flushAll(): void {
    for (const shard of this.openShardWriters()) if (shard.failure === undefined) shard.flush(false, true);
  }

  /** Durable first, visible then. Throws ApiError, and nothing is changed, when it cannot be written. */
  #replaceMetadata(changes: Partial<IndexMetadata>, primaryTerm?: number): void {
    this.store.write(this.store.next(changes, primaryTerm));
    this.#tellMetadata();
  }

  #tellMetadata(): void {
    this.#environment.events.metadata(this.name, this.metadata);
  }
}
