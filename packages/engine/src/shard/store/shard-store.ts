import { corruptIndex } from '../../codec/corruption.ts';
import type { ParsedDocument } from '../../mapping/mapped-field.ts';
import { liveDocsPath, readLiveDocs, writeLiveDocs } from '../../segment/live-docs.ts';
import { type DocumentMeta, SegmentBuilder } from '../../segment/segment-builder.ts';
import { type SegmentData, segmentName } from '../../segment/segment-data.ts';
import { closeSegment, loadSegment, removeSegment, syncSegment } from '../../segment/segment-file.ts';
import { type WrittenSegment, writeSegment } from '../../segment/write-segment.ts';
import { randomUuid } from '../index/document-ids.ts';
import {
  COMMIT_POINT_FILE,
  type CommitPoint,
  type CommittedSegment,
  writeCommitPoint,
} from './commit-point.ts';
import type { SegmentBuild } from './segment-builds.ts';
import { SegmentSet, WriterSegment } from './segment-set.ts';
import type { ShardContext } from './shard-context.ts';
import type { ShardCounters } from './shard-counters.ts';

/** What a commit says beside the segments. */
export type CommitPosition = Pick<
  CommitPoint,
  'historyUuid' | 'translogUuid' | 'translogGeneration' | 'localCheckpoint' | 'maxSeqNo'
>;

/** A segment that is shown no longer. */
interface Retired {
  readonly name: string;
  /** Undefined where the shard has not loaded it: searches use it from before the shard was opened. */
  readonly segment: WriterSegment | undefined;
  /** The publication that no longer shows it. */
  readonly publication: number;
}

/** Files that a shard owns beside its translog and leases. */
const SEGMENT_FILE = /^_[0-9a-z]+(?:_[0-9a-z]+)?\.(?:seg|src|liv)$/;

/** The indexing buffer and the segments of one shard: refresh, commit, and the life of the files. */
export class ShardStore {
  readonly segments = new SegmentSet();
  readonly #context: ShardContext;
  readonly #counters: ShardCounters;
  #builder = new SegmentBuilder();
  /** Counts the buffers: tells the one that fills from the one before. */
  #buffer = 0;
  /** Of the buffer before, while its segment is being made. */
  #build: SegmentBuild | undefined;
  /** Documents of that segment that were deleted since. */
  #deletedInBuild: number[] = [];
  #nextSegment = 1;
  #commit: CommitPoint | undefined;
  #retired: Retired[] = [];
  /** Shown before the shard was opened, and not loaded; retired with the first publication. */
  #inherited: readonly string[] = [];
  #released = 0;

  constructor(context: ShardContext, counters: ShardCounters, commit: CommitPoint | undefined) {
    this.#context = context;
    this.#counters = counters;
    this.#commit = commit;
    this.#nextSegment = Math.max(commit?.nextSegment ?? 1, context.firstSegment());
  }

