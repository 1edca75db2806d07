import { ApiError } from '@sextant/contract';
import { corruptIndex } from '../../codec/corruption.ts';
import { writeUtf8 } from '../../codec/utf8-scratch.ts';
import type { ParsedDocument } from '../../mapping/mapped-field.ts';
import type { HistoryOperation } from '../../translog/history-operation.ts';
import { Translog, type TranslogLocation, type TranslogOptions } from '../../translog/translog.ts';
import { hasCheckpoint } from '../../translog/translog-checkpoint.ts';
import { LocalCheckpoint } from '../history/local-checkpoint.ts';
import { randomUuid } from '../index/document-ids.ts';
import { readCommitPoint } from '../store/commit-point.ts';
import { lostFiles, lostOperations } from '../store/lost-commit.ts';
import type { WriterSegment } from '../store/segment-set.ts';
import type { ShardContext } from '../store/shard-context.ts';
import { ShardCounters } from '../store/shard-counters.ts';
import { ShardStore } from '../store/shard-store.ts';
import type { CurrentVersion } from './current-version.ts';
import { shardFailure } from './shard-failure.ts';
import { VersionMap } from './version-map.ts';

/** A start that replayed more than either of these flushes afterwards, so that the next one need not. */
const REPLAYED_OPERATIONS_MAX = 10_000;
const REPLAYED_BYTES_MAX = 16 * 1024 * 1024;

/** The indexing buffer becomes a segment when it takes more than this. */
export const BUFFER_LIMIT_BYTES = 48 * 1024 * 1024;

/** Where the current state of an id lies. */
export interface Found extends CurrentVersion {
  readonly doc?: number;
  /** Of an operation since the last refresh: the buffer that has the document. */
  readonly buffer?: number;
  /** Of an operation since the last refresh. */
  readonly location?: TranslogLocation;
  readonly segment?: WriterSegment;
}

const NO_SOURCE: Uint8Array = new Uint8Array(0);
const NO_FIELDS: ParsedDocument = { length: 0, fields: [], values: [] };
/** Of replayed operations, which nobody can ask for before the refresh that ends the replay. */
const UNREADABLE: TranslogLocation = { generation: 0, position: 0, length: 0 };
/** Ids are at most 512 bytes, but history comes from elsewhere. */
const ID_SCRATCH_BYTES = 4096;
/** Of all shards: what stands in it is looked for before anything else is done. */
const ID_SCRATCH = new Uint8Array(ID_SCRATCH_BYTES);
const ENCODER = new TextEncoder();

/** Buffer, segments, versions and log of one shard, and how an operation changes them together. */
export class ShardState {
  readonly context: ShardContext;
  readonly counters = new ShardCounters();
  readonly store: ShardStore;
  readonly versions: VersionMap;
  readonly checkpoint: LocalCheckpoint;
  readonly historyUuid: string;
  /** One Int32: operations done so far (wrapping), in memory that the searching side reads. */
  readonly operations = new SharedArrayBuffer(4);
  readonly #operationCount = new Int32Array(this.operations);
  translog: Translog | undefined;
  failure: ApiError | undefined;
  /** Commit point and translog are there, under durable names, and the metadata know or are about to. */
  #begun = false;
  /** When deletes were last forgotten; Clock.nanos() in milliseconds. */
  #prunedMs = Number.NEGATIVE_INFINITY;
  readonly #onFailure: () => void;

