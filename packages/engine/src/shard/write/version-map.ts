import type { TranslogLocation } from '../../translog/translog.ts';

/** The last operation on an id since the last refresh. */
export interface LiveVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: false;
  /** Document in the indexing buffer. */
  readonly doc: number;
  readonly location: TranslogLocation;
}

/** A delete, remembered for a while so that older writes that come late do not bring the document back. */
export interface Tombstone {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: true;
  /** Clock.nanos() of the delete, in milliseconds. */
  readonly timeMs: number;
}

/** Rough bytes of an entry: object, location, map slot and key. */
const ENTRY_BYTES = 200;
const TOMBSTONES_MAX = (64 * 1024 * 1024) / ENTRY_BYTES;

/**
 * What lookups must know before they ask the segments, as OpenSearch's LiveVersionMap. Deletes are remembered for a
 * time, but never more than a bounded number of those that the local checkpoint covers: history that comes late is
 * recognized by its number, so that what is lost with them is only the version that the next document of that id
 * would have continued.
 */
export class VersionMap {
  #live = new Map<string, LiveVersion>();
  readonly #tombstones = new Map<string, Tombstone>();
  readonly #tombstonesMax: number;
  /** At this number the oldest are dropped; higher while most of them cannot be. */
  #dropAt: number;

  constructor(tombstonesMax = TOMBSTONES_MAX) {
    this.#tombstonesMax = tombstonesMax;
    this.#dropAt = tombstonesMax;
  }

  get(id: string): LiveVersion | Tombstone | undefined {
    return this.#live.get(id) ?? this.#tombstones.get(id);
  }

  put(id: string, version: LiveVersion): void {
    this.#tombstones.delete(id);
    this.#live.set(id, version);
  }

  /** `checkpoint`: every operation up to it is processed. */
  delete(id: string, tombstone: Tombstone, checkpoint: number): void {
    this.#live.delete(id);
    // Set anew, so that the map stays ordered by time.
    this.#tombstones.delete(id);
    this.#tombstones.set(id, tombstone);
    if (this.#tombstones.size > this.#dropAt) this.#dropOldest(checkpoint);
  }

  /** After a refresh the documents of the buffer are found in the segments. */
  clearLive(): void {
    this.#live = new Map();
  }

  /** Forgets deletes before `beforeMs` up to the checkpoint: nothing older can come any more. */
  prune(beforeMs: number, checkpoint: number): void {
    for (const [id, tombstone] of this.#tombstones) {
      if (tombstone.timeMs >= beforeMs) break;
      if (tombstone.seqNo <= checkpoint) this.#tombstones.delete(id);
    }
    this.#dropAt = Math.max(this.#tombstonesMax, this.#tombstones.size * 1.25);
  }

  /** What a refresh sets free. */
  get liveBytes(): number {
    return this.#live.size * ENTRY_BYTES;
  }

  get bytes(): number {
    return this.liveBytes + this.#tombstones.size * ENTRY_BYTES;
  }

  /** A quarter at a time: the head of a map from which many were deleted is slow to find. */
  #dropOldest(checkpoint: number): void {
    const target = this.#tombstonesMax * 0.75;
    for (const [id, { seqNo }] of this.#tombstones) {
      if (this.#tombstones.size <= target) break;
      if (seqNo <= checkpoint) this.#tombstones.delete(id);
    }
    this.#dropAt = Math.max(this.#tombstonesMax, this.#tombstones.size * 1.25);
  }
}
