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
 * Looks in a row that must find a thread quiet before it gives back all: with a full collection V8 forgets code that it has optimized, and
 * what a burst of work has left is of use to the next one, where that comes within seconds.
 */
const fullLooks = 8;
/** Work that makes a release worth its time. */
const workMsMin = 500;
/** What buffers hold after young objects are collected: more of it is worth a collection of all objects. */
const bufferBytesMin = 32 * 1024 * 1024;

/** Of young objects; of all; of all again and again, with the pages that V8 keeps in reserve and code that rests. */
type Collection =
  | { readonly type: 'minor' }
  | { readonly type: 'major'; readonly flavor: 'regular' | 'last-resort' };

const minor: Collection = { type: 'minor' };
const regular: Collection = { type: 'major', flavor: 'regular' };
const lastResort: Collection = { type: 'major', flavor: 'last-resort' };

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
  collectIfSmall(lastResort);
  setTimeout(trimAllocator, trimAfterMs).unref();
}

/**
 * For a thread beside the main one: from now on it gives memory back when that does, and when it rests by itself, though
 * others have work: young garbage after `lightSeconds` of rest, all after eight. Keeps no thread alive.
 */
export function joinRelease(lightSeconds: number): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => collectIfSmall(lastResort);
  channel.unref();
  const rests = [
    new ThreadRest((lightSeconds * 1_000) / lookMs, releaseLightly),
    new ThreadRest(fullLooks, releaseAll),
  ];
  setInterval(() => {
    const seen = performance.eventLoopUtilization();
    for (const rest of rests) rest.look(seen);
  }, lookMs).unref();
}

/** Young garbage, and what it held outside the heap, is most of what a burst leaves; its code stays. */
export function releaseLightly(): void {
  collect(minor);
  if (process.memoryUsage().arrayBuffers > bufferBytesMin) collectIfSmall(regular);
  trimAllocator();
}

function releaseAll(): void {
  collectIfSmall(lastResort);
  trimAllocator();
}

/** Whether a thread has worked and then rests, from looks at how busy it was since it began. */
export class ThreadRest {
  readonly #looks: number;
  readonly #release: () => void;
  #seen = { active: 0, idle: 0 };
  #workedMs = 0;
  #quiet = 0;

  /** `looks`: in a row that must find it quiet. */
  constructor(looks: number, release: () => void) {
    this.#looks = looks;
    this.#release = release;
  }

  /** `seen`: milliseconds so far. */
  look(seen: { readonly active: number; readonly idle: number }): void {
    const active = seen.active - this.#seen.active;
    const idle = seen.idle - this.#seen.idle;
    this.#seen = { active: seen.active, idle: seen.idle };
    this.#workedMs += active;
    this.#quiet = active < quietShare * (active + idle) ? this.#quiet + 1 : 0;
    if (this.#quiet < this.#looks || this.#workedMs < workMsMin) return;
    this.#workedMs = 0;
    this.#release();
  }
}

function collectIfSmall(what: Collection): void {
  if (process.memoryUsage().heapUsed <= heapBytesMax) collect(what);
}

/**
 * V8 offers its collector to programs under a flag alone, and to contexts made after that. The flag stays set: it is the same for
 * all threads, and another one may be about to need it.
 */
function collect(what: Collection): void {
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  const collector = runInNewContext('globalThis.gc') as ((what: Collection) => void) | undefined;
  collector?.(what);
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
