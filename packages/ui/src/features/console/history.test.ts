import { expect, test } from 'vitest';
import { type HistoryEntry, parseHistory, withEntry } from './history.ts';

const entry = (path: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  method: 'GET',
  path,
  body: '',
  status: 200,
  at: 1,
  ...more,
});

test('a request that is sent again moves to the top', () => {
  const entries = [entry('/a'), entry('/b'), entry('/a', { at: 2 })].reduce<readonly HistoryEntry[]>(
    withEntry,
    [],
  );
  expect(entries.map(({ path, at }) => [path, at])).toEqual([
    ['/a', 2],
    ['/b', 1],
  ]);
});

test('the list ends at 200 and a huge body is left out', () => {
  let entries: readonly HistoryEntry[] = [];
  for (let place = 0; place < 300; place++) entries = withEntry(entries, entry(`/${place}`));
  expect(entries).toHaveLength(200);
  expect(withEntry([], entry('/a', { body: 'x'.repeat(30_000) }))[0]!.body).toBe('');
});

test('what was stored comes back, and damage is an empty history', () => {
  const entries = [entry('/a', { body: '{}' })];
  expect(parseHistory(JSON.stringify(entries))).toEqual(entries);
  expect(parseHistory('{"broken')).toEqual([]);
  expect(parseHistory(null)).toEqual([]);
  expect(parseHistory('[7]')).toEqual([entry('/', { status: 0, at: 0 })]);
});