  /** Loads what the commit names and removes what it does not. Throws corrupt_index_exception. */
  load(): void {
    const { disk, directory } = this.#context;
    const committed = this.#commit?.segments ?? [];
    for (const each of committed) this.segments.add(this.#loadSegment(each));
    if (!disk.exists(directory)) return;
    const known = new Set(committed.map((each) => each.name));
    const knownLiveDocs = new Set(
      committed.map(({ name, liveGeneration }) => liveDocsPath(directory, name, liveGeneration)),
    );
    this.#inherited = this.#context.shownBefore().filter((name) => !known.has(name));
    const strays = disk.list(directory).filter((name) => {
      if (!SEGMENT_FILE.test(name)) return name.endsWith('.tmp');
      // Only opening a shard reads them: no search uses one of an older commit.
      if (name.endsWith('.liv')) return !knownLiveDocs.has(`${directory}/${name}`);
      const segment = name.slice(0, name.indexOf('.'));
      return !known.has(segment) && !this.#inherited.includes(segment);
    });
    // First the name of the commit point that does without them.
    if (strays.length + this.#inherited.length > 0) disk.syncDirectory(directory);
    for (const name of strays) disk.remove(`${directory}/${name}`);
  }

  get commit(): CommitPoint | undefined {
    return this.#commit;
  }

  /** Generation of the next segment; names are never used twice. */
  get nextSegment(): number {
    return this.#nextSegment;
  }

  /** Memory of the buffer that fills. */
  get fillBytes(): number {
    return this.#builder.maxDoc === 0 ? 0 : this.#builder.bytesUsed();
  }

  /** Whether the buffer that fills takes more than `most` bytes, about. */
  outgrows(most: number): boolean {
    return this.#builder.outgrows(most);
  }

  /** Memory of the buffer that fills, and of the one of which a segment is being made. */
  get bufferBytes(): number {
    return this.fillBytes + (this.#build?.bytes ?? 0);
  }

  /** A segment is being made. */
  get isBuilding(): boolean {
    return this.#build !== undefined;
  }

  /** What this build makes is still wanted. */
  awaits(build: SegmentBuild): boolean {
    return this.#build === build;
  }

  /** Which buffer `add` puts documents into. */
  get buffer(): number {
    return this.#buffer;
  }

  /** Bytes of committed segments that merges have replaced: they go with the next commit. */
  get replacedBytes(): number {
    let bytes = 0;
    for (const { segment } of this.#retired) if (segment?.committed) bytes += segment.sizeInBytes;
    return bytes;
  }

  /** Documents or deletes wait for a refresh. */
  get isDirty(): boolean {
    if (this.#builder.maxDoc > 0 || this.#build !== undefined) return true;
    return this.segments.all.some((each) => each.hasPendingDeletes);
  }

  /**
   * Puts a document into the buffer and answers with its number there. Throws ApiError and changes nothing.
   */
  add(document: ParsedDocument, meta: DocumentMeta): number {
    return this.#builder.add(document, meta);
  }

  /** Of a document that was put into this buffer. */
  deleteBuffered(buffer: number, doc: number): void {
    if (buffer === this.#buffer) this.#builder.delete(doc);
    else this.#deletedInBuild.push(doc);
  }

  /**
   * Hands the buffer over to where segments are made; another one fills from now on. What is deleted from here on is shown
   * with the refresh after that. Undefined, and nothing has changed, where that is no use: `refresh` does it as well.
   */
  beginBuild(): SegmentBuild | undefined {
    const { builds } = this.#context;
    const builder = this.#builder;
    if (builds === undefined || this.#build !== undefined || builder.numDocs === 0) return undefined;
    if (builder.bytesUsed() < builds.fromBytes) return undefined;
    this.#build = builds.begin(builder, this.newTarget(), this.#context.sort());
    this.#builder = new SegmentBuilder(builds.spare);
    this.#buffer++;
    for (const segment of this.segments.all) segment.freezeDeletes();
    return this.#build;
  }

  /**
   * Shows what was made, and what had been deleted when it began. `startNanos`: when that was. False where the segment is not
   * wanted any more; then its files are removed.
   */
  endBuild(build: SegmentBuild, made: WrittenSegment, startNanos: number): boolean {
    if (!this.awaits(build)) {
      this.dropBuild(build);
      return false;
    }
    this.#addBuilt(made);
    for (const segment of this.segments.all) segment.publishFrozen(this.#context.disk);
    this.publish([]);
    this.#countRefresh(made.segment, startNanos);
    return true;
  }

  /** Removes what a build has left. */
  dropBuild({ directory, name }: SegmentBuild): void {
    try {
      removeSegment(this.#context.disk, { directory, name });
    } catch {
      // The next opening of the shard removes it.
    }
  }

  /** Makes everything searchable. False when there was nothing to do. */
  refresh(): boolean {
    if (!this.isDirty) return false;
    const startNanos = this.#context.clock.nanos();
    // Made once more, here: whoever calls this cannot wait for the other thread.
    if (this.#build !== undefined) this.#addBuilt(writeSegment(this.#build.frozen, this.newTarget()));
    let made: SegmentData | undefined;
    if (this.#builder.numDocs > 0) {
      made = writeSegment(this.#builder.freeze(this.#context.sort()), this.newTarget()).segment;
      this.segments.add(new WriterSegment(made, this.#context.disk, false));
    }
    if (this.#builder.maxDoc > 0) {
      this.#builder = new SegmentBuilder(this.#context.builds?.spare);
      this.#buffer++;
    }
    for (const segment of this.segments.all) segment.publish(this.#context.disk);
    this.publish([]);
    this.#countRefresh(made, startNanos);
    return true;
  }

  /** Shows the segments without their pending deletes; `retired` ones are removed once nobody needs them. */
  publish(retired: readonly WriterSegment[]): void {
    const gone = [...retired, ...this.segments.removeEmpty()];
    const publication = this.#context.publish(this.data());
    for (const segment of gone) this.#retired.push({ name: segment.data.name, segment, publication });
    for (const name of this.#inherited) this.#retired.push({ name, segment: undefined, publication });
    this.#inherited = [];
    this.sweep();
  }

  /** Names of segments that searches may use, those that are no longer published included. */
  shown(): readonly string[] {
    const retired = this.#retired.map((each) => each.name);
    return [...this.segments.all.map((each) => each.data.name), ...retired, ...this.#inherited];
  }

  data(): readonly SegmentData[] {
    return this.segments.all.map((each) => each.data);
  }

  newTarget(): { disk: ShardContext['disk']; directory: string; name: string; generation: number } {
    const generation = this.#nextSegment++;
    const { disk, directory } = this.#context;
    return { disk, directory, name: segmentName(generation), generation };
  }

  /** The first commit point of a shard: of segments it names none. */
  begin(position: CommitPosition): void {
    this.#replaceCommit(position, []);
  }

  /** Makes the segments durable as they are published. Call right after `refresh`. */
  writeCommit(position: CommitPosition): void {
    const { disk, directory } = this.#context;
    const replacedLiveDocs: string[] = [];
    const rows = this.segments.all.map((segment): CommittedSegment => {
      if (!segment.synced) syncSegment(disk, segment.data);
      const { name, generation, maxDoc, liveDocs } = segment.data;
      let liveGeneration = segment.liveGeneration;
      if (segment.deletedDocs !== segment.committedDeletes) {
        if (liveGeneration > 0) replacedLiveDocs.push(liveDocsPath(directory, name, liveGeneration));
        liveGeneration++;
        writeLiveDocs(disk, directory, name, liveGeneration, maxDoc, liveDocs!);
      }
      return { name, generation, maxDoc, deletedDocs: segment.deletedDocs, liveGeneration };
    });
    disk.syncDirectory(directory);
    this.#replaceCommit(position, rows);
    for (const { segment } of this.#retired) if (segment !== undefined) segment.committed = false;
    for (let i = 0; i < rows.length; i++) {
      const segment = this.segments.all[i]!;
      segment.synced = true;
      segment.committed = true;
      segment.liveGeneration = rows[i]!.liveGeneration;
      segment.committedDeletes = rows[i]!.deletedDocs;
    }
    for (const path of replacedLiveDocs) disk.remove(path);
    this.sweep();
  }

  /** Searches use publication `publication` now, or a later one. */
  released(publication: number): void {
    this.#released = Math.max(this.#released, publication);
    this.sweep();
  }

  /** Removes files that neither a search nor the last commit needs. */
  sweep(): void {
    const { disk, directory } = this.#context;
    const kept: Retired[] = [];
    for (const retired of this.#retired) {
      const { name, segment } = retired;
      if (segment?.committed || retired.publication > this.#released) {
        kept.push(retired);
        continue;
      }
      if (segment !== undefined) closeSegment(segment.reader);
      removeSegment(disk, { directory, name });
      if (segment !== undefined && segment.liveGeneration > 0) {
        disk.remove(liveDocsPath(directory, name, segment.liveGeneration));
      }
    }
    this.#retired = kept;
  }

  /** Closes the files that reads have opened. */
  close(): void {
    for (const segment of this.segments.all) closeSegment(segment.reader);
    for (const { segment } of this.#retired) if (segment !== undefined) closeSegment(segment.reader);
  }

  #addBuilt({ segment: made, remap }: WrittenSegment): void {
    const segment = new WriterSegment(made, this.#context.disk, false);
    for (const doc of this.#deletedInBuild) segment.markDeleted(remap === null ? doc : remap[doc]!);
    this.segments.add(segment);
    this.#build = undefined;
    this.#deletedInBuild = [];
  }

  #countRefresh(made: SegmentData | undefined, startNanos: number): void {
    const tookNanos = this.#context.clock.nanos() - startNanos;
    this.#counters.refreshTotal++;
    this.#counters.refreshTimeMs += tookNanos / 1e6;
    const { maxDoc = 0, deletedDocs = 0, sizeInBytes = 0 } = made ?? {};
    this.#context.kept({ kind: 'refresh', tookNanos, docs: maxDoc - deletedDocs, bytes: sizeInBytes });
  }

  #replaceCommit(position: CommitPosition, segments: readonly CommittedSegment[]): void {
    const { disk, directory, random } = this.#context;
    const commit: CommitPoint = {
      generation: (this.#commit?.generation ?? 0) + 1,
      id: randomUuid(random),
      ...position,
      nextSegment: this.#nextSegment,
      segments,
    };
    writeCommitPoint(disk, directory, commit);
    this.#commit = commit;
  }

  #loadSegment(row: CommittedSegment): WriterSegment {
    const { disk, directory } = this.#context;
    let data = loadSegment(disk, directory, row.name);
    if (data.maxDoc !== row.maxDoc) {
      throw corruptIndex(
        `segment [${row.name}] in [${directory}] has ${data.maxDoc} documents, ` +
          `[${COMMIT_POINT_FILE}] says ${row.maxDoc}`,
      );
    }
    if (row.liveGeneration > 0) {
      const liveDocs = readLiveDocs(disk, directory, row.name, row.liveGeneration, data.maxDoc);
      data = { ...data, liveDocs, deletedDocs: row.deletedDocs };
    }
    const segment = new WriterSegment(data, disk, true);
    segment.committed = true;
    segment.liveGeneration = row.liveGeneration;
    segment.committedDeletes = row.deletedDocs;
    return segment;
  }
}
