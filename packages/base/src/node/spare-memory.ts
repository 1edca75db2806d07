import { createRequire } from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';

/** Larger heaps are left alone: collecting one takes seconds, in which nothing is answered. */
const heapBytesMax = 256 * 1024 * 1024;
const channelName = 'sextant.release-spare-memory';
/** V8 frees what buffers held beside the thread that collects; and other threads collect while this one does. Then it is trimmed. */
const sweptAfterMs = 500;
/** Milliseconds after which what `releaseSpareMemory` gives back is free. */
export const RELEASED_AFTER_MS = 2 * sweptAfterMs;

/** How often a thread looks at itself. */
const lookMs = 1_000;
/** Share of the time in which a quiet thread may have worked. */
const quietShare = 0.05;
/** Share of half a second from which on the next burst has begun. */
const busyShare = 0.1;
/**
 * Looks in a row that must find a thread quiet before it gives back all, which it has done by then where the whole service rests. With a
 * full collection V8 forgets code that it has optimized, and what a burst of work has left is of use to the next one.
 */
const fullLooks = 16;
/** Work that makes a release worth its time. */
const workMsMin = 500;
/** So much more in buffers than the last collection of all objects left is worth another one, though the third or so costs code too. */
const bufferBytesMin = 32 * 1024 * 1024;

/** Of young objects; of all; of all again and again, with the pages that V8 keeps in reserve and code that rests. */
type Collection =
  | { readonly type: 'minor' }
  | { readonly type: 'major'; readonly flavor: 'regular' | 'last-resort' };

const minor: Collection = { type: 'minor' };
const regular: Collection = { type: 'major', flavor: 'regular' };
const lastResort: Collection = { type: 'major', flavor: 'last-resort' };

/** Whether this thread gives back when another one does. */
let hasJoined = false;

interface Ffi {
  load(path: null): { func(signature: string): (pad: number) => number };
}

/**
 * Gives back to the system what this process holds and does not use: garbage of every thread, the pages that V8 keeps in
 * reserve, and free pieces of the C library's heaps. Takes some ten milliseconds of each thread, in which it does
 * nothing else: for a process that has nothing to do, or no room. Beside the first thread, it leaves that one's garbage.
 */
export function releaseSpareMemory(): void {
  const others = new BroadcastChannel(channelName);
  others.postMessage('release');
  others.close();
  // One that has joined is told as the others are.
  if (!hasJoined) collectIfSmall(lastResort);
  setTimeout(trimAllocator, sweptAfterMs).unref();
}

/**
 * For a thread beside the main one: from now on it gives memory back when that does, and when it rests by itself, though
 * others have work: first what costs little code, after so many seconds of rest, and later all. Keeps no thread alive.
 */
export function joinRelease(restSeconds: number): void {
  const collectAll = (): void => {
    collectIfSmall(lastResort);
    light.forget();
  };
  const rest = new ThreadRest((restSeconds * 1_000) / lookMs, {
    seen: () => performance.eventLoopUtilization(),
    light: () => light.begin(),
    full: () => {
      collectAll();
      trimAllocator();
    },
  });
  hasJoined = true;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => {
    collectAll();
    rest.released();
  };
  channel.unref();
  setInterval(() => rest.look(), lookMs).unref();
}

/**
 * For a thread that has joined, and has just done a piece of work that may have taken buffers by the hundred megabytes: they are given back
 * when what the work found is sent, and not after a rest only.
 */
export function releaseAfterWork(): void {
  setTimeout(() => light.afterWork(), 0).unref();
}

/** What a light release does in its thread. */
interface LightUse {
  /** Bytes in buffers, garbage too. */
  readonly buffered: () => number;
  readonly collectYoung: () => void;
  readonly collectAll: () => void;
  readonly trim: () => void;
  /** From now on: what it answers later is the share of the time since then in which the thread worked. */
  readonly watch: () => () => number;
}

const ofThread: LightUse = {
  buffered: bufferBytes,
  collectYoung: () => collect(minor),
  collectAll: () => collectIfSmall(regular),
  trim: trimAllocator,
  watch: () => {
    const since = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(since).utilization;
  },
};

