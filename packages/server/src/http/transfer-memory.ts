import { type Clock, PassingSet } from '@sextant/base';
import type { MemoryAccount } from '../observe/memory-account.ts';

/** When the other side of a transfer is slow, and when it has stalled. Times in milliseconds. */
export interface TransferPace {
  /** Who moves less than so many bytes … */
  readonly leastBytes: number;
  /** … within this time is slow: it loses its place as soon as somebody else has need of it. */
  readonly withinMs: number;
  /** Who moves nothing for this long has stalled, and loses its place in any case. */
  readonly stallMs: number;
}

/** Why a transfer lost its place. */
export type LostPlace = 'slow' | 'stalled';

/** Stalled transfers are looked for so often. */
const sweepMs = 5_000;

/**
 * The memory of bodies that are on their way in or out. It is taken when a length is announced, before anything is
 * allocated; where there is no room, those who are slow go first, the slowest of them before the others.
 */
export class TransferMemory {
  readonly account: MemoryAccount;
  readonly pace: TransferPace;
  readonly #clock: Clock;
  readonly #moving = new PassingSet<Transfer>();
  #sweeping = false;

  constructor(account: MemoryAccount, clock: Clock, pace: TransferPace) {
    this.account = account;
    this.#clock = clock;
    this.pace = pace;
  }

  /**
   * A place of `bytes`. `onLost` is called once, when it is lost before `arrived` or `end`; the memory is given
   * back by then. Throws ApiError `circuit_breaking_exception`.
   */
  begin(bytes: number, label: string, onLost: (why: LostPlace) => void): Transfer {
    this.take(bytes, label, undefined);
    const transfer = new Transfer(this, bytes, label, onLost);
    this.#moving.add(transfer);
    this.#sweepSoon();
    return transfer;
  }

  /** As `begin`, for what is there already and cannot be refused any more. */
  beginAnyway(bytes: number, label: string, onLost: (why: LostPlace) => void): Transfer {
    this.account.takeAnyway(bytes);
    const transfer = new Transfer(this, bytes, label, onLost);
    this.#moving.add(transfer);
    this.#sweepSoon();
    return transfer;
  }

  /** Throws ApiError `circuit_breaking_exception` where `begin` would; takes nothing. */
  requireRoom(bytes: number, label: string): void {
    if (this.account.hasRoom(bytes)) return;
    this.take(bytes, label, undefined);
    this.account.give(bytes);
  }

  nowMs(): number {
    return this.#clock.nanos() / 1e6;
  }

  /** For transfers: room for more, at the cost of slow ones other than the one that asks. */
  take(bytes: number, label: string, asking: Transfer | undefined): void {
    if (!this.account.hasRoom(bytes)) this.#makeRoom(bytes, asking);
    this.account.take(bytes, label);
  }

  /** For transfers: it can not be lost any more. */
  settled(transfer: Transfer): void {
    this.#moving.delete(transfer);
  }

  /** Nobody is turned out where that would not be enough. */
  #makeRoom(bytes: number, asking: Transfer | undefined): void {
    const now = this.nowMs();
    const slow = [...this.#moving]
      .filter((transfer) => transfer !== asking && now - transfer.pacedAtMs > this.pace.withinMs)
      .sort((a, b) => a.pacedAtMs - b.pacedAtMs);
    const { limitBytes, usedBytes } = this.account.figures();
    let missing = usedBytes + bytes - limitBytes;
    let count = 0;
    while (missing > 0 && count < slow.length) {
      missing -= slow[count]!.heldBytes;
      count++;
    }
    if (missing > 0) return;
    for (const transfer of slow.slice(0, count)) transfer.lose('slow');
  }

  #sweepSoon(): void {
    if (this.#sweeping) return;
    this.#sweeping = true;
    this.#clock.after(sweepMs, () => {
      this.#sweeping = false;
      const now = this.nowMs();
      for (const transfer of this.#moving) {
        if (now - transfer.movedAtMs >= this.pace.stallMs) transfer.lose('stalled');
      }
      if (this.#moving.size > 0) this.#sweepSoon();
    });
  }
}

/** One body under way, and the memory that it holds. */
export class Transfer {
  readonly #memory: TransferMemory;
  readonly #label: string;
  readonly #onLost: (why: LostPlace) => void;
  #heldBytes: number;
  #sincePaced = 0;
  #ended = false;
  /** When it last had moved `leastBytes` more. */
  pacedAtMs: number;
  /** When it last moved at all. */
  movedAtMs: number;

  constructor(memory: TransferMemory, bytes: number, label: string, onLost: (why: LostPlace) => void) {
    this.#memory = memory;
    this.#heldBytes = bytes;
    this.#label = label;
    this.#onLost = onLost;
    this.pacedAtMs = memory.nowMs();
    this.movedAtMs = this.pacedAtMs;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** `bytes` went over the line. */
  moved(bytes: number): void {
    const now = this.#memory.nowMs();
    this.movedAtMs = now;
    this.#sincePaced += bytes;
    if (this.#sincePaced < this.#memory.pace.leastBytes) return;
    this.#sincePaced = 0;
    this.pacedAtMs = now;
  }

  /** More memory than announced. Throws ApiError `circuit_breaking_exception`. After the end: nothing. */
  grow(bytes: number): void {
    if (this.#ended) return;
    this.#memory.take(bytes, this.#label, this);
    this.#heldBytes += bytes;
  }

  shrink(bytes: number): void {
    if (this.#ended) return;
    this.#memory.account.give(bytes);
    this.#heldBytes -= bytes;
  }

  /** All of it is there: the memory is held on until the end, but cannot be lost. */
  arrived(): void {
    this.#memory.settled(this);
  }

  /** Gives everything back; a second time does nothing. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#memory.settled(this);
    this.#memory.account.give(this.#heldBytes);
    this.#heldBytes = 0;
  }

  /** For the memory alone. */
  lose(why: LostPlace): void {
    if (this.#ended) return;
    this.end();
    this.#onLost(why);
  }
}
