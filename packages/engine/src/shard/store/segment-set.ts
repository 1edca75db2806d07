import { assert, type Disk } from '@sextant/base';
import { getBit } from '../../codec/bits.ts';
import { LiveDocs } from '../../segment/live-docs.ts';
import type { SegmentData } from '../../segment/segment-data.ts';
import { openSegment } from '../../segment/segment-file.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';

/** A segment as the writer sees it: with deletes that searches do not see before the next refresh. */
export class WriterSegment {
  /** As published last. */
  data: SegmentData;
  reader: SegmentReader;
  readonly #live: LiveDocs;
  /** As the deletes stood at `freezeDeletes`; undefined where there was none to show. */
  #frozen: Pick<SegmentData, 'liveDocs' | 'deletedDocs'> | undefined;
  /** Its files are durable. */
  synced: boolean;
  /** Of the `.liv` file that the last commit names, and the deletes in it. */
  liveGeneration = 0;
  committedDeletes = 0;
  /** Part of the last commit point. */
  committed = false;
  /** Input of a merge that runs or waits. */
  merging = false;
  /** A force merge is about to take it. */
  forced = false;

  constructor(data: SegmentData, disk: Disk, synced: boolean) {
    this.data = data;
    this.reader = openSegment(data, disk);
    this.#live = new LiveDocs(data.maxDoc, data.liveDocs);
    this.synced = synced;
  }

  get maxDoc(): number {
    return this.data.maxDoc;
  }

  /** Pending ones included. */
  get deletedDocs(): number {
    return this.#live.deletedDocs;
  }

  get sizeInBytes(): number {
    return this.data.sizeInBytes;
  }

  get hasPendingDeletes(): boolean {
    return this.#live.deletedDocs !== this.data.deletedDocs;
  }

  isLive(doc: number): boolean {
    return this.#live.isLive(doc);
  }

  /** Searches still see the document. */
  isPublishedLive(doc: number): boolean {
    const live = this.reader.liveDocs;
    return live === null || getBit(live, doc);
  }

  /** The live document with this id, -1 where none. */
  find(id: Uint8Array): number {
    const doc = this.reader.docOf(id);
    return doc >= 0 && this.#live.isLive(doc) ? doc : -1;
  }

  /** With it goes all that lies in it. */
  markDeleted(doc: number): void {
    const start = this.reader.blocks?.startOf(doc) ?? doc;
    for (let dead = start; dead <= doc; dead++) this.#live.delete(dead);
  }

  /** Shows the pending deletes: searches that run keep the bits they have. */
  publish(disk: Disk): void {
    this.freezeDeletes();
    this.publishFrozen(disk);
  }

  /** The deletes so far are shown by `publishFrozen`, later ones are not. */
  freezeDeletes(): void {
    const { deletedDocs } = this.#live;
    this.#frozen = this.hasPendingDeletes ? { liveDocs: this.#live.snapshot(), deletedDocs } : undefined;
  }

  /** Neither frozen deletes nor those that searches see have it. */
  isFrozenLive(doc: number): boolean {
    const bits = this.#frozen?.liveDocs ?? null;
    return bits === null ? this.isPublishedLive(doc) : getBit(new Uint32Array(bits), doc);
  }

  publishFrozen(disk: Disk): void {
    if (this.#frozen === undefined) return;
    this.data = { ...this.data, ...this.#frozen };
    this.#frozen = undefined;
    this.reader = openSegment(this.data, disk, this.reader);
  }
}

/** The segments of one shard, oldest first. */
export class SegmentSet {
  #segments: WriterSegment[] = [];

  get all(): readonly WriterSegment[] {
    return this.#segments;
  }

  add(segment: WriterSegment): void {
    this.#segments.push(segment);
  }

  /** The live document with this id, youngest segment first. */
  find(id: Uint8Array): { readonly segment: WriterSegment; readonly doc: number } | undefined {
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const segment = this.#segments[i]!;
      const doc = segment.find(id);
      if (doc >= 0) return { segment, doc };
    }
    return undefined;
  }

  /** Puts one segment, or nothing, where the given neighbours were. */
  replace(old: readonly WriterSegment[], replacement: WriterSegment | undefined): void {
    const at = this.#segments.indexOf(old[0]!);
    assert(at >= 0 && old.every((each, i) => this.#segments[at + i] === each), 'segments to replace');
    this.#segments.splice(at, old.length, ...(replacement === undefined ? [] : [replacement]));
  }

  /** Takes out segments whose documents are all seen as deleted, except while they merge. */
  removeEmpty(): readonly WriterSegment[] {
    const empty = this.#segments.filter((each) => each.data.deletedDocs === each.maxDoc && !each.merging);
    if (empty.length > 0) this.#segments = this.#segments.filter((each) => !empty.includes(each));
    return empty;
  }
}