/** Young garbage, and what it held outside the heap, is most of what a burst leaves; most of the code stays. */
export class LightRelease {
  readonly #use: LightUse;
  /** In buffers, after all objects were looked through. */
  #left = 0;

  constructor(use: LightUse = ofThread) {
    this.#use = use;
  }

  /** Not to its end where the thread works again by then: what it holds it needs. */
  begin(): void {
    this.#use.collectYoung();
    this.#whenSwept((rests) => {
      if (rests) this.#goOn();
    });
  }

  /** Though the thread may go on at once: what it took is of no use to what it does next. */
  afterWork(): void {
    const buffered = this.#use.buffered();
    if (buffered <= this.#left + bufferBytesMin) {
      this.#left = Math.min(this.#left, buffered);
      return;
    }
    this.#use.collectAll();
    this.#whenSwept((rests) => {
      // Otherwise buffers hold what the next piece of work has taken.
      if (rests) this.#left = this.#use.buffered();
      this.#use.trim();
    });
  }

  /** All was looked through elsewhere. */
  forget(): void {
    this.#left = 0;
  }

  #goOn(): void {
    const buffered = this.#use.buffered();
    if (buffered <= this.#left + bufferBytesMin) {
      this.#end(Math.min(this.#left, buffered));
      return;
    }
    this.#use.collectAll();
    this.#whenSwept((rests) => {
      if (rests) this.#end(this.#use.buffered());
    });
  }

  #end(left: number): void {
    this.#left = left;
    this.#use.trim();
  }

  /** `rests`: whether the thread did not work meanwhile. */
  #whenSwept(next: (rests: boolean) => void): void {
    const workedShare = this.#use.watch();
    setTimeout(() => next(workedShare() < busyShare), sweptAfterMs).unref();
  }
}

/** Of this thread. */
const light = new LightRelease();

/** Milliseconds in which a thread worked, and did not, since it began. */
interface ThreadTimes {
  readonly active: number;
  readonly idle: number;
}

interface RestUse {
  readonly seen: () => ThreadTimes;
  readonly light: () => void;
  readonly full: () => void;
}

/** Whether a thread has worked and then rests, from looks at how busy it was. What a release takes at once is no work. */
export class ThreadRest {
  readonly #lightLooks: number;
  readonly #use: RestUse;
  #seen: ThreadTimes = { active: 0, idle: 0 };
  /** Milliseconds of work since the last release, and the last full one. */
  #workedMs = 0;
  #workedMsFull = 0;
  #quiet = 0;

  /** `lightLooks`: so many in a row must find it quiet. */
  constructor(lightLooks: number, use: RestUse) {
    this.#lightLooks = lightLooks;
    this.#use = use;
  }

  look(): void {
    const { active, idle } = this.#times();
    const isQuiet = active < quietShare * (active + idle);
    this.#quiet = isQuiet ? this.#quiet + 1 : 0;
    if (!isQuiet) {
      this.#workedMs += active;
      this.#workedMsFull += active;
    }
    if (this.#quiet >= fullLooks && this.#workedMsFull >= workMsMin) {
      this.#use.full();
      this.released();
    } else if (this.#quiet >= this.#lightLooks && this.#workedMs >= workMsMin) {
      this.#use.light();
      this.#workedMs = 0;
      this.#times();
    }
  }

  /** All was given back just now. */
  released(): void {
    this.#workedMs = 0;
    this.#workedMsFull = 0;
    this.#times();
  }

  /** Since they were asked for last. */
  #times(): ThreadTimes {
    const { active, idle } = this.#use.seen();
    const before = this.#seen;
    this.#seen = { active, idle };
    return { active: active - before.active, idle: idle - before.idle };
  }
}

function collectIfSmall(what: Collection): void {
  if (getHeapStatistics().used_heap_size <= heapBytesMax) collect(what);
}

/** 0 where it is not told: Node opens a file for other figures that come with it, and throws where no more can be opened. */
function bufferBytes(): number {
  try {
    return process.memoryUsage().arrayBuffers;
  } catch {
    return 0;
  }
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
