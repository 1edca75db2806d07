import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../ports/clock.ts';
import { DiskError } from '../ports/disk.ts';
import type { Log } from '../ports/log.ts';
import type { KernelLock } from './kernel-lock.ts';
import { isAlive, type LockOwner, readOwner, thisProcess } from './lock-owner.ts';

const LOCK_FILE = 'node.lock';
const POLL_MS = 50;

export interface DirectoryLock {
  /** Gives the folder free. May be called twice. */
  release(): void;
}

export interface LockOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a holder is waited for: a process that was killed lives on while its memory is taken back. */
  readonly waitMs: number;
  /** Undefined: without the help of the system. */
  readonly kernel: KernelLock | undefined;
}

/** Another process holds the lock. */
interface Held {
  /** Undefined where the lock file does not tell. */
  readonly pid: number | undefined;
}

/**
 * Claims a folder for this process. Where the system has locks (`kernel`), its lock on `node.lock` decides: it ends
 * with the process, and it keeps apart processes that do not see each other, as in two containers over one
 * volume; the file stays, and says whose it is. Elsewhere the file itself is the lock, and the lock of a dead
 * process is taken over. Rejects with DiskError `exists` where the holder is still there after `waitMs`.
 */
export async function lockDirectory(options: LockOptions): Promise<DirectoryLock> {
  const { directory, clock, log, waitMs } = options;
  const path = join(directory, LOCK_FILE);
  const claim = claimOf(path, options);
  const startNanos = clock.nanos();
  for (let waiting = false; ; waiting = true) {
    const attempt = claim();
    if ('release' in attempt) return attempt;
    const holder = attempt.pid === undefined ? 'another process' : `process ${attempt.pid}`;
    if ((clock.nanos() - startNanos) / 1e6 >= waitMs) throw inUse(path, holder);
    if (!waiting) {
      const patience = { path, waitMs };
      log.log('warn', 'env', `the data directory is in use by ${holder}; waiting for it to end`, patience);
    }
    await pause(clock);
  }
}

/** The way to lock that this system and file system allow. */
function claimOf(path: string, { kernel, log }: LockOptions): () => DirectoryLock | Held {
  const byFile = (why: string): (() => DirectoryLock | Held) => {
    log.log('info', 'env', `${why}; processes that do not see each other are not kept apart`, { path });
    return () => claimByFile(path);
  };
  if (kernel === undefined) return byFile('the data directory is locked without the help of the system');
  let claim = (): DirectoryLock | Held => {
    try {
      return claimByKernel(path, kernel);
    } catch (error) {
      if (error instanceof DiskError) throw error;
      claim = byFile(`the file system of the data directory knows no locks (${String(error)})`);
      return claim();
    }
  };
  return () => claim();
}

function claimByKernel(path: string, kernel: KernelLock): DirectoryLock | Held {
  for (;;) {
    const descriptor = guard(path, () => openSync(path, 'a+'));
    try {
      if (!kernel.tryLock(descriptor)) {
        closeSync(descriptor);
        return { pid: readOwner(path)?.pid };
      }
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    // A process that takes the file itself for the lock may have replaced it meanwhile.
    if (!isFileAt(descriptor, path)) {
      closeSync(descriptor);
      continue;
    }
    const owner = readOwner(path);
    if (owner !== undefined && owner.by !== 'flock' && isAlive(owner)) {
      closeSync(descriptor);
      return { pid: owner.pid };
    }
    sign(descriptor);
    return releasedBy(() => {
      unsign(descriptor);
      closeSync(descriptor);
    });
  }
}

function isFileAt(descriptor: number, path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  const here = fstatSync(descriptor);
  return there !== undefined && there.ino === here.ino && there.dev === here.dev;
}

/** Says whose the lock is, for the message of those who are refused. On a full disk it is held all the same. */
function sign(descriptor: number): void {
  try {
    ftruncateSync(descriptor, 0);
    writeSync(descriptor, `${JSON.stringify({ ...thisProcess(), by: 'flock' } satisfies LockOwner)}\n`, 0);
  } catch {
    unsign(descriptor);
  }
}

function unsign(descriptor: number): void {
  try {
    ftruncateSync(descriptor, 0);
  } catch {
    // The name of a holder that is gone misleads nobody: the lock of the system decides.
  }
}

function claimByFile(path: string): DirectoryLock | Held {
  const self = thisProcess();
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(path, self)) return releasedBy(() => rmSync(path, { force: true }));
    const owner = readOwner(path);
    if (owner !== undefined && isAlive(owner)) return { pid: owner.pid };
    evictStale(path);
  }
  throw new DiskError('failed', path, `cannot take the lock ${path}`);
}

function releasedBy(action: () => void): DirectoryLock {
  let held = true;
  return {
    release() {
      if (held) action();
      held = false;
    },
  };
}

function inUse(path: string, holder: string): DiskError {
  return new DiskError(
    'exists',
    path,
    `the data directory is in use by ${holder} (${path}); stop it or choose another path.data`,
  );
}

/** Keeps the process alive meanwhile: nothing else may be running yet. */
async function pause(clock: Clock): Promise<void> {
  const alive = setInterval(() => {}, 2 ** 30);
  await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
  clearInterval(alive);
}

function create(path: string, owner: LockOwner): boolean {
  return guard(path, () => {
    try {
      writeFileSync(path, `${JSON.stringify(owner)}\n`, { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

function guard<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    throw new DiskError(cause.code === 'EACCES' ? 'denied' : 'failed', path, cause.message, { cause });
  }
}

/**
 * Moves the lock aside before removing it, and puts it back when it turns out to belong to a process that
 * took the folder meanwhile.
 */
function evictStale(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const owner = readOwner(aside);
  if (owner !== undefined && isAlive(owner)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}
