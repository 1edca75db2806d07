import { ApiError, type ErrorCause } from '@sextant/contract';
import type { Mapping } from '../mapping/mapping.ts';
import { FOLLOWER_SETTING } from '../shard/history/history-port.ts';
import type { DocumentIds } from '../shard/index/document-ids.ts';
import type { HandedIndex, LeftFolder } from '../shard/index/handed-index.ts';
import { FIRST_TERM, type IndexFile } from '../shard/index/index-file.ts';
import type { IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import { indexSortOf } from '../shard/index/index-sort.ts';
import { Routing } from '../shard/index/routing.ts';
import { readShardSettings, type ShardSettings, sourceCodecOf } from '../shard/index/shard-settings.ts';
import type { ShardOrigin } from '../shard/index/stats.ts';
import type { ShardWriter } from '../shard/write/shard-writer.ts';
import { storedDocument } from '../shard/write/stored-source.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { IndexMapping } from './index-mapping.ts';
import { closedError, type IndexPart, IndexShards, type ShardsOwner } from './index-shards.ts';
import { IndexTimers } from './index-timers.ts';
import { MetadataStore } from './metadata-store.ts';
import { PrimaryTerm } from './primary-term.ts';
import { removeLeft } from './shard-move.ts';
import { changesOf, type PreparedChange, workOut } from './work-out-change.ts';
import type { WriteTarget } from './write-pass.ts';

/** Where an index comes from. */
export interface IndexOrigin {
  readonly directory: string;
  readonly content: IndexFile;
  /** The file of the index holds the content; else it is behind. */
  readonly written: boolean;
  /** What another writer has left, where one had it before. */
  readonly handed?: HandedIndex;
  /** How its shards come to be when they are opened first; what was there where absent. */
  readonly opened?: ShardOrigin;
  /** Its files were brought here by somebody: whether they are whole and durable nobody knows. */
  readonly isBrought?: boolean;
}

const NOTHING_LEFT: readonly LeftFolder[] = [];

/** The writing side of one index: metadata, mapping, and its shards while it is open. */
export class IndexWriter implements WriteTarget, ShardsOwner {
  readonly #environment: IndexEnvironment;
  readonly directory: string;
  readonly store: MetadataStore;
  /** A change of several indices is under way: the metadata stay as they are. */
  isHeld = false;
  /** Calls under way that take several turns of the event loop. */
  callsInTurns = 0;
  readonly #term: PrimaryTerm;
  #isWaiting = false;
  readonly #mapping: IndexMapping;
  #settings: ShardSettings;
  #routing: Routing;
  readonly #timers: IndexTimers;
  readonly #shards: IndexShards;
  /** Until its shards are opened. */
  #handed: HandedIndex | undefined;
  #opened: ShardOrigin;
  #left: readonly LeftFolder[];

  /** Takes over an index whose file is there; `openShards` follows. Throws ApiError where the mapping cannot be read. */
  constructor(environment: IndexEnvironment, origin: IndexOrigin) {
    const { directory, content, handed, opened = 'EXISTING_STORE' } = origin;
    const { metadata } = content;
    this.#environment = environment;
    this.directory = directory;
    this.#handed = handed;
    this.#opened = opened;
    this.#left = handed?.left ?? NOTHING_LEFT;
    this.store = new MetadataStore(environment.disk, origin, (term) =>
      environment.events.reachedTerm(metadata.uuid, term),
    );
    this.#mapping = new IndexMapping(() => this.metadata);
    this.#settings = readShardSettings(metadata.settings, environment.mergeThreads);
    this.#routing = new Routing(metadata);
    this.#term = new PrimaryTerm(this.store);
    this.#shards = new IndexShards(environment, this, origin);
    this.#timers = new IndexTimers(environment, {
      settings: () => this.#settings,
      shards: () => this.openShardWriters(),
      idle: () => this.#mapping.rest(),
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

  get routing(): Routing {
    return this.#routing;
  }

  get ids(): DocumentIds {
    return this.#environment.ids;
  }

  beginBatch(): Mapping {
    return this.#mapping.beginBatch();
  }

  get mapping(): Mapping {
    return this.#mapping.current;
  }

  get durability(): ShardSettings['durability'] {
    return this.#settings.durability;
  }

  /** Opens every shard; one that cannot be is reported and refuses its calls, the others work. */
  openShards(): void {
    this.#isWaiting = false;
    this.#shards.open(this.metadata.numberOfShards);
    if (this.#opened === 'LOCAL_SHARDS') this.#term.goOn(true);
    this.#opened = 'EXISTING_STORE';
    if (this.#handed !== undefined) this.#term.goOn(this.#handed.termIsNew);
    this.#handed = undefined;
    this.persistMetadata();
    // What was replayed is flushed when nothing is written for a while, as what was written is.
    if (this.openShardWriters().some((shard) => shard.hasReplayed)) this.#timers.written();
  }

  /** As `openShards`; where it throws nothing is open: the writer that had the index goes on with it. */
  openTaken(): void {
    try {
      this.openShards();
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  foundHistory(): void {
    this.#term.hasHistory();
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
    const shard = this.#shards.get(number);
    if (shard === undefined) throw this.closedError();
    return shard;
  }

  openShardWriters(): readonly ShardWriter[] {
    this.openWaiting();
    return this.#shards.writers();
  }

  /** What is written waits for this while merges of a shard do not keep up; undefined where it need not. */
  get throttled(): Promise<void> | undefined {
    for (let shard = 0; shard < this.metadata.numberOfShards; shard++) {
      const free = this.#shards.find(shard)?.throttled;
      if (free !== undefined) return free;
    }
    return undefined;
  }

  /** After operations: the timers of refresh, sync and idle flush begin to run, and nothing of the batch is held. */
  written(): void {
    this.#mapping.release();
    this.#timers.written();
  }

  /** Keeps buffer and log of a shard within their bounds; false when nothing was to be done. Throws ApiError. */
  keepBounds(number: number): boolean {
    return this.#shards.find(number)?.keepBounds() ?? false;
  }

  /**
   * Makes durable what documents changed of the mapping, and which shards were begun. Called before they are
   * acknowledged. Throws ApiError.
   */
  persistMetadata(): void {
    if (!this.#mapping.isChanged) {
      this.store.persistBegun();
      return;
    }
    this.#replaceMetadata({
      mappings: this.#mapping.current.toJson(),
      mappingVersion: this.metadata.mappingVersion + 1,
    });
    this.#mapping.written();
  }

  /**
   * Works a change out without doing it; undefined where it changes nothing. Throws ApiError where it does not
   * fit.
   */
  prepare(change: MetadataChange): PreparedChange | undefined {
    const worked = workOut(this.metadata, this.#mapping.current, change);
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
        this.#mapping.replaced(mapping);
        if (mapped) this.#mapping.written();
        if (settings !== undefined) {
          this.#settings = readShardSettings(settings, this.#environment.mergeThreads);
          this.#timers.settingsChanged();
          for (const shard of this.openShardWriters()) shard.scheduleMerges();
        }
        this.#tellMetadata();
      },
    };
  }

  /** Of a follower: no field comes in by what the action writes, `MappingNeeded` is thrown instead. */
  withGivenMapping<T>(action: () => T): T {
    this.#mapping.isGiven = this.metadata.settings[FOLLOWER_SETTING] !== undefined;
    try {
      return action();
    } finally {
      this.#mapping.isGiven = false;
    }
  }

  get primaryTerm(): number {
    return this.store.content.primaryTerm;
  }

  /** Operations of this term are about to be done: what is written here later has a higher one. Throws ApiError. */
  reachTerm(term: number): void {
    if (term > this.primaryTerm) this.store.raiseTerm(term);
  }

  /** See `IndexShards.revive`. */
  reviveShard(number: number, empty: boolean): void {
    if (this.metadata.state === 'close') throw this.closedError();
    this.openWaiting();
    this.#shards.revive(number, empty);
  }

  forgetShard(number: number): void {
    this.store.forget(number);
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

  /** See `IndexShards.end`. */
  endShards(mayFlush: () => boolean): boolean {
    this.#isWaiting = false;
    this.#timers.stop();
    return this.#shards.end(mayFlush);
  }

  /** See `IndexShards.close`. */
  closeShards(): void {
    this.#isWaiting = false;
    this.#timers.stop();
    this.#shards.close();
  }

  /** Another writer can have it now: nothing of it is under way but what is written. */
  get mayMove(): boolean {
    if (this.isHeld || this.#isWaiting || this.callsInTurns > 0) return false;
    if (this.metadata.state === 'close') return false;
    return this.store.isWritten && !this.store.skipsVersions && this.#shards.areQuiet;
  }

  /** Closes the shards for another writer. Undefined where the disk refuses that: then it stays as it was. */
  handOver(): HandedIndex | undefined {
    try {
      this.persistMetadata();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    }
    try {
      this.#timers.stop();
      const { shards, isSuspect } = this.#shards.hand();
      const { publications } = this.#shards;
      const { content, isWritten: written } = this.store;
      const termIsNew = this.#term.isNew;
      const [directory, left] = [this.directory, this.#left];
      return { directory, content, written, publications, termIsNew, isSuspect, shards, left };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.openShards();
      return undefined;
    }
  }

  /** Lets go of everything without writing: the index is deleted. */
  abandon(): void {
    this.#isWaiting = false;
    this.#timers.stop();
    this.#shards.abandon();
  }

  /** The folder is that of a shard which lies elsewhere now: it goes when no search uses it any more. */
  hasLeft(directory: string): boolean {
    return this.#left.some((each) => each.directory === directory);
  }

  /** See `Verification`. Of what a shard has left in another data path it knows nothing: its own files are read through. */
  damageMet(number: number, cause: ErrorCause | undefined): void {
    const shard = this.openShardWriters().find(({ context }) => context.shard === number);
    const isOf = (left: LeftFolder): boolean => cause?.reason.includes(`${left.directory}/`) === true;
    const own = this.#left.some(isOf) ? undefined : cause;
    if (shard !== undefined) this.#environment.verification.damageMet(shard, own);
  }

  /** Searches use this publication of the shard now. */
  released(shard: number, publication: number): void {
    const gone = this.#left.filter((each) => each.shard === shard && publication >= each.until);
    if (gone.length > 0) this.#left = this.#left.filter((each) => !gone.includes(each));
    for (const { directory } of gone) removeLeft(this.#environment, directory);
    try {
      this.#shards.find(shard)?.released(publication);
    } catch (error) {
      // The shard has failed, and tells it; who has let go has no use for that.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  closedError(): ApiError {
    return closedError(this.name, this.uuid);
  }

  partOf(shard: number): IndexPart {
    const sort = indexSortOf(this.metadata.settings, () => this.#mapping.current);
    return {
      settings: () => this.#settings,
      codec: () => sourceCodecOf(this.metadata.settings),
      sort: () => sort,
      primaryTerm: () => this.#term.current(shard),
      parse: (source, id, routing) => this.#mapping.parse(source, id, routing),
      isBegun: () => this.store.isBegun(shard),
      opened: () => this.#opened,
      begun: () => this.store.begin(shard),
      persistMetadata: () => this.persistMetadata(),
      storedDocument: (...given) => storedDocument(this.#mapping.current, ...given),
    };
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

  /** The index is there: it was made, or found. */
  tell(): void {
    this.#tellMetadata();
    const { uuid, primaryTerm } = this;
    if (primaryTerm > FIRST_TERM) this.#environment.events.reachedTerm(uuid, primaryTerm);
  }
}
