import { expect, test } from 'vitest';
import { FIRST_HELPER, SearchParts } from './search-parts.ts';

const parts = Array.from({ length: 5 }, (_, i) => ({
  segment: i >> 1,
  from: i * 64,
  to: i * 64 + 64,
  isWhole: i === 4,
  isCounted: i === 3,
  goesOn: false,
}));

test('each part is taken once, in order, by whoever comes first', () => {
  const leader = SearchParts.of(parts);
  const helper = new SearchParts(leader.memory, FIRST_HELPER);
  expect(leader.length).toBe(5);
  const taken = [leader.claim(), helper.claim(), helper.claim(), leader.claim(), helper.claim()];
  expect(taken).toEqual(parts);
  expect([leader.claim(), helper.claim()]).toEqual([undefined, undefined]);
  expect(leader.helpers()).toEqual([FIRST_HELPER]);
});

test('helpers that are dismissed take no more, and nobody does after the end', () => {
  const leader = SearchParts.of(parts);
  const helper = new SearchParts(leader.memory, FIRST_HELPER);
  leader.dismiss();
  expect(helper.claim()).toBeUndefined();
  expect(leader.claim()).toEqual(parts[0]);
  leader.close();
  leader.dismiss();
  expect([leader.claim(), helper.claim()]).toEqual([undefined, undefined]);
  expect(leader.helpers()).toEqual([]);
});

test('all threads count together', () => {
  const leader = SearchParts.of(parts);
  const helper = new SearchParts(leader.memory, FIRST_HELPER);
  expect([leader.addCounted(3), helper.addCounted(4), leader.addCounted(0)]).toEqual([3, 7, 7]);
});

test('parts that go on from others are taken with them, also by who is dismissed', () => {
  const leader = SearchParts.of(parts.map((part, i) => ({ ...part, goesOn: i === 1 || i === 3 || i === 4 })));
  const helper = new SearchParts(leader.memory, FIRST_HELPER);
  const places = (claims: readonly SearchParts[]): (number | undefined)[] =>
    claims.map((by) => by.claim()?.from);
  expect(places([helper, leader, helper])).toEqual([0, 128, 64]);
  leader.dismiss();
  expect(places([helper, leader])).toEqual([undefined, 192]);
  leader.close();
  expect(places([leader, leader])).toEqual([256, undefined]);
});
