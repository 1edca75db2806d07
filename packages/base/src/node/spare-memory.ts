import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel } from 'node:worker_threads';

/** Larger heaps are left alone: collecting one takes seconds, in which nothing is answered. */
const heapBytesMax = 256 * 1024 * 1024;
const channelName = 'sextant.release-spare-memory';
/** The other threads collect while this one does; their buffers are free when it is trimmed. */
const trimAfterMs = 500;

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

/** For a thread beside the main one: from now on it gives memory back when that does. Keeps no thread alive. */
export function joinRelease(): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = collectThisThread;
  channel.unref();
}

/** V8 offers its collector to programs under a flag alone, and to contexts made after that; `last-resort` empties its reserve too. */
function collectThisThread(): void {
  if (process.memoryUsage().heapUsed > heapBytesMax) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
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
