import { assert, type Clock, type Disk, DiskError, type DiskFile } from '@sextant/base';
import { corruptTranslog } from '../codec/corruption.ts';
import { AppendBuffer } from './append-buffer.ts';
import { beginGeneration } from './begin-generation.ts';
import {
  GENERATION_HEADER_BYTES,
  GenerationIndex,
  type GenerationSummary,
  generationPath,
  indexClosedGeneration,
  indexCurrentGeneration,
  openGeneration,
  removeStrangers,
} from './generation.ts';
import type { HistoryOperation } from './history-operation.ts';
import { RecordCursor } from './record-cursor.ts';
import { claimedLength, decodeRecord, isIntact, recordBound, seqNoAt } from './record-format.ts';
import { readCheckpoint, type TranslogCheckpoint, writeCheckpoint } from './translog-checkpoint.ts';

export interface TranslogOptions {
  readonly disk: Disk;
  /** Folder of this translog alone; its parent exists. */
  readonly directory: string;
  readonly clock: Clock;
  /** What is found is durable: the process before ended by itself, and no sync of this log had failed. */
  readonly isSound?: boolean;
}

/** Where an operation lies, for reading it before it is in a segment. */
export interface TranslogLocation {
  readonly generation: number;
  readonly position: number;
  readonly length: number;
}

/** A closed generation; its index is made when history is first read from it. */
interface Closed {
  readonly summary: GenerationSummary;
  index: GenerationIndex | undefined;
}

/** Records of a generation: [start, end) of its file. */
interface Part {
  readonly file: DiskFile;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The write-ahead log of one shard: numbered generations, of which the last is written. Operations are
 * durable after `sync`. Any error of the disk leaves the object unusable: the shard must fail.
 */
export class Translog {
  readonly uuid: string;
  readonly #options: TranslogOptions;
  #closed: Closed[];
  #generation: number;
  #file: DiskFile;
  #index: GenerationIndex;
  /** Where the records of the current generation end in its file. */
  #end: number;
  #syncedBytes: number;
  /** False while a killed process may have renamed the checkpoint without its name being durable. */
  #namesDurable: boolean;
  /**
   * Whether what was found in the current generation is on the disk. After a sync that failed, in this process or
   * another, the system shows bytes that no later sync writes.
   */
  #secure: boolean;
  #lastModified: number;
  readonly #buffer = new AppendBuffer();
  readonly #readers = new Map<number, DiskFile>();

  private constructor(
    options: TranslogOptions,
    checkpoint: TranslogCheckpoint,
    file: DiskFile,
    index: GenerationIndex,
    state: { readonly end: number; readonly namesDurable: boolean; readonly secure: boolean },
  ) {
    this.#options = options;
    this.#end = state.end;
    this.#namesDurable = state.namesDurable;
    this.#secure = state.secure;
    this.uuid = checkpoint.uuid;
    this.#closed = checkpoint.closed.map((summary) => ({ summary, index: undefined }));
    this.#generation = checkpoint.current;
    this.#file = file;
    this.#index = index;
    this.#syncedBytes = state.end;
    this.#lastModified = options.clock.now();
  }

  /** Begins an empty translog. The folder is made durable before this returns. */
  static create(options: TranslogOptions, uuid: string): Translog {
    const { disk, directory } = options;
    disk.makeDirectory(directory);
    disk.syncDirectory(directory.slice(0, directory.lastIndexOf('/')));
    const checkpoint = { uuid, current: 1, closed: [] };
    const file = beginGeneration(disk, directory, uuid, 1);
    writeCheckpoint(disk, directory, checkpoint);
    const state = { end: file.size, namesDurable: true, secure: true };
    return new Translog(options, checkpoint, file, new GenerationIndex(), state);
  }

