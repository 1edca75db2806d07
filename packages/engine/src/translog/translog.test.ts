import { DiskError } from '@sextant/base';
import { FakeClock, FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { beforeEach, expect, test } from 'vitest';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { checkTranslog } from './check-translog.ts';
import { generationPath } from './generation.ts';
import type { HistoryOperation } from './history-operation.ts';
import { Translog } from './translog.ts';

const directory = '/shard/translog';
let disk: MemoryDisk;

beforeEach(() => {
  disk = new MemoryDisk();
  disk.makeDirectory('/shard');
  disk.syncDirectory('/');
});

const options = (): { disk: MemoryDisk; directory: string; clock: FakeClock } => ({
  disk,
  directory,
  clock: new FakeClock(),
});

const create = (): Translog => Translog.create(options(), 'uuid-of-22-characters-');
const open = (): Translog => Translog.open(options(), 0)!;

function operation(seqNo: number, text = `document ${seqNo}`): HistoryOperation {
  const source = new TextEncoder().encode(text);
  return {
    kind: 'index',
    seqNo,
    primaryTerm: 1,
    version: 1,
    id: `é${seqNo}`,
    routing: null,
    source,
  };
}

function seqNos(translog: Translog, from = 0): number[] {
  const found: number[] = [];
  translog.forEach(from, ({ seqNo }) => found.push(seqNo) > 0);
  return found;
}

test('an operation is read back as it was written', () => {
  const translog = create();
  const source = new TextEncoder().encode('..{"a":1}..').subarray(2, 9);
  const routed = { kind: 'index', seqNo: 0, primaryTerm: 3, version: 7, id: 'ü', routing: 'r' } as const;
  const location = translog.append({ ...routed, source });
  const read = translog.read(location);
  expect({ ...read, source: new TextDecoder().decode(read.source!) }).toEqual({
    ...routed,
    source: '{"a":1}',
  });
  const removed = { ...routed, kind: 'delete', seqNo: 1, routing: null, source: null } as const;
  expect(translog.read(translog.append(removed)).source).toBeNull();
});

test('what was synced survives a power failure, what was not is cut off', () => {
  const translog = create();
  translog.append(operation(0));
  translog.append(operation(1));
  translog.sync();
  translog.append(operation(2));
  disk.crash();
  expect(seqNos(open())).toEqual([0, 1]);
});

test('a torn end is cut off wherever it was torn', () => {
  for (let seed = 1; seed <= 60; seed++) {
    disk = new MemoryDisk();
    disk.makeDirectory('/shard');
    disk.syncDirectory('/');
    const translog = create();
    translog.append(operation(0));
    translog.sync();
    for (let seqNo = 1; seqNo < 6; seqNo++) translog.append(operation(seqNo));
    // Reading brings the buffer into the file, unsynced.
    translog.read({ generation: 1, position: 44, length: translog.bytesFrom(1) > 0 ? recordLength() : 0 });
    disk.crash(new SeededRandom(seed));
    const reopened = open();
    const survived = seqNos(reopened);
    expect(survived, `seed ${seed}`).toEqual([0, 1, 2, 3, 4, 5].slice(0, survived.length));
    expect(survived.length, `seed ${seed}`).toBeGreaterThan(0);
    reopened.append(operation(9));
    reopened.sync();
    expect(seqNos(open()), `seed ${seed}`).toEqual([...survived, 9]);
  }
});

function recordLength(): number {
  return 48 + new TextEncoder().encode('é0document 0').length;
}

test('what a sync that failed has dropped is written anew before anything is acknowledged', () => {
  const translog = create();
  translog.append(operation(0, 'long '.repeat(1000)));
  // The bytes are in the cache of the system, and no sync that follows writes them.
  translog.read({ generation: 1, position: 44, length: 48 + 3 + 5000 });
  disk.loseSync(generationPath(directory, 1), { float: () => 0.9, bytes: (n) => new Uint8Array(n) });
  const reopened = open();
  expect(seqNos(reopened)).toEqual([0]);
  reopened.append(operation(1));
  reopened.sync();
  disk.crash();
  expect(seqNos(open())).toEqual([0, 1]);
});

test('what was found is made durable without another write, where the disk has room', () => {
  const translog = create();
  translog.append(operation(0));
  // A killed process had no time to sync: the bytes are in the cache of the system.
  translog.read({ generation: 1, position: 44, length: recordLength() });
  const full = new FaultyDisk(disk);
  full.full = true;
  const reopened = Translog.open({ ...options(), disk: full }, 0)!;
  reopened.secureFound();
  expect(seqNos(reopened)).toEqual([0]);
  full.full = false;
  reopened.secureFound();
  disk.crash();
  expect(seqNos(open())).toEqual([0]);
});

test('a disk that takes no byte can be opened and read', () => {
  const translog = create();
  translog.append(operation(0));
  translog.sync();
  const full = new FaultyDisk(disk);
  full.full = true;
  const reopened = Translog.open({ ...options(), disk: full }, 0)!;
  expect(seqNos(reopened)).toEqual([0]);
  expect(() => reopened.append(operation(1))).toThrow(DiskError);
  full.full = false;
  reopened.append(operation(1));
  reopened.sync();
  expect(seqNos(open())).toEqual([0, 1]);
});

test('a generation is not removed before the checkpoint that does without it is durable', () => {
  let rolled = 0;
  for (let at = 1; at < 40; at++) {
    disk = new MemoryDisk();
    disk.makeDirectory('/shard');
    disk.syncDirectory('/');
    try {
      const failing = new FaultyDisk(disk, { at, kind: 'fail' });
      const translog = Translog.create({ ...options(), disk: failing }, 'uuid-of-22-characters-');
      translog.append(operation(0));
      translog.roll();
      continue;
    } catch {
      // Whatever is there is opened again.
    }
    const again = Translog.open(options(), 0);
    if (again?.generation !== 2) continue;
    rolled++;
    again.trim(2);
    for (let seed = 0; seed < 50; seed++) {
      const crashed = disk.clone();
      crashed.crash(new SeededRandom(seed));
      const reopened = (): unknown => Translog.open({ ...options(), disk: crashed }, 2);
      expect(reopened, `operation ${at}, seed ${seed}`).not.toThrow();
    }
  }
  expect(rolled).toBeGreaterThan(0);
});

test('a log that is found, and that a commit point may name after a roll, is there after a power failure', () => {
  let found = 0;
  for (let at = 1; at < 20; at++) {
    disk = new MemoryDisk();
    disk.makeDirectory('/shard');
    disk.syncDirectory('/');
    const failing = new FaultyDisk(disk, { at, kind: 'fail' });
    try {
      Translog.create({ ...options(), disk: failing }, 'uuid-of-22-characters-');
    } catch {
      // What is there is opened again.
    }
    const again = Translog.open(options(), 0);
    if (again === undefined) continue;
    found++;
    again.roll();
    disk.crash();
    expect(Translog.open(options(), 0)?.uuid, `operation ${at}`).toBe(again.uuid);
  }
  expect(found).toBeGreaterThan(1);
});

test('damage to synced bytes is corruption, not a torn end', () => {
  const translog = create();
  for (let seqNo = 0; seqNo < 3; seqNo++) {
    translog.append(operation(seqNo));
    translog.sync();
  }
  disk.damage(generationPath(directory, 1), 60);
  expect(open).toThrow(/is damaged at byte 44/);
  expect(checkTranslog(disk, directory, undefined).problems).toHaveLength(1);
});

test('damage to any byte of the last synced group is corruption, and no record is dropped', () => {
  const translog = create();
  translog.append(operation(0));
  translog.sync();
  const start = disk.sizeOf(generationPath(directory, 1));
  for (let seqNo = 1; seqNo < 30; seqNo++) translog.append(operation(seqNo, `{"text":"document ${seqNo}"}`));
  translog.sync();
  const path = generationPath(directory, 1);
  const size = disk.sizeOf(path);
  for (let position = start; position < size; position++) {
    for (const mask of [0xff, 1 << (position & 7)]) {
      disk.damage(path, position, mask);
      expect(open, `byte ${position}, mask ${mask}`).toThrow(/is damaged at byte/);
      disk.damage(path, position, mask);
    }
  }
  expect(seqNos(open())).toHaveLength(30);
});

/** A generation of the first version, whose records have no check of their heads: documents a and b. */
const FIRST_VERSION =
  'U1h0bAEAAAAAAAAAAADwP3V1aWQtb2YtMjItY2hhcmFjdGVycy0AAAfBEE1TWG9wOAAAAI67w6cBAAEAAAAAAAAARkAAAAAA' +
  'AAAAAAAAAAAAAPA/AQAAAAAAAABheyJ2IjoxfVNYb3A4AAAAPozBngEAAQAAAAAAAABZQAAAAAAAAPA/AAAAAAAA8D8BAAAA' +
  'AAAAAGJ7InYiOjJ9';

test('records of the first version are read, carried on, and damage in them is found', () => {
  create().close();
  const path = generationPath(directory, 1);
  const put = (bytes: Uint8Array): void => {
    const file = disk.open(path, 'create');
    file.write(bytes);
    file.sync();
    file.close();
  };
  const old = Buffer.from(FIRST_VERSION, 'base64');
  put(old);
  const translog = open();
  expect(seqNos(translog)).toEqual([0, 1]);
  translog.append(operation(2));
  translog.sync();
  disk.crash();
  expect(seqNos(open())).toEqual([0, 1, 2]);
  translog.close();
  disk = new MemoryDisk();
  disk.makeDirectory('/shard');
  create().close();
  put(old);
  for (const position of [45, 60, 95, old.length - 1]) {
    disk.damage(path, position);
    expect(open, `byte ${position}`).toThrow(/is damaged at byte/);
    disk.damage(path, position);
  }
});

test('damage anywhere in a closed generation is found', () => {
  const translog = create();
  translog.append(operation(0));
  translog.append(operation(1));
  translog.roll();
  const path = generationPath(directory, 1);
  const size = disk.sizeOf(path);
  for (let position = 0; position < size; position += 3) {
    disk.damage(path, position);
    expect(checkTranslog(disk, directory, undefined).problems, `byte ${position}`).toHaveLength(1);
    disk.damage(path, position);
  }
  expect(checkTranslog(disk, directory, undefined).problems).toEqual([]);
});

test('history is read by seq_no across generations', () => {
  const translog = create();
  for (let seqNo = 0; seqNo < 1000; seqNo++) {
    translog.append(operation(seqNo));
    if (seqNo % 300 === 299) translog.roll();
  }
  translog.sync();
  expect(seqNos(translog, 997)).toEqual([997, 998, 999]);
  expect(seqNos(translog, 250)).toHaveLength(750);
  expect(translog.generationFor(299)).toBe(1);
  expect(translog.generationFor(300)).toBe(2);
  expect(translog.generationFor(5000)).toBe(4);
  expect(seqNos(open(), 598)).toHaveLength(402);
});

test('trimmed generations are gone after a restart, and only they', () => {
  const translog = create();
  for (let seqNo = 0; seqNo < 4; seqNo++) {
    translog.append(operation(seqNo));
    translog.roll();
  }
  translog.trim(3);
  expect(seqNos(translog)).toEqual([2, 3]);
  disk.crash();
  const reopened = Translog.open(options(), 3)!;
  expect(seqNos(reopened, 2)).toEqual([2, 3]);
});

test('a missing generation that is needed is corruption', () => {
  const translog = create();
  translog.append(operation(0));
  translog.roll();
  disk.remove(generationPath(directory, 1));
  expect(() => Translog.open(options(), 1)).toThrow(/is missing/);
});

test('operations out of order are found by their seq_no', () => {
  const translog = create();
  for (const seqNo of [5, 1, 3, 0, 4, 2]) translog.append(operation(seqNo));
  translog.sync();
  expect(seqNos(translog, 3)).toEqual([5, 3, 4]);
});

test('reading from an operation in the middle begins near it, also where the log is not in order', () => {
  const watched = new WatchedDisk(disk);
  const translog = Translog.create({ ...options(), disk: watched }, 'uuid-of-22-characters-');
  // Pairs change places, as operations arrive at a follower.
  for (let seqNo = 0; seqNo < 20_000; seqNo++) translog.append(operation(seqNo ^ 1));
  translog.sync();
  translog.roll();
  expect(translog.generations()[0]!.ordered).toBe(false);
  const { bytes } = translog.generations()[0]!;
  const before = watched.bytesRead;
  const found: number[] = [];
  translog.forEach(19_000, ({ seqNo }) => found.push(seqNo) < 500);
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => 19_000 + i));
  expect(watched.bytesRead - before).toBeLessThan(bytes / 4);
  expect(seqNos(translog, 19_990)).toHaveLength(10);
});

