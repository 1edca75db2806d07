import { expect, test } from 'vitest';
import type { IndexRow } from '../../lib/index-list.ts';
import { parseIndexFilter } from './index-filter.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;

const row = (name: string, more: Partial<IndexRow> = {}): IndexRow => ({
  name,
  health: 'green',
  status: 'open',
  uuid: `${name}-uuid`,
  primaries: 1,
  replicas: 0,
  docs: 0,
  deleted: 0,
  size: 0,
  primarySize: 0,
  createdAt: now,
  ...more,
});

const rows = [
  row('logs-2026-01', { health: 'red', docs: 2_500_000, size: 12 * 1024 ** 3, createdAt: now - 20 * day }),
  row('logs-2026-02', { health: 'yellow', docs: 900_000, size: 3 * 1024 ** 3, replicas: 1 }),
  row('books', { docs: 6, size: 27_000, createdAt: now - 2 * day }),
  row('old', { status: 'close', docs: undefined, size: undefined, createdAt: now - 400 * day }),
];

function names(filter: string): readonly string[] {
  const { matches, problem } = parseIndexFilter(filter, now);
  expect(problem).toBeUndefined();
  return rows.filter(matches).map((each) => each.name);
}

test('no words leave everything', () => {
  expect(names('  ')).toHaveLength(4);
});

test('a bare word is part of the name, a star makes it the whole name', () => {
  expect(names('LOGS')).toEqual(['logs-2026-01', 'logs-2026-02']);
  expect(names('l*02')).toEqual(['logs-2026-02']);
  expect(names('logs*1')).toEqual(['logs-2026-01']);
  expect(names('ogs*')).toEqual([]);
});

test('several words must all hold, and a minus turns one round', () => {
  expect(names('logs -2026-01')).toEqual(['logs-2026-02']);
  expect(names('logs health:yellow')).toEqual(['logs-2026-02']);
  expect(names('-health:green')).toEqual(['logs-2026-01', 'logs-2026-02']);
});

test('states can be listed and cut short', () => {
  expect(names('health:red,yellow')).toEqual(['logs-2026-01', 'logs-2026-02']);
  expect(names('health:r')).toEqual(['logs-2026-01']);
  expect(names('status:close')).toEqual(['old']);
});

test('figures compare with units of their own kind', () => {
  expect(names('docs>1m')).toEqual(['logs-2026-01']);
  expect(names('docs>=900k')).toEqual(['logs-2026-01', 'logs-2026-02']);
  expect(names('size<1mb')).toEqual(['books']);
  expect(names('size>2.5gb')).toEqual(['logs-2026-01', 'logs-2026-02']);
  expect(names('rep:1')).toEqual(['logs-2026-02']);
  expect(names('age>7d')).toEqual(['logs-2026-01', 'old']);
});

test('an unknown figure fits no comparison', () => {
  expect(names('docs>=0')).not.toContain('old');
  expect(names('docs<1')).not.toContain('old');
});

test('half a word filters nothing yet', () => {
  expect(names('docs>')).toHaveLength(4);
  expect(names('health:')).toHaveLength(4);
});

test('what cannot be read is named, and the rest of the filter works', () => {
  const { matches, problem } = parseIndexFilter('logs colour:red', now);
  expect(problem).toEqual({ key: 'filter.unknownField', values: { field: 'colour' } });
  expect(rows.filter(matches)).toHaveLength(2);
  expect(parseIndexFilter('docs>many', now).problem).toEqual({
    key: 'filter.badFigure',
    values: { word: 'docs>many' },
  });
});

test('characters with a meaning in patterns stand for themselves', () => {
  expect(names('health:(')).toEqual([]);
  expect(names('lo.s*')).toEqual([]);
});
