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
  /** Clock.now() of the delete. */
  readonly timeMs: number;
}

/** Rough bytes of an entry: object, location, map slot and key. */
const ENTRY_BYTES = 200;

/** What lookups must know before they ask the segments. */
export class VersionMap {
  #live = new Map<string, LiveVersion>();
  readonly #tombstones = new Map<string, Tombstone>();

  get(id: string): LiveVersion | Tombstone | undefined {
    return this.#live.get(id) ?? this.#tombstones.get(id);
  }

  put(id: string, version: LiveVersion): void {
    this.#tombstones.delete(id);
    this.#live.set(id, version);
  }

  delete(id: string, tombstone: Tombstone): void {
    this.#live.delete(id);
    // Set anew, so that the map stays ordered by time.
    this.#tombstones.delete(id);
    this.#tombstones.set(id, tombstone);
  }

  /** After a refresh the documents of the buffer are found in the segments. */
  clearLive(): void {
    this.#live = new Map();
  }

  /** Forgets deletes before `beforeMs` up to the checkpoint: nothing older can come any more. */
  pruneTombstones(beforeMs: number, checkpoint: number): void {
    for (const [id, tombstone] of this.#tombstones) {
      if (tombstone.timeMs >= beforeMs) break;
      if (tombstone.seqNo <= checkpoint) this.#tombstones.delete(id);
    }
  }

  get bytes(): number {
    return (this.#live.size + this.#tombstones.size) * ENTRY_BYTES;
  }
}
