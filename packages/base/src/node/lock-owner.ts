import { readFileSync } from 'node:fs';

/** Who holds a folder, as the lock file says it. */
export interface LockOwner {
  readonly pid: number;
  /**
   * Boot and start tick of the process, so that a reused pid is not mistaken for its owner; empty where
   * unknown.
   */
  readonly start: string;
  /** `flock`: the lock of the system decides, not whether this process lives. */
  readonly by?: 'flock';
}

export function thisProcess(): LockOwner {
  return { pid: process.pid, start: startOf(process.pid) };
}

/** Undefined for a lock file that vanished, is empty or was cut short by a crash. */
export function readOwner(path: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockOwner> | null;
    if (typeof owner?.pid !== 'number' || typeof owner.start !== 'string') return undefined;
    return { pid: owner.pid, start: owner.start, ...(owner.by === 'flock' ? { by: owner.by } : {}) };
  } catch {
    return undefined;
  }
}

/**
 * A zombie without threads has ended: it keeps its number until its parent asks for it, but no file and no memory.
 */
export function isAlive(owner: LockOwner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return owner.start === startOf(owner.pid) && !isZombie(owner.pid);
}

/** The first thread may have ended before the others, whose number is field 20. */
function isZombie(pid: number): boolean {
  const fields = statOf(pid)?.split(' ') ?? [];
  return /^[ZX]$/.test(fields[0] ?? '') && Number(fields[17]) <= 1;
}

/** Boot id and start time in clock ticks (field 22 of /proc/PID/stat); empty on systems without /proc. */
function startOf(pid: number): string {
  const stat = statOf(pid);
  if (stat === undefined) return '';
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${stat.split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

/** /proc/PID/stat from field 3, the state, on: the name of the program before it may contain blanks. */
function statOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}
