import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SpareArrays } from '../../codec/spare-arrays.ts';
import type { LiveVersion } from './live-versions.ts';
import { VersionMap } from './version-map.ts';

const location = { generation: 1, position: 0, length: 0 };
const live = (seqNo: number): LiveVersion => {
  return { seqNo, primaryTerm: 1, version: 1, deleted: false, doc: 0, buffer: 0, location };
};
const tombstone = (seqNo: number) => {
  return { seqNo, primaryTerm: 1, version: 1, deleted: true, timeMs: seqNo } as const;
};

const seed = 7;
/** Of a delete; and of what was written, with an id of seven characters. */
const [DELETE_BYTES, ROW_BYTES] = [200, 127];

test(`what was written and deleted is found and counted, whatever the order of ids, until it is in a segment (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  const map = new VersionMap();
  let [written, frozen] = [new Map<string, number>(), new Map<string, number>()];
  let [rows, frozenRows] = [new Set<string>(), new Set<string>()];
  const deleted = new Map<string, number>();
  const idOf = (number: number) => `id-${String(Math.max(0, number)).padStart(4, '0')}`;
  for (let seqNo = 0; seqNo < 5_000; seqNo++) {
    // Mostly growing ids, as log lines have, and some of just before.
    const id = idOf(random.below(4) === 0 ? seqNo - random.below(40) : seqNo);
    const what = random.below(100);
    if (what < 65) {
      map.put(id, live(seqNo));
      written.set(id, seqNo);
      rows.add(id);
      deleted.delete(id);
    } else if (what < 88) {
      map.delete(id, tombstone(seqNo), seqNo);
      written.delete(id);
      frozen.delete(id);
      deleted.set(id, seqNo);
    } else if (what < 91) {
      map.freeze();
      [written, frozen] = [new Map(), written];
      [rows, frozenRows] = [new Set(), rows];
    } else if (what < 94) {
      map.clearFrozen();
      frozen = new Map();
      frozenRows = new Set();
    } else if (what < 97) {
      map.clearLive();
      [written, frozen] = [new Map(), new Map()];
      [rows, frozenRows] = [new Set(), new Set()];
    } else {
      map.prune(Number.POSITIVE_INFINITY, seqNo);
      deleted.clear();
    }
    for (let number = seqNo - 50; number < seqNo + 2; number++) {
      const asked = idOf(number);
      const expected = written.get(asked) ?? deleted.get(asked) ?? frozen.get(asked);
      if (map.get(asked)?.seqNo !== expected)
        expect([asked, map.get(asked)?.seqNo]).toEqual([asked, expected]);
    }
    expect(map.liveBytes).toBe(ROW_BYTES * rows.size);
    expect(map.bytes).toBe(ROW_BYTES * (rows.size + frozenRows.size) + DELETE_BYTES * deleted.size);
  }
});

test('ids without characters are found as others are, and halves of pairs as what stands in their place in UTF-8', () => {
  const map = new VersionMap();
  const ids = ['', '\ud83d\ude00', '\ufffd', 'a', 'x'.repeat(512), 'ä'.repeat(300)];
  for (const [seqNo, id] of ids.entries()) {
    expect(map.get(id)).toBeUndefined();
    map.put(id, live(seqNo));
  }
  expect(ids.map((id) => map.get(id)?.seqNo)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(map.get('\ud83d')?.seqNo).toBe(2);
});

test('what was written last is told whole, of an id that was deleted since as of others', () => {
  const map = new VersionMap();
  const version = (n: number): LiveVersion => ({
    seqNo: 2 ** 40 + n,
    primaryTerm: 3 + n,
    version: 2 ** 52 + n,
    deleted: false,
    doc: 5 + n,
    buffer: 7 + n,
    location: { generation: 2 ** 33 + n, position: 2 ** 34 + n, length: 100_000 + n },
  });
  for (let n = 0; n < 1_000; n++) map.put(`id-${n}`, version(n));
  map.delete('id-7', tombstone(1), 1);
  expect(map.get('id-7')).toEqual(tombstone(1));
  map.put('id-7', version(2_000));
  map.put('id-8', version(3_000));
  expect(map.get('id-7')).toEqual(version(2_000));
  expect(map.get('id-8')).toEqual(version(3_000));
  expect(map.get('id-999')).toEqual(version(999));
});

test('memory of ids goes round, and what others had written there is not seen', () => {
  const spare = new SpareArrays(64 * 1024 * 1024);
  spare.open();
  const map = new VersionMap(spare);
  const write = (prefix: string): void => {
    for (let n = 0; n < 5_000; n++) map.put(`${prefix}-${n}`, live(n));
  };
  write('a');
  map.freeze();
  write('b');
  map.clearFrozen();
  expect(spare.bytesKept).toBeGreaterThan(5_000 * 48);
  map.freeze();
  write('c');
  for (let n = 0; n < 5_000; n++) {
    expect(map.get(`a-${n}`)).toBeUndefined();
    expect([map.get(`b-${n}`)?.seqNo, map.get(`c-${n}`)?.seqNo]).toEqual([n, n]);
  }
  map.clearLive();
  expect([map.get('b-1'), map.get('c-1'), map.bytes]).toEqual([undefined, undefined, 0]);
});
