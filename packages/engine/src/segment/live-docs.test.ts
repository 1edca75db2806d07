import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LiveDocs, liveDocsPath, readLiveDocs, withLiveDocs, writeLiveDocs } from './live-docs.ts';

function bitsOf(buffer: SharedArrayBuffer | null): number[] {
  return buffer === null ? [] : [...new Uint32Array(buffer)];
}

test('a published snapshot never changes, later deletions go to a copy', () => {
  const live = new LiveDocs(40, null);
  expect(live.snapshot()).toBeNull();
  expect([live.delete(3), live.delete(3), live.delete(39)]).toEqual([true, false, true]);
  const first = live.snapshot();
  expect(live.snapshot()).toBe(first);
  live.delete(0);
  expect(bitsOf(first)).toEqual([0xfffffff7, 0x7f]);
  expect(bitsOf(live.snapshot())).toEqual([0xfffffff6, 0x7f]);
  expect([live.deletedDocs, live.isLive(0), live.isLive(1)]).toEqual([3, false, true]);
  const copy = new LiveDocs(40, first);
  copy.delete(1);
  expect(bitsOf(first)).toEqual([0xfffffff7, 0x7f]);
  expect(copy.deletedDocs).toBe(3);
  expect(withLiveDocs({ maxDoc: 40 }, first).deletedDocs).toBe(2);
});

test('live documents are written and read, and survive a crash once written', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const live = new LiveDocs(64, null);
  live.delete(63);
  writeLiveDocs(disk, '/d', '_3', 40, 64, live.snapshot()!);
  disk.syncDirectory('/d');
  disk.syncDirectory('/');
  disk.crash();
  expect(disk.list('/d')).toEqual(['_3_14.liv']);
  expect(bitsOf(readLiveDocs(disk, '/d', '_3', 40, 64))).toEqual([0xffffffff, 0x7fffffff]);
  expect(() => readLiveDocs(disk, '/d', '_3', 40, 65)).toThrow('another segment');
});

test('any changed byte of a file of live documents is found', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const live = new LiveDocs(100, null);
  live.delete(7);
  writeLiveDocs(disk, '/d', '_1', 2, 100, live.snapshot()!);
  const path = liveDocsPath('/d', '_1', 2);
  const original = disk.readFile(path).slice();
  for (let at = 0; at < original.length; at++) {
    const bytes = original.slice();
    bytes[at] = bytes[at]! ^ 0x10;
    const file = disk.open(path, 'create');
    file.write(bytes);
    file.close();
    expect(() => readLiveDocs(disk, '/d', '_1', 2, 100), `byte ${at}`).toThrow('_1_2.liv');
  }
});