  /**
   * Opens what is there; undefined where no translog was begun. Generations below `firstNeeded` may be
   * missing. A torn end of the current generation is left out. Changes nothing but to remove files that do not
   * belong here: a full disk can be read. Throws translog_corrupted_exception.
   */
  static open(options: TranslogOptions, firstNeeded: number): Translog | undefined {
    const { disk, directory, isSound = false } = options;
    if (!disk.exists(directory)) return undefined;
    const checkpoint = readCheckpoint(disk, directory);
    if (checkpoint === undefined) return undefined;
    const closed = checkpoint.closed.filter(({ generation }) => {
      if (disk.exists(generationPath(directory, generation))) return true;
      if (generation < firstNeeded) return false;
      throw corruptTranslog(generationPath(directory, generation), 'is missing');
    });
    removeStrangers(disk, directory, [checkpoint.current, ...closed.map((each) => each.generation)]);
    const file = openGeneration(disk, directory, checkpoint.current, checkpoint.uuid, 'append');
    try {
      const { index, end } = indexCurrentGeneration(file, generationPath(directory, checkpoint.current));
      // What is behind the end was never acknowledged, and is not to be appended to.
      const secure = file.size === GENERATION_HEADER_BYTES || (isSound && end === file.size);
      const state = { end, namesDurable: isSound, secure };
      return new Translog(options, { ...checkpoint, closed }, file, index, state);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get generation(): number {
    return this.#generation;
  }

  get generationCount(): number {
    return this.#closed.length + 1;
  }

  /** When the current generation was written to last, in epoch milliseconds. */
  get lastModified(): number {
    return this.#lastModified;
  }

  /** Size of the current generation with what is still in the buffer. */
  get currentBytes(): number {
    return this.#end + this.#buffer.length;
  }

  /** Size of this and all later generations. */
  bytesFrom(generation: number): number {
    let bytes = this.currentBytes;
    for (const { summary } of this.#closed) if (summary.generation >= generation) bytes += summary.bytes;
    return bytes;
  }

  /** All of it is on the disk, under its names, whatever syncs of earlier processes did. */
  get isDurable(): boolean {
    return this.#secure && this.#namesDurable && !this.hasUnsynced;
  }

  /** Before another process relies on what it finds: the names too. */
  syncAll(): void {
    this.sync();
    this.#makeNamesDurable();
  }

  get hasUnsynced(): boolean {
    return this.currentBytes > this.#syncedBytes;
  }

  /** Highest seq_no in the log, -1 where there is none. */
  get maxSeqNo(): number {
    return this.#closed.reduce((max, each) => Math.max(max, each.summary.maxSeqNo), this.#index.maxSeqNo);
  }

  /** Generations, oldest first, the current one included. */
  generations(): readonly GenerationSummary[] {
    const current = this.#index.summary(this.#generation, this.currentBytes, this.#lastModified);
    return [...this.#closed.map((each) => each.summary), current];
  }

  append(operation: HistoryOperation): TranslogLocation {
    if (!this.#secure) this.#makeSecure();
    const bound = recordBound(operation);
    if (!this.#buffer.makeRoom(bound)) {
      this.#writeOut();
      this.#buffer.makeRoom(bound);
    }
    const position = this.#end + this.#buffer.length;
    const length = this.#buffer.add(operation, this.#syncedBytes);
    this.#index.add(operation.seqNo, position);
    return { generation: this.#generation, position, length };
  }

  /** Makes everything appended durable. */
  sync(): void {
    if (!this.#secure) this.#makeSecure();
    this.#writeOut();
    if (this.#end === this.#syncedBytes) return;
    this.#makeNamesDurable();
    this.#file.sync();
    this.#syncedBytes = this.#end;
    this.#lastModified = this.#options.clock.now();
  }

  /** The operation at a location that `append` returned and whose generation is still kept. */
  read(location: TranslogLocation): HistoryOperation {
    let file = this.#file;
    if (location.generation === this.#generation) this.#writeOut();
    else file = this.#reader(location.generation);
    const bytes = new Uint8Array(location.length);
    const view = new DataView(bytes.buffer);
    const read = file.read(bytes, location.position);
    if (
      read !== bytes.length ||
      claimedLength(view, 0) !== bytes.length ||
      !isIntact(bytes, view, 0, bytes.length)
    ) {
      const path = generationPath(this.#options.directory, location.generation);
      throw corruptTranslog(path, `is damaged at byte ${location.position}`);
    }
    return decodeRecord(bytes, view, 0, bytes.length);
  }

  /**
   * Calls back with every synced operation >= fromSeqNo that is kept, in the order of the log; false stops.
   */
  forEach(fromSeqNo: number, visit: (operation: HistoryOperation) => boolean): void {
    for (const { summary } of this.#closed) {
      if (!this.forEachIn(summary.generation, fromSeqNo, visit)) return;
    }
    this.forEachIn(this.#generation, fromSeqNo, visit);
  }

  /** As `forEach`, in one generation; false when it was stopped. */
  forEachIn(generation: number, fromSeqNo: number, visit: (operation: HistoryOperation) => boolean): boolean {
    const path = generationPath(this.#options.directory, generation);
    if (generation === this.#generation) {
      if (this.#index.maxSeqNo < fromSeqNo) return true;
      const start = this.#index.startFor(fromSeqNo);
      return this.#visit({ file: this.#file, path, start, end: this.#syncedBytes }, fromSeqNo, visit);
    }
    const closed = this.#closed.find((each) => each.summary.generation === generation)!;
    const { minSeqNo, maxSeqNo, bytes } = closed.summary;
    if (maxSeqNo < fromSeqNo) return true;
    const file = this.#reader(generation);
    let start = GENERATION_HEADER_BYTES;
    if (fromSeqNo > minSeqNo) {
      closed.index ??= indexClosedGeneration(file, path, bytes);
      start = closed.index.startFor(fromSeqNo);
    }
    return this.#visit({ file, path, start, end: bytes }, fromSeqNo, visit);
  }

  /** Lowest generation that holds an operation >= seqNo; the current one when none does. */
  generationFor(seqNo: number): number {
    const found = this.#closed.find((each) => each.summary.maxSeqNo >= seqNo);
    return found?.summary.generation ?? this.#generation;
  }

  /** Ends the current generation and begins the next, unless the current one is empty. */
  roll(): void {
    // A commit point may name this generation next.
    if (this.#index.operations === 0) {
      this.#makeNamesDurable();
      return;
    }
    this.sync();
    const { disk, directory } = this.#options;
    const summary = this.#index.summary(this.#generation, this.#end, this.#lastModified);
    const next = this.#generation + 1;
    const file = beginGeneration(disk, directory, this.uuid, next);
    const closed = [...this.#closed, { summary, index: this.#index }];
    this.#name(next, file, closed);
    this.#readers.set(this.#generation, this.#file);
    this.#closed = closed;
    this.#generation = next;
    this.#file = file;
    this.#index = new GenerationIndex();
    this.#end = file.size;
    this.#syncedBytes = this.#end;
    this.#buffer.shrink();
  }

  #makeNamesDurable(): void {
    if (!this.#namesDurable) this.#options.disk.syncDirectory(this.#options.directory);
    this.#namesDurable = true;
  }

  /** Makes what was found when the log was opened durable; false where the disk cannot now: the next append does. */
  secureFound(): boolean {
    let file: DiskFile;
    try {
      if (this.#secure) {
        this.#makeNamesDurable();
        return true;
      }
      file = this.#carryOver();
    } catch (error) {
      if (error instanceof DiskError) return false;
      throw error;
    }
    this.#adopt(file);
    return true;
  }

  #makeSecure(): void {
    this.#adopt(this.#carryOver());
  }

  /** Writes what was found anew, as the next generation, so that a sync of it can be believed. */
  #carryOver(): DiskFile {
    const { disk, directory } = this.#options;
    const carried = { file: this.#file, end: this.#end };
    return beginGeneration(disk, directory, this.uuid, this.#generation + 1, carried);
  }

  /** From here on the next generation is the one that counts. Any error leaves this object unusable. */
  #adopt(file: DiskFile): void {
    const { disk, directory } = this.#options;
    const old = this.#file;
    const replaced = this.#generation;
    this.#name(replaced + 1, file, this.#closed);
    this.#file = file;
    this.#generation = replaced + 1;
    this.#secure = true;
    old.close();
    disk.remove(generationPath(directory, replaced));
  }

  /** Writes the checkpoint for a generation that was begun; closes its file where that fails. */
  #name(current: number, file: DiskFile, closed: readonly Closed[]): void {
    const { disk, directory } = this.#options;
    const summaries = closed.map((each) => each.summary);
    try {
      writeCheckpoint(disk, directory, { uuid: this.uuid, current, closed: summaries });
    } catch (error) {
      file.close();
      throw error;
    }
    this.#namesDurable = true;
  }

  /** Removes generations below `generation`. The checkpoint forgets them with the next roll. */
  trim(generation: number): void {
    assert(generation <= this.#generation, 'the current generation is never trimmed');
    // First the name of the checkpoint that does without them.
    if (this.#closed.some((each) => each.summary.generation < generation)) this.#makeNamesDurable();
    for (const { summary } of this.#closed) {
      if (summary.generation >= generation) break;
      this.#readers.get(summary.generation)?.close();
      this.#readers.delete(summary.generation);
      this.#options.disk.remove(generationPath(this.#options.directory, summary.generation));
    }
    this.#closed = this.#closed.filter((each) => each.summary.generation >= generation);
  }

  /** Closes the files; what was not synced may be lost. */
  close(): void {
    for (const file of this.#readers.values()) file.close();
    this.#readers.clear();
    this.#file.close();
  }

  #visit(
    { file, path, start, end }: Part,
    fromSeqNo: number,
    visit: (operation: HistoryOperation) => boolean,
  ): boolean {
    const cursor = new RecordCursor(file, start, end);
    while (cursor.next()) {
      if (seqNoAt(cursor.view, cursor.at) < fromSeqNo) continue;
      if (!visit(decodeRecord(cursor.bytes, cursor.view, cursor.at, cursor.length))) return false;
    }
    if (cursor.position !== end) throw corruptTranslog(path, `is damaged at byte ${cursor.position}`);
    return true;
  }

  #reader(generation: number): DiskFile {
    let file = this.#readers.get(generation);
    if (file === undefined) {
      file = openGeneration(this.#options.disk, this.#options.directory, generation, this.uuid, 'read');
      this.#readers.set(generation, file);
    }
    return file;
  }

  #writeOut(): void {
    if (this.#buffer.length === 0) return;
    this.#file.write(this.#buffer.waiting());
    this.#end += this.#buffer.length;
    this.#buffer.written();
  }
}
