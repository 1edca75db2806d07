import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';

/** Larger heaps are left alone: collecting one takes seconds, in which nothing is answered. */
const heapBytesMax = 256 * 1024 * 1024;
const channelName = 'sextant.release-spare-memory';
/** The other threads collect while this one does; their buffers are free when it is trimmed. */
const trimAfterMs = 500;

/** How often a thread looks at itself. */
const lookMs = 1_000;
/** Share of the time in which a quiet thread may have worked. */
const quietShare = 0.05;
/**
 * Looks in a row that must find a thread quiet. With garbage V8 forgets some of the code that it has optimized: what a burst of work has left
 * is of use to the next one, where that comes within seconds.
 */
const quietLooks = 4;
/** Work that makes a release worth its time. */
const workMsMin = 500;

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

interface Ffi {
  load(path: null): { func(signature: string): (pad: number) => number };
}

/**
 * Gives back to the system what this process holds and does not use: garbage of every thread, the pages that V8 keeps in
 * reserve, and free pieces of the C library's heaps. Takes some ten milliseconds of each thread, in which it does
 * nothing else: for a process that has nothing to do.
 */
export function releaseSpareMemory(): void {
  const others = new BroadcastChannel(channelName);
  others.postMessage('release');
  others.close();
  collectThisThread();
  setTimeout(trimAllocator, trimAfterMs).unref();
}

/**
 * For a thread beside the main one: from now on it gives memory back when that does, and when it rests by itself, though
 * others have work. Keeps no thread alive.
 */
export function joinRelease(): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = collectThisThread;
  channel.unref();
  const rest = new ThreadRest(() => {
    collectThisThread();
    trimAllocator();
  });
  setInterval(() => rest.look(performance.eventLoopUtilization()), lookMs).unref();
}

/** Whether a thread has worked and then rests, from looks at how busy it was since it began. */
export class ThreadRest {
  readonly #release: () => void;
  #seen = { active: 0, idle: 0 };
  #workedMs = 0;
  #quiet = 0;

  constructor(release: () => void) {
    this.#release = release;
  }

  /** `seen`: milliseconds so far. */
  look(seen: { readonly active: number; readonly idle: number }): void {
    const active = seen.active - this.#seen.active;
    const idle = seen.idle - this.#seen.idle;
    this.#seen = { active: seen.active, idle: seen.idle };
    this.#workedMs += active;
    this.#quiet = active < quietShare * (active + idle) ? this.#quiet + 1 : 0;
    if (this.#quiet < quietLooks || this.#workedMs < workMsMin) return;
    this.#workedMs = 0;
    this.#release();
  }
}

/**
 * V8 offers its collector to programs under a flag alone, and to contexts made after that; `last-resort` empties its reserve
 * too. The flag stays set: it is the same for all threads, and another one may be about to need it.
 */
function collectThisThread(): void {
  if (process.memoryUsage().heapUsed > heapBytesMax) return;
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  const collect = runInNewContext('globalThis.gc') as Collect | undefined;
  collect?.({ type: 'major', flavor: 'last-resort' });
}

/** malloc_trim(3) of glibc, for the heaps of all threads; other C libraries have none. */
function trimAllocator(): void {
  if (process.platform !== 'linux') return;
  try {
    const ffi = createRequire(import.meta.url)('koffi') as Ffi;
    ffi.load(null).func('int malloc_trim(size_t)')(0);
  } catch {
    // Neither the library nor the package is there: the rest was done.
  }
}
