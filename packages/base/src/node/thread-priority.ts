import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ThreadPriority } from '../ports/thread-priority.ts';

/** Of 0 to 19: beside one of 0, such a thread gets about a tenth of a processor that both want. */
const NICE = 10;

/**
 * The thread that makes it. Linux has a priority for each thread, and takes its number where POSIX takes that of a
 * process; of other systems this would be the whole process, which is left alone.
 */
export class NodeThreadPriority implements ThreadPriority {
  readonly #isLinux: boolean;
  #lowered = false;

  constructor(platform: string = process.platform) {
    this.#isLinux = platform === 'linux';
  }

  lower(): void {
    if (this.#lowered || !this.#isLinux) return;
    this.#lowered = true;
    try {
      // `PID/task/TID`: of the thread that reads it, which for a synchronous call is this one.
      const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
      if (id !== process.pid) setPriority(id, NICE);
    } catch {
      // A system that does not let us: all threads are equal then.
    }
  }

  waitedMs(): number {
    if (!this.#isLinux) return 0;
    try {
      // Nanoseconds on a processor, nanoseconds ready and waiting for one, turns.
      return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6 || 0;
    } catch {
      return 0;
    }
  }
}