test('what cannot be rolled keeps no file open', () => {
  const watched = new WatchedDisk(disk);
  const translog = Translog.create({ ...options(), disk: watched }, 'uuid-of-22-characters-');
  translog.append(operation(0));
  translog.sync();
  watched.refuse((kind, path) => kind === 'rename' && path.includes('translog.ckp'));
  const before = watched.openFiles;
  expect(() => translog.roll()).toThrow(DiskError);
  expect(watched.openFiles).toBe(before);
});

test('a log keeps no large buffer when its generation has ended', () => {
  /** Of the buffers that were written from. */
  const sizes: number[] = [];
  const open = disk.open.bind(disk);
  disk.open = (path, mode) => {
    const file = open(path, mode);
    const write = file.write.bind(file);
    file.write = (bytes) => {
      sizes.push(bytes.buffer.byteLength);
      write(bytes);
    };
    return file;
  };
  const log = create();
  log.append(operation(0, 'x'.repeat(700_000)));
  log.sync();
  expect(Math.max(...sizes)).toBeGreaterThan(700_000);
  log.roll();
  sizes.length = 0;
  log.append(operation(1, 'y'));
  log.sync();
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThan(16 * 1024);
  expect(log.generation).toBe(2);
});

test('what a process left that ended by itself is not written anew, unless its end is torn', () => {
  const translog = create();
  translog.append(operation(0));
  translog.syncAll();
  expect(translog.isDurable).toBe(true);
  const sound = (): Translog => Translog.open({ ...options(), isSound: true }, 0)!;
  const reopened = sound();
  expect(reopened.isDurable).toBe(true);
  reopened.append(operation(1));
  expect(reopened.isDurable).toBe(false);
  reopened.syncAll();
  expect(reopened.generation).toBe(1);
  disk.crash();
  const path = generationPath(directory, 1);
  disk.open(path, 'append').write(new Uint8Array(3));
  const torn = sound();
  expect(seqNos(torn)).toEqual([0, 1]);
  expect(torn.isDurable).toBe(false);
  torn.append(operation(2));
  torn.syncAll();
  disk.crash();
  expect(seqNos(open())).toEqual([0, 1, 2]);
});
