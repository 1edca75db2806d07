import { expect, test } from 'vitest';
import { readShardSettings } from '../index/shard-settings.ts';
import { findExpunge, findForcedMerge, findMerge, type MergeCandidate } from './merge-policy.ts';

const MB = 1024 * 1024;
const settings = readShardSettings({});
const segment = (sizeInMb: number, deletedPct = 0): MergeCandidate => ({
  sizeInBytes: sizeInMb * MB,
  maxDoc: 1000,
  deletedDocs: deletedPct * 10,
});

test('ten small neighbours merge, nine do not', () => {
  expect(
    findMerge(
      Array.from({ length: 9 }, () => segment(1)),
      settings,
    ),
  ).toBeUndefined();
  expect(
    findMerge(
      Array.from({ length: 10 }, () => segment(1)),
      settings,
    ),
  ).toEqual({ from: 0, to: 10 });
});

test('large segments are left out of merges of small ones', () => {
  const segments = [segment(4000), segment(900), ...Array.from({ length: 10 }, () => segment(2))];
  expect(findMerge(segments, settings)).toEqual({ from: 2, to: 12 });
});

test('no merge makes more than the largest allowed segment', () => {
  expect(
    findMerge(
      Array.from({ length: 10 }, () => segment(600)),
      settings,
    ),
  ).toBeUndefined();
});

test('the segment with most deletes is written anew when there are too many', () => {
  expect(findMerge([segment(100, 10), segment(100, 40)], settings)).toEqual({ from: 1, to: 2 });
  expect(findMerge([segment(100, 10), segment(100, 20)], settings)).toBeUndefined();
});

test('a forced merge takes the cheapest neighbours', () => {
  const segments = [segment(500), segment(1), segment(2), segment(3)];
  expect(findForcedMerge(segments, 2)).toEqual({ from: 1, to: 4 });
  expect(findForcedMerge(segments, 4)).toBeUndefined();
  expect(findForcedMerge([segment(5, 1)], 1)).toEqual({ from: 0, to: 1 });
  expect(findExpunge([segment(5, 8), segment(5, 12)], 10)).toEqual({ from: 1, to: 2 });
});

test('segments that merge already are left alone, and what stands behind them merges', () => {
  const busy = { ...segment(1), merging: true };
  const free = Array.from({ length: 10 }, () => segment(1));
  expect(findMerge([segment(1), busy, ...free], settings)).toEqual({ from: 2, to: 12 });
  expect(findMerge([...free.slice(1), busy, segment(1)], settings)).toBeUndefined();
  expect(findMerge([{ ...segment(100, 50), merging: true }, segment(100, 10)], settings)).toBeUndefined();
});
