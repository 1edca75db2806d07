import { expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { FaultyDisk, MachineStopped } from './faulty-disk.ts';
import { MemoryDisk } from './memory-disk.ts';
import { SeededRandom } from './seeded-random.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (disk: MemoryDisk, path: string): string => new TextDecoder().decode(disk.readFile(path));

function disk(): MemoryDisk {
  const made = new MemoryDisk();
  made.makeDirectory('/a/b');
  made.syncDirectory('/');
  made.syncDirectory('/a');
  return made;
}

test('a power failure takes what was not synced: content, names, renames and removals', () => {
  const made = disk();
  const kept = made.open('/a/b/kept', 'create');
  kept.write(bytes('synced'));
  kept.sync();
  made.open('/a/b/removed', 'create').sync();
  made.syncDirectory('/a/b');
  kept.write(bytes(' lost'));
  const unnamed = made.open('/a/b/unnamed', 'create');
  unnamed.write(bytes('content alone is not enough'));
  unnamed.sync();
  made.remove('/a/b/removed');
  made.crash();
  expect(made.list('/a/b')).toEqual(['kept', 'removed']);
  expect(textOf(made, '/a/b/kept')).toBe('synced');
});

test('an unsynced truncation is undone', () => {
  const made = disk();
  const file = made.open('/a/f', 'create');
  file.write(bytes('0123456789'));
  file.sync();
  made.syncDirectory('/a');
  file.truncate(3);
  file.write(bytes('xy'));
  expect(textOf(made, '/a/f')).toBe('012xy');
  made.crash();
  expect(textOf(made, '/a/f')).toBe('0123456789');
});

test('with a seed any part of what was not synced may survive, and the same seed gives the same', () => {
  const sizes = new Set<number>();
  for (let seed = 0; seed < 20; seed++) {
    const run = (): number => {
      const made = disk();
      const file = made.open('/a/f', 'create');
      made.syncDirectory('/a');
      file.write(bytes('0123456789'));
      made.crash(new SeededRandom(seed));
      return made.sizeOf('/a/f');
    };
    const size = run();
    expect(run(), `seed ${seed}`).toBe(size);
    sizes.add(size);
  }
  expect(sizes.size).toBeGreaterThan(3);
});

test('a faulty disk breaks the operation that was chosen, in the middle of a write', () => {
  const made = disk();
  const failing = new FaultyDisk(made, { at: 2, kind: 'fail', code: 'no_space' });
  const file = failing.open('/a/f', 'create');
  expect(() => file.write(bytes('0123'))).toThrow(DiskError);
  file.write(bytes('45'));
  expect(textOf(made, '/a/f')).toBe('0145');
  expect(failing.operations).toBe(3);

  const stopping = new FaultyDisk(made, { at: 1, kind: 'stop' });
  expect(() => stopping.syncDirectory('/a')).toThrow(MachineStopped);
  expect(() => stopping.readFile('/a/f')).toThrow(MachineStopped);
});
