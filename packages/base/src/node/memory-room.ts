import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { RELEASED_AFTER_MS, releaseSpareMemory } from './spare-memory.ts';

/** Less is not worth what a release costs all threads. */
const WORK_BYTES_MIN = 32 * 1024 * 1024;
/** Of the memory that there is; the rest is for what comes meanwhile. */
const USED_SHARE_MAX = 0.75;
/** So much must have come since the last release, or so much time gone by, for another one to find something. */
const GROWN_BYTES_MIN = 32 * 1024 * 1024;
const AGAIN_AFTER_MS = 10_000;

interface MemoryUse {
  /** Bytes that this process may take. */
  readonly limit: () => number;
  /** Bytes that the system cannot take back from it. */
  readonly own: () => number;
  /** Has all threads give back what they do not use. */
  readonly release: () => Promise<void>;
  readonly nowMs: () => number;
}

const ofProcess: MemoryUse = {
  // Where nothing limits it, Node tells 0 or more than there is.
  limit: () => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
  own: ownBytes,
  release: async () => {
    releaseSpareMemory();
    await setTimeout(RELEASED_AFTER_MS);
  },
  nowMs: () => performance.now(),
};

/** Of one thread: makes room for what it is about to do. */
export class MemoryRoom {
  readonly #use: MemoryUse;
  /** When the last release was done, and what the process had then. */
  #releasedMs = Number.NEGATIVE_INFINITY;
  #left = 0;

  constructor(use: MemoryUse = ofProcess) {
    this.#use = use;
  }

  /**
   * Before a piece of work that takes about so many bytes: where they would bring the process near what it may take, all
   * threads first give back what they do not use. Never rejects.
   */
  async make(bytes: number): Promise<void> {
    try {
      if (this.#isShort(bytes)) await this.#release();
    } catch {
      // The system does not tell what there is, as where no file can be opened: that is no reason not to work.
    }
  }

  #isShort(bytes: number): boolean {
    if (bytes < WORK_BYTES_MIN) return false;
    const own = this.#use.own();
    if (own + bytes <= this.#use.limit() * USED_SHARE_MAX) return false;
    return own >= this.#left + GROWN_BYTES_MIN || this.#use.nowMs() >= this.#releasedMs + AGAIN_AFTER_MS;
  }

  async #release(): Promise<void> {
    await this.#use.release();
    this.#left = this.#use.own();
    this.#releasedMs = this.#use.nowMs();
  }
}

const room = new MemoryRoom();

/** `MemoryRoom.make` in this thread. */
export function makeRoom(bytes: number): Promise<void> {
  return room.make(bytes);
}

function ownBytes(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return line === null ? process.memoryUsage.rss() : Number(line[1]) * 1024;
}
