import { mkdtempSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { type FileCalls, NodeDisk } from './node-disk.ts';
import { SystemRandom } from './system-random.ts';

let directory: string;
const LIMIT = 64;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sextant-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function codeOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof DiskError ? error.code : String(error);
  }
}

test('bytes that were written are replaced in place, in parts where they are many', () => {
  const disk = new NodeDisk({ ioBytesMax: 2 });
  const path = `${directory}/f`;
  const file = disk.open(path, 'create');
  file.write(Buffer.from('hello world'));
  file.overwrite(Buffer.from('HELLO'), 0);
  file.write(Buffer.from('!'));
  file.overwrite(Buffer.from('W'), 6);
  expect(file.size).toBe(12);
  file.close();
  expect(Buffer.from(disk.readFile(path)).toString()).toBe('HELLO World!');
});

test('files are appended to, read by position, truncated and replaced', () => {
  const disk = new NodeDisk();
  disk.makeDirectory(`${directory}/x/y`);
  const path = `${directory}/x/y/f`;
  const file = disk.open(path, 'append');
  file.write(Buffer.from('hello '));
  file.write(Buffer.from('world'));
  file.sync();
  const target = new Uint8Array(8);
  expect(file.read(target, 6)).toBe(5);
  expect(Buffer.from(target.subarray(0, 5)).toString()).toBe('world');
  file.truncate(5);
  file.close();
  file.close();
  const again = disk.open(path, 'append');
  expect(again.size).toBe(5);
  again.write(Buffer.from('!'));
  again.close();
  disk.rename(path, `${path}2`);
  disk.syncDirectory(`${directory}/x/y`);
  expect(Buffer.from(disk.readFile(`${path}2`)).toString()).toBe('hello!');
  expect(disk.list(`${directory}/x/y`)).toEqual(['f2']);
  expect(disk.sizeOf(`${path}2`)).toBe(6);
  disk.open(`${path}2`, 'create').close();
  expect(disk.sizeOf(`${path}2`)).toBe(0);
  disk.removeTree(`${directory}/x`);
  expect(disk.exists(`${directory}/x`)).toBe(false);
  disk.remove(`${directory}/none`);
  expect(disk.space(directory).totalBytes).toBeGreaterThan(0);
});

/** Calls that refuse what Node refuses above 2 GiB, and move fewer bytes than asked as systems may. */
const narrowCalls: FileCalls = {
  read: (descriptor, target, position) => {
    if (target.length > LIMIT) throw new RangeError('The value of "length" is out of range');
    return readSync(descriptor, target, 0, Math.min(target.length, LIMIT - 3), position);
  },
  write: (descriptor, bytes, position) => {
    if (bytes.length > LIMIT) throw new RangeError('The value of "length" is out of range');
    return writeSync(descriptor, bytes, 0, Math.min(bytes.length, LIMIT - 2), position);
  },
};

test('files larger than one call may move are written and read in parts', () => {
  const disk = new NodeDisk({ ioBytesMax: LIMIT, calls: narrowCalls });
  const path = `${directory}/large`;
  const bytes = new SystemRandom().bytes(10_001);
  const file = disk.open(path, 'create');
  file.write(bytes.subarray(0, 5_000));
  file.write(bytes.subarray(5_000));
  expect(file.size).toBe(bytes.length);
  const target = new Uint8Array(bytes.length);
  expect(file.read(target, 0)).toBe(bytes.length);
  expect(Buffer.compare(target, bytes)).toBe(0);
  file.close();
  expect(Buffer.compare(disk.readFile(path), bytes)).toBe(0);
});

test('errors say what kind they are', () => {
  const disk = new NodeDisk();
  expect(codeOf(() => disk.open(`${directory}/none`, 'read'))).toBe('missing');
  expect(codeOf(() => disk.list(`${directory}/none`))).toBe('missing');
  expect(codeOf(() => disk.readFile(directory))).toBe('failed');
});

test('a folder is made with those above it; where none can be, the call ends', () => {
  const disk = new NodeDisk();
  disk.makeDirectory(`${directory}/x/y/z`);
  disk.makeDirectory(`${directory}/x/y/z`);
  expect(disk.list(`${directory}/x/y`)).toEqual(['z']);
  writeFileSync(`${directory}/file`, '');
  expect(() => disk.makeDirectory(`${directory}/file`)).toThrow(DiskError);
  expect(() => disk.makeDirectory(`${directory}/file/below`)).toThrow(DiskError);
  if (process.platform === 'linux') expect(() => disk.makeDirectory('/proc/a/b')).toThrow(DiskError);
});

test('random floats fill [0, 1)', () => {
  const random = new SystemRandom();
  const floats = Array.from({ length: 1000 }, () => random.float());
  expect(Math.min(...floats)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...floats)).toBeLessThan(1);
  expect(Math.max(...floats)).toBeGreaterThan(0.9);
  expect(random.bytes(16)).toHaveLength(16);
});

test('an error of the system that says nothing of the file has a code of its own', () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM']) {
    const write = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    const disk = new NodeDisk({ calls: { ...narrowCalls, write } });
    const file = disk.open(`${directory}/${code}`, 'create');
    expect(codeOf(() => file.write(new Uint8Array(1)))).toBe('exhausted');
    file.close();
  }
});
