import { expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { FaultyDisk, MachineStopped } from './faulty-disk.ts';
import { MemoryDisk } from './memory-disk.ts';
import { SECTOR_BYTES } from './memory-file.ts';
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

test('a folder takes the name of an empty one alone', () => {
  const made = disk();
  made.makeDirectory('/a/c/d');
  expect(() => made.rename('/a/b', '/a/c')).toThrow(DiskError);
  made.rename('/a/b', '/a/c/d');
  expect(made.list('/a/c')).toEqual(['d']);
});

test('bytes that were replaced are lost where they were not synced', () => {
  const made = disk();
  const file = made.open('/a/f', 'create');
  file.write(bytes('0123456789'));
  file.sync();
  made.syncDirectory('/a');
  file.overwrite(bytes('xy'), 3);
  expect(textOf(made, '/a/f')).toBe('012xy56789');
  const synced = made.clone();
  made.crash();
  expect(textOf(made, '/a/f')).toBe('0123456789');
  const again = synced.open('/a/f', 'append');
  again.sync();
  synced.crash();
  expect(textOf(synced, '/a/f')).toBe('012xy56789');
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

/** Outcomes of crashes with many seeds. */
function outcomes<T>(prepare: () => MemoryDisk, look: (disk: MemoryDisk) => T): Set<T> {
  const found = new Set<T>();
  for (let seed = 0; seed < 200; seed++) {
    const made = prepare();
    made.crash(new SeededRandom(seed));
    found.add(look(made));
  }
  return found;
}

test('sectors that were not synced reach the platters in any order: holes are zero', () => {
  const prepare = (): MemoryDisk => {
    const made = disk();
    const file = made.open('/a/f', 'create');
    file.write(bytes('s'.repeat(100)));
    file.sync();
    made.syncDirectory('/a');
    file.write(bytes('x'.repeat(1500)));
    return made;
  };
  const shapes = outcomes(prepare, (made) => {
    const text = textOf(made, '/a/f');
    expect(text.slice(0, 100)).toBe('s'.repeat(100));
    return [text[100] ?? '-', text[600] ?? '-', text[1100] ?? '-'].join('').replaceAll('\0', '0');
  });
  // All, nothing, a hole in the middle, a hole at the front.
  expect([...shapes]).toEqual(expect.arrayContaining(['xxx', '---', 'x0x', '0xx']));
});

test('a sector may have reached the platters between two writes', () => {
  const prepare = (): MemoryDisk => {
    const made = disk();
    const file = made.open('/a/f', 'create');
    made.syncDirectory('/a');
    file.write(bytes('one'));
    file.write(bytes('two'));
    return made;
  };
  expect(outcomes(prepare, (made) => textOf(made, '/a/f'))).toContain('one\0\0\0');
});

test('changes of names that were not synced survive in any combination, a rename as a whole', () => {
  const prepare = (): MemoryDisk => {
    const made = disk();
    made.open('/a/old', 'create').sync();
    made.syncDirectory('/a');
    made.rename('/a/old', '/a/new');
    made.open('/a/other', 'create').sync();
    return made;
  };
  const names = outcomes(prepare, (made) => made.list('/a').join());
  expect([...names].sort()).toEqual(['b,new', 'b,new,other', 'b,old', 'b,old,other']);
});

test('a sync that fails drops what it should have written: no later sync writes it', () => {
  for (const kept of [true, false]) {
    const made = disk();
    const file = made.open('/a/f', 'create');
    made.syncDirectory('/a');
    file.write(bytes('a'.repeat(SECTOR_BYTES)));
    made.loseSync('/a/f', { float: () => (kept ? 0.9 : 0.1), bytes: (n) => new Uint8Array(n) });
    expect(textOf(made, '/a/f')[0]).toBe(kept ? 'a' : '\0');
    file.write(bytes('b'.repeat(SECTOR_BYTES)));
    file.sync();
    made.crash();
    expect(textOf(made, '/a/f')).toBe('\0'.repeat(SECTOR_BYTES) + 'b'.repeat(SECTOR_BYTES));
  }
});

test('a copy of a disk has what is synced and what is not', () => {
  const made = disk();
  const file = made.open('/a/f', 'create');
  file.write(bytes('12'));
  file.sync();
  made.syncDirectory('/a');
  file.write(bytes('34'));
  made.rename('/a/f', '/a/g');
  const copy = made.clone();
  file.sync();
  expect(textOf(copy, '/a/g')).toBe('1234');
  copy.crash();
  expect(textOf(copy, '/a/f')).toBe('12');
  made.syncDirectory('/a');
  made.crash();
  expect(textOf(made, '/a/g')).toBe('1234');
});

test('a disk that is full from one operation on takes a part of a write, until it has room', () => {
  const made = disk();
  const full = new FaultyDisk(made, { at: 2, kind: 'full', written: 0.25 });
  const file = full.open('/a/f', 'create');
  full.syncDirectory('/a');
  expect(() => file.write(bytes('0123'))).toThrow(DiskError);
  expect(textOf(made, '/a/f')).toBe('0');
  full.full = false;
  file.write(bytes('45'));
  expect(textOf(made, '/a/f')).toBe('045');
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
