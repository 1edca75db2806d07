import { expect, test } from 'vitest';
import { matchItems } from './palette-match.ts';

const items = ['Overview', 'Indices', 'logs-2026-01', 'catalog', 'books'].map((name) => ({ name }));
const found = (query: string) => matchItems(items, query).map(({ name }) => name);

test('nothing typed lists everything in order', () => {
  expect(found('')).toEqual(items.map(({ name }) => name));
});

test('names that begin with the query come first, then words in them, then parts, then letters in order', () => {
  expect(found('log')).toEqual(['logs-2026-01', 'catalog']);
  expect(found('2026')).toEqual(['logs-2026-01']);
  expect(found('IND')).toEqual(['Indices']);
  expect(found('ovw')).toEqual(['Overview']);
  expect(found('zzz')).toEqual([]);
});
