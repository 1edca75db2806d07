import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskError } from '../ports/disk.ts';
import { loadFileMapper } from './file-mapper.ts';
import { MappingLedger } from './mapping-ledger.ts';
import { NodeDisk } from './node-disk.ts';
import { SystemRandom } from './system-random.ts';
import { spawnWorker } from './worker-channel.ts';

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

test('where mappings are not allowed a file is read instead, unless that is not wanted', () => {
  const disk = new NodeDisk({ allowMmap: false });
  expect(disk.mapOnly(path, BYTES)).toBeUndefined();
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
  const ledger = MappingLedger.begin(10);
  expect(loadFileMapper()!.map(-1, BYTES, ledger)).toBeUndefined();
  expect(ledger.figures()).toEqual({ count: 0, max: 10, refused: 0 });
});

test('beyond the mappings that there may be files are read, in every thread, until some have ended', () => {
  const first = MappingLedger.begin(3);
  const disk = new NodeDisk({ mappings: first });
  const other = new NodeDisk({ mappings: new MappingLedger(first.forThread()) });
  const mappings = [disk.map(path, BYTES), other.map(path, BYTES), disk.map(path, BYTES)];
  expect(mappings.map(({ mapped }) => mapped)).toEqual([true, true, true]);
  expect(disk.maps(BYTES)).toBe(false);
  expect(disk.mapOnly(path, BYTES)).toBeUndefined();
  const beyond = other.map(path, BYTES);
  expect(beyond.mapped).toBe(false);
  expect(Buffer.compare(new Uint8Array(beyond.buffer), content)).toBe(0);
  expect(first.figures()).toEqual({ count: 3, max: 3, refused: 2 });
  mappings[1]!.unmap();
  expect(disk.maps(BYTES)).toBe(true);
  expect(disk.map(path, BYTES).mapped).toBe(true);
  mappings[0]!.unmap();
  mappings[2]!.unmap();
  expect(first.figures().count).toBe(1);
});

test('what a thread had mapped that died is let go', async () => {
  const ledger = MappingLedger.begin(100);
  const shared = ledger.forThread();
  const entry = new URL('../testing/mapping-worker.ts', import.meta.url);
  const channel = spawnWorker(entry, { name: 'mapping', data: shared });
  const ended = new Promise((resolve) => channel.onEnd(resolve));
  const mapped = new Promise((resolve) => channel.onMessage(resolve));
  for (let i = 0; i < 5; i++) channel.post({ path, bytes: BYTES });
  expect(await mapped).toBe(5);
  expect([5, undefined]).toContain(listed());
  expect(ledger.figures().count).toBe(5);
  channel.post('die');
  await ended;
  MappingLedger.endThread(shared, loadFileMapper());
  expect([0, undefined]).toContain(listed());
  expect(ledger.figures().count).toBe(0);
});
