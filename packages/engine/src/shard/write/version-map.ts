import type { SpareArrays } from '../../codec/spare-arrays.ts';
import { type LiveVersion, LiveVersions } from './live-versions.ts';

/** A delete, remembered for a while so that older writes that come late do not bring the document back. */
export interface Tombstone {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: true;
  /** Clock.nanos() of the delete, in milliseconds. */
  readonly timeMs: number;
}

/** Rough bytes of a delete: object, map slot and a key of usual length. */
const ENTRY_BYTES = 200;
const USUAL_ID_LENGTH = 64;
const TOMBSTONE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * What lookups must know before they ask the segments, as OpenSearch's LiveVersionMap. Deletes are remembered for a
 * time, but those that the local checkpoint covers never take more than a bounded memory: history that comes late is
 * recognized by its number, so that what is lost with them is only the version that the next document of that id
 * would have continued.
 */
export class VersionMap {
  readonly #spare: SpareArrays | null;
  #live: LiveVersions | undefined;
  /** Of the buffer of which a segment is being made; what happened to an id since is not in it, and counts. */
  #frozen: LiveVersions | undefined;
  /** No id of `#live` and `#frozen` is greater. */
  #greatest = '';
  readonly #tombstones = new Map<string, Tombstone>();
  #tombstoneBytes = 0;
  readonly #tombstoneBytesMax: number;
  /** At so many bytes the oldest are dropped; higher while most of them cannot be. */
  #dropAt: number;

  /** `spare`: where memory for ids comes from, and goes when they are in a segment. */
  constructor(spare: SpareArrays | null = null, tombstoneBytesMax = TOMBSTONE_BYTES_MAX) {
    this.#spare = spare;
    this.#tombstoneBytesMax = tombstoneBytesMax;
    this.#dropAt = tombstoneBytesMax;
  }

  /** Ids that grow (times, sequences) are told to be new by one comparison: a look into large maps costs several misses of the cache. */
  get(id: string): LiveVersion | Tombstone | undefined {
    if (id > this.#greatest) return this.#tombstones.size === 0 ? undefined : this.#tombstones.get(id);
    return this.#live?.get(id) ?? this.#tombstones.get(id) ?? this.#frozen?.get(id);
  }

  put(id: string, version: LiveVersion): void {
    if (this.#tombstones.size > 0) this.#forget(id);
    if (id > this.#greatest) this.#greatest = id;
    this.#live ??= new LiveVersions(this.#spare);
    this.#live.put(id, version);
  }

  /** `checkpoint`: every operation up to it is processed. */
  delete(id: string, tombstone: Tombstone, checkpoint: number): void {
    this.#live?.remove(id);
    // The tombstone may be forgotten first.
    this.#frozen?.remove(id);
    // Set anew, so that the map stays ordered by time.
    this.#forget(id);
    this.#tombstones.set(id, tombstone);
    this.#tombstoneBytes += bytesOf(id);
    if (this.#tombstoneBytes > this.#dropAt) this.#dropOldest(checkpoint);
  }

  /** Deletes that are remembered, oldest first. */
  tombstones(): ReadonlyMap<string, Tombstone> {
    return this.#tombstones;
  }

  /** After a refresh the documents of the buffers are found in the segments. */
  clearLive(): void {
    this.#live?.release();
    this.#live = undefined;
    this.#greatest = '';
    this.clearFrozen();
  }

  /** A segment is made of the buffer so far: `clearFrozen` follows, before this is called again. */
  freeze(): void {
    this.#frozen = this.#live;
    this.#live = undefined;
  }

  clearFrozen(): void {
    this.#frozen?.release();
    this.#frozen = undefined;
  }

  /** Forgets deletes before `beforeMs` up to the checkpoint: nothing older can come any more. */
  prune(beforeMs: number, checkpoint: number): void {
    for (const [id, tombstone] of this.#tombstones) {
      if (tombstone.timeMs >= beforeMs) break;
      if (tombstone.seqNo <= checkpoint) this.#forget(id);
    }
    this.#dropAt = Math.max(this.#tombstoneBytesMax, this.#tombstoneBytes * 1.25);
  }

  /** What a refresh sets free. */
  get liveBytes(): number {
    return this.#live?.bytes ?? 0;
  }

  get bytes(): number {
    return this.liveBytes + (this.#frozen?.bytes ?? 0) + this.#tombstoneBytes;
  }

  #forget(id: string): void {
    if (this.#tombstones.delete(id)) this.#tombstoneBytes -= bytesOf(id);
  }

  /** A quarter at a time: the head of a map from which many were deleted is slow to find. */
  #dropOldest(checkpoint: number): void {
    const target = this.#tombstoneBytesMax * 0.75;
    for (const [id, { seqNo }] of this.#tombstones) {
      if (this.#tombstoneBytes <= target) break;
      if (seqNo <= checkpoint) this.#forget(id);
    }
    this.#dropAt = Math.max(this.#tombstoneBytesMax, this.#tombstoneBytes * 1.25);
  }
}

/** Ids have up to 512 bytes, those of deletes up to 64 KB; a character takes up to two of them in memory. */
function bytesOf(id: string): number {
  return id.length <= USUAL_ID_LENGTH ? ENTRY_BYTES : ENTRY_BYTES + 2 * id.length;
}
