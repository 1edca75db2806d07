import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { RELEASED_AFTER_MS, releaseSpareMemory } from './spare-memory.ts';

/** Less is not worth what a release costs all threads. */
const WORK_BYTES_MIN = 32 * 1024 * 1024;
/** Of the memory that there is; the rest is for what comes meanwhile. */
const USED_SHARE_MAX = 0.75;

interface MemoryUse {
  /** Bytes that this process may take. */
  readonly limit: () => number;
  /** Bytes that the system cannot take back from it. */
  readonly own: () => number;
  /** Has all threads give back what they do not use. */
  readonly release: () => Promise<void>;
}

const ofProcess: MemoryUse = {
  // Where nothing limits it, Node tells 0 or more than there is.
  limit: () => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
  own: ownBytes,
  release: async () => {
    releaseSpareMemory();
    await setTimeout(RELEASED_AFTER_MS);
  },
};

/**
 * Before a piece of work that takes about so many bytes: where they would bring the process near what it may take, all
 * threads first give back what they do not use.
 */
export async function makeRoom(bytes: number, use: MemoryUse = ofProcess): Promise<void> {
  if (bytes < WORK_BYTES_MIN || use.own() + bytes <= use.limit() * USED_SHARE_MAX) return;
  await use.release();
}

function ownBytes(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return line === null ? process.memoryUsage.rss() : Number(line[1]) * 1024;
}
