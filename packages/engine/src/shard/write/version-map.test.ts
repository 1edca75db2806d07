import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type LiveVersion, VersionMap } from './version-map.ts';

const location = { generation: 1, position: 0, length: 0 };
const live = (seqNo: number): LiveVersion => {
  return { seqNo, primaryTerm: 1, version: 1, deleted: false, doc: 0, buffer: 0, location };
};
const tombstone = (seqNo: number) => {
  return { seqNo, primaryTerm: 1, version: 1, deleted: true, timeMs: seqNo } as const;
};

const seed = 7;
const ENTRY_BYTES = 200;

test(`what was written and deleted is found and counted, whatever the order of ids, until it is in a segment (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  const map = new VersionMap();
  let [written, frozen] = [new Map<string, number>(), new Map<string, number>()];
  let frozenSize = 0;
  const deleted = new Map<string, number>();
  const idOf = (number: number) => `id-${String(Math.max(0, number)).padStart(4, '0')}`;
  for (let seqNo = 0; seqNo < 5_000; seqNo++) {
    // Mostly growing ids, as log lines have, and some of just before.
    const id = idOf(random.below(4) === 0 ? seqNo - random.below(40) : seqNo);
    const what = random.below(100);
    if (what < 65) {
      map.put(id, live(seqNo));
      written.set(id, seqNo);
      deleted.delete(id);
    } else if (what < 88) {
      map.delete(id, tombstone(seqNo), seqNo);
      written.delete(id);
      frozen.delete(id);
      deleted.set(id, seqNo);
    } else if (what < 91) {
      map.freeze();
      [written, frozen] = [new Map(), written];
      frozenSize = frozen.size;
    } else if (what < 94) {
      map.clearFrozen();
      frozen = new Map();
      frozenSize = 0;
    } else if (what < 97) {
      map.clearLive();
      [written, frozen] = [new Map(), new Map()];
      frozenSize = 0;
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
    expect(map.bytes).toBe(ENTRY_BYTES * (written.size + frozenSize + deleted.size));
  }
});

test('ids without characters or of half a pair of surrogates are found as others are', () => {
  const map = new VersionMap();
  const ids = ['', '\ud83d\ude00', '\ud83d', '\ude00', '\uffff', 'a'];
  for (const [seqNo, id] of ids.entries()) {
    expect(map.get(id)).toBeUndefined();
    map.put(id, live(seqNo));
  }
  expect(ids.map((id) => map.get(id)?.seqNo)).toEqual([0, 1, 2, 3, 4, 5]);
});
