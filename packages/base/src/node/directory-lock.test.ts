import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { type KernelLock, loadKernelLock } from './kernel-lock.ts';
import { SystemClock } from './system-clock.ts';

let directory: string;
let clock: FakeClock;
let log: MemoryLog;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sextant-'));
  clock = new FakeClock();
  log = new MemoryLog();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

const lockFile = (): string => join(directory, 'node.lock');

function take(kernel: KernelLock | undefined, waitMs = 0): Promise<DirectoryLock> {
  return lockDirectory({ directory, clock, log, waitMs, kernel });
}

async function refusalOf(attempt: Promise<DirectoryLock>): Promise<string> {
  const error: unknown = await attempt.then(
    () => 'not refused',
    (reason: unknown) => reason,
  );
  return error instanceof DiskError && error.code === 'exists' ? error.message : String(error);
}

/** Runs JavaScript in another process, until it has printed a line. */
async function elsewhere(script: string): Promise<ChildProcess> {
  const args = ['--conditions=source', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

function holderScript(kernel: string): string {
  const door = JSON.stringify(join(import.meta.dirname, 'index.ts'));
  return `import { loadKernelLock, lockDirectory, SystemClock } from ${door};
    const log = { log() {} };
    const directory = ${JSON.stringify(directory)};
    await lockDirectory({ directory, clock: new SystemClock(), log, waitMs: 0, kernel: ${kernel} });
    setInterval(() => {}, 1000);
    console.log('locked');`;
}

const kernel = loadKernelLock();

test('Linux and macOS have locks of the system, Windows has none', () => {
  expect(kernel === undefined).toBe(process.platform === 'win32');
  expect(loadKernelLock('win32')).toBeUndefined();
});

describe.each([
  ['the system', kernel, 'loadKernelLock()'],
  ['a file', undefined, 'undefined'],
] as const)('locked by %s', (_, lock, inChild) => {
  test('a folder is locked once, and free again after release', async () => {
    const held = await take(lock);
    expect(await refusalOf(take(lock))).toContain(`in use by process ${process.pid}`);
    held.release();
    held.release();
    (await take(lock)).release();
  });

  test('what a dead process left, one whose pid was reused, and a crash, is taken over', async () => {
    for (const left of [
      '{"pid":999999999,"start":""}',
      `{"pid":${process.pid},"start":"earlier:1"}`,
      '{"pi',
    ]) {
      writeFileSync(lockFile(), left);
      (await take(lock)).release();
    }
  });

  test('another process is kept out, told the pid, and let in when that one is killed', async () => {
    const child = await elsewhere(holderScript(inChild));
    expect(await refusalOf(take(lock))).toContain(`in use by process ${child.pid}`);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    (await take(lock)).release();
  });

  test('a holder that is ending is waited for, and the log says so once', async () => {
    const held = await take(lock);
    const attempt = take(lock, 5_000);
    for (let i = 0; i < 20; i++) await step(clock);
    expect(log.entries.filter((each) => each.level === 'warn')).toHaveLength(1);
    held.release();
    for (let i = 0; i < 2; i++) await step(clock);
    (await attempt).release();
  });

  test('after the time to wait the refusal names the holder', async () => {
    const held = await take(lock);
    const refusal = refusalOf(take(lock, 5_000));
    for (let i = 0; i < 101; i++) await step(clock);
    expect(await refusal).toContain(`in use by process ${process.pid}`);
    held.release();
  });

  test.runIf(process.platform === 'linux')('a zombie holds nothing', async () => {
    // The shell starts the holder and never asks how it ended.
    const script = JSON.stringify(holderScript(inChild));
    const shell = await elsewhere(`import { spawn } from 'node:child_process';
      const args = ['--conditions=source', '--input-type=module', '--eval', ${script}];
      const child = spawn('sh', ['-c', '"$0" "$@" & echo $!; exec sleep 60', process.execPath, ...args]);
      child.stdout.on('data', (text) => { if (String(text).includes('locked')) console.log('ready'); });`);
    const { pid } = JSON.parse(readFileSync(lockFile(), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const options = { directory, clock: new SystemClock(), log, waitMs: 20_000, kernel: lock };
    (await lockDirectory(options)).release();
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    shell.kill('SIGKILL');
  });
});

test('the file of the lock stays while the lock goes from hand to hand', async () => {
  (await take(kernel)).release();
  const { ino } = statSync(lockFile());
  const held = await take(kernel);
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  held.release();
  expect(statSync(lockFile()).ino).toBe(ino);
  expect(readFileSync(lockFile(), 'utf8')).toBe('');
});

test('a process that locks by the file alone and one that asks the system keep each other out', async () => {
  const byFile = await take(undefined);
  expect(await refusalOf(take(kernel))).toContain(`in use by process ${process.pid}`);
  byFile.release();
  const bySystem = await take(kernel);
  expect(await refusalOf(take(undefined))).toContain(`in use by process ${process.pid}`);
  bySystem.release();
});

test('where the file system knows no locks the file itself is the lock', async () => {
  const without: KernelLock = {
    tryLock() {
      throw new Error('flock failed: ENOLCK');
    },
  };
  const held = await take(without);
  expect(log.entries.map((each) => each.message).join()).toContain('ENOLCK');
  expect(await refusalOf(take(without))).toContain(`in use by process ${process.pid}`);
  held.release();
});

/** Lets what waits for the clock run. */
async function step(time: FakeClock): Promise<void> {
  time.advance(50);
  await new Promise((resolve) => setImmediate(resolve));
}
