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

test(`what was written and deleted is found, whatever the order of ids, until it is in a segment (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  const map = new VersionMap();
  let [written, frozen] = [new Map<string, number>(), new Map<string, number>()];
  const deleted = new Map<string, number>();
  for (let seqNo = 0; seqNo < 5_000; seqNo++) {
    // Mostly growing ids, as log lines have, and some of before.
    const id = random.below(4) === 0 ? `id-${random.below(6_000)}` : `id-${String(seqNo).padStart(4, '0')}`;
    const expected = written.get(id) ?? deleted.get(id) ?? frozen.get(id);
    expect([id, map.get(id)?.seqNo]).toEqual([id, expected]);
    const what = random.below(200);
    if (what < 180) {
      map.put(id, live(seqNo));
      written.set(id, seqNo);
      deleted.delete(id);
    } else if (what < 197) {
      map.delete(id, tombstone(seqNo), seqNo);
      written.delete(id);
      frozen.delete(id);
      deleted.set(id, seqNo);
    } else if (what === 197) {
      map.freeze();
      [written, frozen] = [new Map(), written];
    } else if (what === 198) {
      map.clearFrozen();
      frozen = new Map();
    } else {
      map.clearLive();
      [written, frozen] = [new Map(), new Map()];
    }
    if (what === 197 && random.below(2) === 0) {
      map.prune(Number.POSITIVE_INFINITY, seqNo);
      deleted.clear();
    }
  }
});