  /**
   * Opens what the folder holds, without the replay. `onFailure` is called when the shard fails. Throws
   * corrupt_index_exception.
   */
  constructor(context: ShardContext, onFailure: () => void) {
    this.context = context;
    this.#onFailure = onFailure;
    this.versions = new VersionMap(context.builds?.spare);
    const commit = readCommitPoint(context.disk, context.directory);
    if (commit === undefined) this.#checkNeverBegun();
    this.store = new ShardStore(context, this.counters, commit);
    this.historyUuid = commit?.historyUuid ?? randomUuid(context.random);
    this.checkpoint = new LocalCheckpoint(commit?.localCheckpoint ?? -1, commit?.maxSeqNo ?? -1);
    this.translog = Translog.open(this.#translogOptions(), commit?.translogGeneration ?? 0);
    try {
      if (commit !== undefined && this.translog?.uuid !== commit.translogUuid) {
        throw corruptIndex(
          `translog in [${context.directory}] is missing or does not belong to the commit point`,
        );
      }
      if (commit === undefined && this.translog !== undefined) this.#checkWholeLog(this.translog);
      // Removes what the commit does not name: only where log and commit fit each other.
      this.store.load();
    } catch (error) {
      this.translog?.close();
      throw error;
    }
  }

  get operationCount(): number {
    return this.#operationCount[0]!;
  }

  /** What the last commit lacks takes a start noticeably longer. */
  get isLongToReplay(): boolean {
    const { checkpoint, translog } = this;
    const committed = this.store.commit;
    if (translog === undefined) return false;
    const bytes = translog.bytesFrom(committed?.translogGeneration ?? 0);
    const bytesMax = Math.min(REPLAYED_BYTES_MAX, this.context.settings().flushThresholdBytes);
    const operations = checkpoint.maxSeqNo - (committed?.localCheckpoint ?? -1);
    return operations > REPLAYED_OPERATIONS_MAX || bytes > bytesMax;
  }

  /**
   * Runs a change. Anything but an ApiError that it throws leaves memory and disk at odds: the shard has
   * failed then, and every later call is refused with the same error.
   */
  guard<T>(action: () => T): T {
    this.checkUsable();
    try {
      return action();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw this.fail(error);
    }
  }

  /**
   * Makes the log durable for another process; one that has nothing new only where that is `wanted`: what a killed process has left
   * takes longer. False where that process cannot rely on it.
   */
  makeDurable(wanted: boolean): boolean {
    const { translog } = this;
    if (translog === undefined) return true;
    if (wanted || translog.hasUnsynced) this.guard(() => translog.syncAll());
    return translog.isDurable;
  }

  /** Throws ApiError when the shard has failed. */
  checkUsable(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** From here on the shard refuses everything, with this error. An ApiError says itself what is to be done. */
  fail(error: unknown): ApiError {
    this.failure = error instanceof ApiError ? error : shardFailure(this.context, error);
    this.#onFailure();
    this.context.failed(this.failure);
    return this.failure;
  }

  /** The last state of an id; undefined when it never was, or was deleted long ago. Damage on the way fails the shard. */
  find(id: string): Found | undefined {
    const recent = this.versions.get(id);
    if (recent !== undefined) return recent;
    if (this.store.segments.all.length === 0) return undefined;
    const hit = this.#findInSegments(id);
    if (hit === undefined) return undefined;
    const { segment, doc } = hit;
    const { reader } = segment;
    return {
      seqNo: reader.seqNoOf(doc),
      primaryTerm: reader.primaryTermOf(doc),
      version: reader.versionOf(doc),
      deleted: false,
      doc,
      segment,
    };
  }

  #findInSegments(id: string): ReturnType<ShardStore['segments']['find']> {
    try {
      return this.store.segments.find(this.#encodeId(id));
    } catch (error) {
      const isDamage = error instanceof ApiError && error.error.type === 'corrupt_index_exception';
      throw isDamage ? this.fail(error) : error;
    }
  }

  /**
   * Does an operation of our own. Throws ApiError, and nothing is changed, when the document does not fit.
   */
  apply(operation: HistoryOperation, current: Found | undefined): void {
    if (operation.kind === 'index') {
      const doc = this.#addToBuffer(operation, false);
      this.guard(() => this.#replace(operation, current, doc, this.append(operation)));
    } else {
      this.guard(() => {
        this.append(operation);
        this.#remove(operation, current);
      });
    }
  }

  /**
   * Does an operation with a given place in history, unless something later happened to the document. With
   * `replaying` it is in the log already, and cannot be read before the refresh that ends the replay.
   */
  applyGiven(operation: HistoryOperation, replaying: boolean): void {
    const log = (): TranslogLocation => (replaying ? UNREADABLE : this.append(operation));
    const current = operation.kind === 'noop' ? undefined : this.find(operation.id);
    const stale = current !== undefined && current.seqNo >= operation.seqNo;
    if (operation.kind === 'index' && !stale) {
      const doc = this.#addToBuffer(operation, replaying);
      this.guard(() => this.#replace(operation, current, doc, log()));
      return;
    }
    this.guard(() => {
      log();
      if (operation.kind === 'delete' && !stale) this.#remove(operation, current);
      else this.#done(operation);
    });
  }

  /** Forgets deletes after `index.gc_deletes`, when a quarter of it has passed since the last time. */
  pruneDeletes(): void {
    const nowMs = this.context.clock.nanos() / 1e6;
    const { gcDeletesMs } = this.context.settings();
    if (nowMs - this.#prunedMs < gcDeletesMs / 4) return;
    this.#prunedMs = nowMs;
    this.versions.prune(nowMs - gcDeletesMs, this.checkpoint.checkpoint);
  }

  /** Writes to the log, which begins with the first operation. */
  append(operation: HistoryOperation): TranslogLocation {
    if (!this.#begun) this.begin();
    return this.translog!.append(operation);
  }

  /**
   * Makes the files of a shard that is written to, durable under their names, and tells the metadata of it: where one
   * of them is missing later, it is lost.
   */
  begin(): void {
    if (this.#begun) return;
    const { disk, directory, random } = this.context;
    // A killed process may have renamed the commit point or the metadata without their names being durable.
    if (disk.exists(directory)) disk.syncDirectory(directory);
    else disk.makeDirectory(directory);
    disk.syncDirectory(directory.slice(0, directory.lastIndexOf('/')));
    this.translog ??= Translog.create(this.#translogOptions(), randomUuid(random));
    if (this.store.commit === undefined) {
      this.store.begin({
        historyUuid: this.historyUuid,
        translogUuid: this.translog.uuid,
        translogGeneration: this.translog.generations()[0]!.generation,
        localCheckpoint: -1,
        maxSeqNo: -1,
      });
    }
    this.context.begun();
    this.#begun = true;
  }

  /** Applies what the log has beyond the commit; returns how many operations that were. */
  replay(refresh: () => void): number {
    let count = 0;
    this.translog?.forEach(this.checkpoint.checkpoint + 1, (operation) => {
      if (this.checkpoint.isProcessed(operation.seqNo)) return true;
      this.applyGiven(operation, true);
      count++;
      if (this.store.bufferBytes > BUFFER_LIMIT_BYTES) refresh();
      return true;
    });
    return count;
  }

  /** Throws corrupt_index_exception, before anything is removed, where a shard without commit point had one. */
  #checkNeverBegun(): void {
    const { disk, directory } = this.context;
    const hasTranslog = hasCheckpoint(disk, this.#translogOptions().directory);
    const problem = lostFiles(disk, directory, { isBegun: this.context.isBegun(), hasTranslog });
    if (problem !== undefined) throw corruptIndex(`folder [${directory}] ${problem}`);
  }

  #checkWholeLog(translog: Translog): void {
    const { disk, directory } = this.context;
    const problem = lostOperations(disk, directory, translog.generations());
    if (problem !== undefined) throw corruptIndex(`folder [${directory}] ${problem}`);
  }

  #addToBuffer(operation: HistoryOperation, replaying: boolean): number {
    const { id, routing, seqNo, primaryTerm, version } = operation;
    const source = operation.source ?? NO_SOURCE;
    const document = this.#parse(source, operation, replaying);
    const stored = this.context.storedDocument(source, replaying);
    const meta = { id, routing, seqNo, primaryTerm, version, source: stored };
    return this.guard(() => this.store.add(document, meta));
  }

  /**
   * A document that was acknowledged is kept even where the mapping of today refuses it: then none of its fields
   * is searchable, but it can be read and written again.
   */
  #parse(source: Uint8Array, { id, routing }: HistoryOperation, replaying: boolean): ParsedDocument {
    try {
      return this.context.parse(source, id, routing);
    } catch (error) {
      if (!replaying || !(error instanceof ApiError)) throw error;
      const { log, index, shard } = this.context;
      const { reason } = error.error;
      log.log('error', 'index.shard', 'a document does not fit the mapping', { index, shard, id, reason });
      return NO_FIELDS;
    }
  }

  #replace(
    operation: HistoryOperation,
    current: Found | undefined,
    doc: number,
    location: TranslogLocation,
  ): void {
    const { seqNo, primaryTerm, version } = operation;
    this.#removeOld(current);
    const { buffer } = this.store;
    const live = { seqNo, primaryTerm, version, deleted: false, doc, buffer, location } as const;
    this.versions.put(operation.id, live);
    this.#done(operation);
  }

  #remove(operation: HistoryOperation, current: Found | undefined): void {
    const { seqNo, primaryTerm, version } = operation;
    this.#removeOld(current);
    const timeMs = this.context.clock.nanos() / 1e6;
    const tombstone = { seqNo, primaryTerm, version, deleted: true, timeMs } as const;
    this.versions.delete(operation.id, tombstone, this.checkpoint.checkpoint);
    this.#done(operation);
  }

  #removeOld(current: Found | undefined): void {
    if (current === undefined || current.deleted) return;
    if (current.segment === undefined) this.store.deleteBuffered(current.buffer!, current.doc!);
    else current.segment.markDeleted(current.doc!);
  }

  #done(operation: HistoryOperation): void {
    this.checkpoint.markProcessed(operation.seqNo);
    Atomics.add(this.#operationCount, 0, 1);
  }

  #translogOptions(): TranslogOptions {
    const { disk, directory, clock, isSound } = this.context;
    return { disk, directory: `${directory}/translog`, clock, isSound };
  }

  #encodeId(id: string): Uint8Array {
    if (id.length * 3 > ID_SCRATCH_BYTES) return ENCODER.encode(id);
    return ID_SCRATCH.subarray(0, writeUtf8(id, ID_SCRATCH, 0));
  }
}
