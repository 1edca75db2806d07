import { createRequire } from 'node:module';

/** Exclusive locks on open files that the system takes back when the process ends, however it ends. */
export interface KernelLock {
  /** False where another open file holds the lock. Throws where the file system knows no such locks. */
  tryLock(descriptor: number): boolean;
}

/** From <sys/file.h>; the same on Linux, macOS and the BSDs. */
const LOCK_EX = 2;
const LOCK_NB = 4;

interface Ffi {
  load(path: null): { func(signature: string): (descriptor: number, operation: number) => number };
  errno(): number;
  readonly os: { readonly errno: Readonly<Record<string, number>> };
}

/**
 * flock(2) of the C library that this process already runs with. Loaded only when it is called: a start needs it
 * once, and worker threads, tools and tests do not. Undefined where the system has none (Windows) or the optional
 * package `koffi` is not installed.
 */
export function loadKernelLock(platform: string = process.platform): KernelLock | undefined {
  if (platform === 'win32') return undefined;
  let ffi: Ffi;
  let flock: (descriptor: number, operation: number) => number;
  try {
    ffi = createRequire(import.meta.url)('koffi') as Ffi;
    flock = ffi.load(null).func('int flock(int, int)');
  } catch {
    return undefined;
  }
  return {
    tryLock(descriptor) {
      if (flock(descriptor, LOCK_EX | LOCK_NB) === 0) return true;
      const number = ffi.errno();
      const { errno } = ffi.os;
      if (number === errno.EWOULDBLOCK || number === errno.EAGAIN) return false;
      const name = Object.keys(errno).find((each) => errno[each] === number) ?? String(number);
      throw new Error(`flock failed: ${name}`);
    },
  };
}
