import { expect, test } from 'vitest';
import { type IndexRow, parseIndexList } from '../../lib/index-list.ts';
import { nextSort, parseSort, sortIndices, sortText } from './index-sort.ts';

const rows = parseIndexList([
  { index: 'b', health: 'green', 'docs.count': '10', 'store.size': '200' },
  { index: 'a', health: 'red', 'docs.count': '10', 'store.size': '5000' },
  { index: 'c', health: 'yellow', status: 'close' },
]);

const names = (sorted: readonly IndexRow[]) => sorted.map((row) => row.name).join('');

test('figures of the cat answer are numbers, and missing ones stay missing', () => {
  expect(rows[1]!.size).toBe(5000);
  expect(rows[2]!.docs).toBeUndefined();
});

test('figures sort as numbers, states by how bad they are', () => {
  expect(names(sortIndices(rows, { by: 'size', descending: true }))).toBe('abc');
  expect(names(sortIndices(rows, { by: 'health', descending: true }))).toBe('acb');
});

test('equal rows are ordered by name and unknown figures come last in both directions', () => {
  expect(names(sortIndices(rows, { by: 'docs', descending: true }))).toBe('abc');
  expect(names(sortIndices(rows, { by: 'docs', descending: false }))).toBe('abc');
});

test('the address holds a sort and brings it back', () => {
  for (const text of ['size:desc', 'docs', 'name:desc']) expect(sortText(parseSort(text))).toBe(text);
  expect(sortText(parseSort('name'))).toBeUndefined();
  expect(parseSort('colour:desc')).toEqual({ by: 'name', descending: false });
  expect(parseSort('toString')).toEqual({ by: 'name', descending: false });
});

test('a head sorts figures from the largest, names from a, and turns round at the second click', () => {
  const byName = { by: 'name', descending: false };
  const bySize = nextSort(byName, 'size');
  expect(bySize).toEqual({ by: 'size', descending: true });
  expect(nextSort(bySize, 'size')).toEqual({ by: 'size', descending: false });
  expect(nextSort(bySize, 'name')).toEqual(byName);
});
