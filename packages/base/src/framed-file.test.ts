import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import {
  decodeFramed,
  encodeFramed,
  readFramed,
  readFramedOrExplain,
  replaceFramed,
  writeFramed,
} from './framed-file.ts';
import { DiskError } from './ports/disk.ts';
import { FaultyDisk } from './testing/faulty-disk.ts';
import { MemoryDisk } from './testing/memory-disk.ts';
import { SeededRandom } from './testing/seeded-random.ts';

const format = { magic: 'SXtt', version: 3 };

test('the checksum is the usual CRC-32', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('a damaged byte anywhere is found', () => {
  const bytes = encodeFramed(format, { a: [1, 'ü'] });
  expect(decodeFramed(format, bytes)).toEqual({ a: [1, 'ü'] });
  for (let i = 0; i < bytes.length; i++) {
    const damaged = bytes.slice();
    damaged[i]! ^= 1;
    expect(() => decodeFramed(format, damaged), `byte ${i}`).toThrow();
    expect(() => decodeFramed(format, bytes.subarray(0, i)), `cut at ${i}`).toThrow();
  }
});

test('after a power failure a replaced file holds the old body or the new one', () => {
  for (let seed = 1; seed < 40; seed++) {
    const disk = new MemoryDisk();
    disk.makeDirectory('/d');
    disk.syncDirectory('/');
    writeFramed(disk, '/d', 'f', format, 'old');
    const random = new SeededRandom(seed);
    const file = disk.open('/d/f.tmp', 'create');
    file.write(encodeFramed(format, 'new'));
    if (random.float() < 0.5) {
      file.sync();
      disk.rename('/d/f.tmp', '/d/f');
    }
    disk.crash(random);
    expect(['old', 'new'], `seed ${seed}`).toContain(readFramed(disk, '/d', 'f', format));
  }
});

test('a missing file reads as undefined', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  expect(readFramed(disk, '/d', 'f', format)).toBeUndefined();
});

/** A disk with `old` in the file, or without it, and the n-th operation that fails. */
function refusing(isThere: boolean, nth: number): { readonly memory: MemoryDisk; readonly disk: FaultyDisk } {
  const memory = new MemoryDisk();
  memory.makeDirectory('/d');
  memory.syncDirectory('/');
  if (isThere) writeFramed(memory, '/d', 'f', format, 'old');
  return { memory, disk: new FaultyDisk(memory, { at: nth, kind: 'fail' }) };
}

test.each([true, false])(
  'a replacement that fails does not count, also after a power failure (%s)',
  (isThere) => {
    const old = isThere ? 'old' : undefined;
    for (let nth = 1; ; nth++) {
      const { memory, disk } = refusing(isThere, nth);
      let failure: unknown;
      try {
        replaceFramed(disk, '/d', 'f', format, 'new');
      } catch (error) {
        failure = error;
      }
      if (disk.operations < nth) break;
      expect(failure).toBeInstanceOf(DiskError);
      expect(String(failure)).not.toContain('not known');
      expect(readFramed(memory, '/d', 'f', format), `operation ${nth}`).toBe(old);
      memory.crash(new SeededRandom(nth));
      expect(readFramed(memory, '/d', 'f', format), `operation ${nth}`).toBe(old);
    }
  },
);

test('where a replacement that failed cannot be taken back, the error says so', () => {
  class NoFolderSync extends MemoryDisk {
    override syncDirectory(path: string): void {
      throw new DiskError('failed', path, 'input/output error');
    }
  }
  const disk = new NoFolderSync();
  disk.makeDirectory('/d');
  expect(() => replaceFramed(disk, '/d', 'f', format, 'new')).toThrow(
    'input/output error; whether the change counts after a restart is not known',
  );
});

test('what a start reads is durable under its name before anybody relies on it', () => {
  const memory = new MemoryDisk();
  memory.makeDirectory('/d');
  memory.syncDirectory('/');
  const killed = new FaultyDisk(memory, { at: 5, kind: 'stop' });
  expect(() => writeFramed(killed, '/d', 'f', format, 'new')).toThrow('the machine was stopped');
  expect(readFramedOrExplain(memory, '/d', 'f', format, 'restore it')).toBe('new');
  memory.crash();
  expect(readFramed(memory, '/d', 'f', format)).toBe('new');
});
