import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { decodeFramed, encodeFramed, readFramed, writeFramed } from './framed-file.ts';
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
