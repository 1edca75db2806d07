import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskError } from '../ports/disk.ts';

const LOCK_FILE = 'node.lock';

export interface DirectoryLock {
  /** Gives the folder free. May be called twice. */
  release(): void;
}

interface Owner {
  readonly pid: number;
  /**
   * Boot and start tick of the process, so that a reused pid is not mistaken for its owner; empty where
   * unknown.
   */
  readonly start: string;
}

/**
 * Claims a folder for this process. Throws DiskError `exists` while another live process holds it. The lock
 * of a dead process is taken over. Processes that do not see each other's pids (two containers over one
 * volume) are not kept apart.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, LOCK_FILE);
  const self: Owner = { pid: process.pid, start: startOf(process.pid) };
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(path, self)) {
      let held = true;
      return {
        release() {
          if (held) rmSync(path, { force: true });
          held = false;
        },
      };
    }
    const owner = readOwner(path);
    if (owner !== undefined && isAlive(owner)) throw inUse(path, owner.pid);
    evictStale(path);
  }
  throw new DiskError('failed', path, `cannot take the lock ${path}`);
}

function inUse(path: string, pid: number): DiskError {
  return new DiskError(
    'exists',
    path,
    `the data directory is in use by process ${pid} (${path}); stop it or choose another path.data`,
  );
}

function create(path: string, owner: Owner): boolean {
  try {
    writeFileSync(path, `${JSON.stringify(owner)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    if (cause.code === 'EEXIST') return false;
    throw new DiskError(cause.code === 'EACCES' ? 'denied' : 'failed', path, cause.message, { cause });
  }
}

/** Undefined for a lock that vanished or was cut short by a crash. */
function readOwner(path: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner> | null;
    if (typeof owner?.pid !== 'number' || typeof owner.start !== 'string') return undefined;
    return { pid: owner.pid, start: owner.start };
  } catch {
    return undefined;
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

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return owner.start === startOf(owner.pid);
}

/** Boot id and start time in clock ticks (field 22 of /proc/PID/stat); empty on systems without /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}
