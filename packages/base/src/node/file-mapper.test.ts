import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { loadFileMapper } from './file-mapper.ts';
import { NodeDisk } from './node-disk.ts';
import { SystemRandom } from './system-random.ts';

const BYTES = 300_000;
let directory: string;
let path: string;
let content: Uint8Array;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sextant-map-'));
  path = `${directory}/f`;
  content = new SystemRandom().bytes(BYTES);
  writeFileSync(path, content);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Mappings of the file in this process, which Linux lists; undefined elsewhere. */
function listed(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .filter((line) => line.includes(path)).length;
}

test('a mapped file shows its bytes, though it was removed', () => {
  const disk = new NodeDisk();
  expect(disk.maps(BYTES)).toBe(true);
  const mapping = disk.map(path, BYTES);
  expect(mapping.mapped).toBe(true);
  expect([1, undefined]).toContain(listed());
  disk.remove(path);
  expect(Buffer.compare(new Uint8Array(mapping.buffer), content)).toBe(0);
  mapping.unmap();
});

test('after the end of a mapping its memory is gone, every view of it is empty, and a second end is none', () => {
  const disk = new NodeDisk();
  const mapping = disk.map(path, BYTES);
  const words = new Uint32Array(mapping.buffer, 8, 100);
  const bytes = new Uint8Array(mapping.buffer);
  const other = disk.map(path, BYTES);
  mapping.unmap();
  mapping.unmap();
  expect([words.length, words[0], bytes.length, bytes[BYTES - 1]]).toEqual([0, undefined, 0, undefined]);
  expect([1, undefined]).toContain(listed());
  expect(Buffer.compare(new Uint8Array(other.buffer), content)).toBe(0);
  other.unmap();
  expect([0, undefined]).toContain(listed());
});

test('loops that the compiler has made for a mapping find nothing after its end', () => {
  const mapping = new NodeDisk().map(path, BYTES);
  const words = new Uint32Array(mapping.buffer);
  const sum = (): number => {
    let result = 0;
    for (let i = 0; i < words.length; i++) result = (result + words[i]!) | 0;
    return result;
  };
  const expected = sum();
  for (let i = 0; i < 300; i++) expect(sum()).toBe(expected);
  mapping.unmap();
  for (let i = 0; i < 300; i++) expect(sum()).toBe(0);
});

test('a mapping that nobody ends goes when no view of it is left', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const disk = new NodeDisk();
  let words: Uint32Array | undefined = new Uint32Array(disk.map(path, BYTES).buffer);
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(words.length).toBe(BYTES / 4);
  expect([1, undefined]).toContain(listed());
  words = undefined;
  for (let i = 0; i < 100 && listed() !== 0; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([0, undefined]).toContain(listed());
});

test('a file that is not as long as it should be is refused before it is mapped', () => {
  const disk = new NodeDisk();
  writeFileSync(path, content.subarray(0, 5_000));
  expect(() => disk.map(path, BYTES)).toThrow(`${path} has 5000 bytes instead of ${BYTES}`);
  expect(() => disk.map(`${directory}/none`, BYTES)).toThrow(DiskError);
});

test('where mappings are not allowed a file is read instead', () => {
  const disk = new NodeDisk({ allowMmap: false });
  expect(disk.maps(2 ** 40)).toBe(false);
  const mapping = disk.map(path, BYTES);
  expect(mapping.mapped).toBe(false);
  const view = new Uint8Array(mapping.buffer);
  expect(Buffer.compare(view, content)).toBe(0);
  mapping.unmap();
  expect(view.length).toBe(0);
});

test('small files are not worth a mapping, and Windows has none', () => {
  expect(new NodeDisk().maps(1_000)).toBe(false);
  expect(loadFileMapper('win32')).toBeUndefined();
});

test('where the system refuses a mapping the file is read', () => {
  expect(loadFileMapper()!.map(-1, BYTES)).toBeUndefined();
});
