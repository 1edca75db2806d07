import type { Random } from '../ports/random.ts';

/** What a disk writes as one: after a power failure it holds the new bytes or the old ones, never a mixture. */
export const SECTOR_BYTES = 512;

/** How much of what was not synced a power failure leaves, for the sectors and sizes of one crash. */
const SURVIVAL = [0, 0.1, 0.5, 0.9, 1];

/** Content of a file: what a reader sees (the cache of the system), and what the platters hold. */
export class FileNode {
  readonly kind = 'file';
  bytes: Uint8Array = new Uint8Array(64);
  size = 0;
  /** What the platters hold where that is not simply the first `#durableSize` of `bytes`. */
  #durable: Uint8Array | null = null;
  #durableSize = 0;
  /** Sectors that were written since the last sync; kept only beside `#durable`, else all after it. */
  #dirty = new Set<number>();
  /** Sizes after the writes since the last sync: a sector may have reached the platters between two of them. */
  #sizes: number[] = [];
  /** A failed sync has dropped sectors: readers and platters differ for good. */
  #lost = false;

  append(bytes: Uint8Array): void {
    const needed = this.size + bytes.length;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.size));
      this.bytes = grown;
    }
    this.bytes.set(bytes, this.size);
    if (this.#durable !== null) this.#touch(this.size, needed);
    this.size = needed;
    this.#sizes.push(needed);
  }

  overwrite(bytes: Uint8Array, position: number): void {
    this.#separate();
    this.bytes.set(bytes, position);
    this.#touch(position, position + bytes.length);
    this.#sizes.push(this.size);
  }

  truncate(size: number): void {
    this.#separate();
    this.bytes.fill(0, size, this.size);
    this.#touch(size, this.size);
    this.size = size;
    this.#sizes.push(size);
  }

  sync(): void {
    if (this.#durable !== null) this.#durable = this.#withSectors(this.size, () => SECTOR_BYTES);
    if (!this.#lost) this.#durable = null;
    this.#durableSize = this.size;
    this.#settle();
  }

  /**
   * A sync that fails and drops what it should have written, as Linux does: the sectors count as clean, so that no
   * later sync writes them. Readers see them still, or, once the cache has let them go, what the platters hold.
   */
  loseSync(random: Random): void {
    this.#separate();
    if (random.float() < 0.5) this.bytes = this.#withSectors(this.size, () => 0);
    this.#lost = true;
    this.#dirty.clear();
  }

  /** Power fails: back to what was synced, plus, with `random`, any part of the rest. */
  crash(random: Random | undefined): void {
    this.#separate();
    if (random !== undefined && this.#sizes.length > 0) {
      const survival = SURVIVAL[Math.floor(random.float() * SURVIVAL.length)]!;
      const size = this.#sizeAfterCrash(random);
      this.#durable = this.#withSectors(size, (sector) => {
        if (random.float() >= survival) return 0;
        return random.float() < 0.8 ? SECTOR_BYTES : this.#cutWithin(sector, random);
      });
    }
    this.bytes = this.#durable!;
    this.size = this.bytes.length;
    this.#durable = null;
    this.#durableSize = this.size;
    this.#lost = false;
    this.#settle();
  }

  /** Decay: what readers see and what the platters hold. */
  damage(position: number, mask: number): void {
    for (const bytes of [this.bytes, this.#durable]) {
      if (bytes !== null && position < bytes.length) bytes[position] = bytes[position]! ^ mask;
    }
  }

  clone(): FileNode {
    const copy = new FileNode();
    copy.bytes = this.bytes.slice(0, this.size);
    copy.size = this.size;
    copy.#durable = this.#durable?.slice() ?? null;
    copy.#durableSize = this.#durableSize;
    copy.#dirty = new Set(this.#dirty);
    copy.#sizes = [...this.#sizes];
    copy.#lost = this.#lost;
    return copy;
  }

  /** From here on the platters have bytes of their own. */
  #separate(): void {
    if (this.#durable !== null) return;
    this.#durable = this.bytes.slice(0, this.#durableSize);
    this.#touch(this.#durableSize, this.size);
  }

  #touch(from: number, to: number): void {
    for (let at = from - (from % SECTOR_BYTES); at < to; at += SECTOR_BYTES) {
      this.#dirty.add(at / SECTOR_BYTES);
    }
  }

  #settle(): void {
    this.#dirty.clear();
    this.#sizes = [];
  }

  /** The old size, the new one, one between two writes, or one in the middle of a write. */
  #sizeAfterCrash(random: Random): number {
    const durable = this.#durable!.length;
    const choice = random.float();
    if (choice < 0.2) return durable;
    if (choice < 0.6) return this.size;
    if (choice < 0.8) return this.#sizes[Math.floor(random.float() * this.#sizes.length)]!;
    return Math.min(durable, this.size) + Math.floor(random.float() * Math.abs(durable - this.size));
  }

  /** How much of the sector had been written when it went to the platters between two writes. */
  #cutWithin(sector: number, random: Random): number {
    const start = sector * SECTOR_BYTES;
    const cuts = this.#sizes.map((size) => size - start).filter((cut) => cut > 0 && cut <= SECTOR_BYTES);
    return cuts.length === 0 ? SECTOR_BYTES : cuts[Math.floor(random.float() * cuts.length)]!;
  }

  /** What the platters hold, `size` bytes of it, with the first `taken` bytes of each dirty sector from the cache. */
  #withSectors(size: number, taken: (sector: number) => number): Uint8Array {
    const result = new Uint8Array(size);
    result.set(this.#durable!.subarray(0, size));
    for (const sector of this.#dirty) {
      const count = taken(sector);
      const start = sector * SECTOR_BYTES;
      if (count === 0 || start >= size) continue;
      const end = Math.min(start + SECTOR_BYTES, size);
      result.fill(0, start, end);
      result.set(this.bytes.subarray(start, Math.max(start, Math.min(start + count, end, this.size))), start);
    }
    return result;
  }
}
