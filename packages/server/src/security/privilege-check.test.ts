import { expect, test } from 'vitest';
import { isAllowed, isAllowedEverywhere } from './privilege-check.ts';

test('the superuser may do everything', () => {
  expect(isAllowed(['superuser'], 'cluster:admin/settings/update', [])).toBe(true);
  expect(isAllowed(['superuser'], 'indices:admin/delete', ['logs', 'shop'])).toBe(true);
});

test('a reader reads and watches, and changes nothing', () => {
  expect(isAllowed(['readonly'], 'indices:data/read/search', ['logs'])).toBe(true);
  expect(isAllowed(['readonly'], 'cluster:monitor/health', [])).toBe(true);
  expect(isAllowed(['readonly'], 'indices:data/write/index', ['logs'])).toBe(false);
  expect(isAllowed(['readonly'], 'cluster:admin/settings/update', [])).toBe(false);
});

test('a group within a group counts, an unknown role grants nothing', () => {
  expect(isAllowed(['readonly'], 'indices:data/read/mget', [])).toBe(true);
  expect(isAllowed(['nobody'], 'cluster:monitor/health', [])).toBe(false);
  expect(isAllowed([], 'cluster:monitor/main', [])).toBe(false);
});

test('a right on every index is known without naming one', () => {
  expect(isAllowedEverywhere(['superuser'], 'indices:admin/delete')).toBe(true);
  expect(isAllowedEverywhere(['readonly'], 'indices:data/read/search')).toBe(true);
  expect(isAllowedEverywhere(['readonly'], 'indices:admin/delete')).toBe(false);
  expect(isAllowedEverywhere(['nobody'], 'indices:data/read/search')).toBe(false);
});

test('who may watch the cluster sees tasks; cancelling them needs more', () => {
  for (const role of ['monitor', 'readonly']) {
    expect(isAllowed([role], 'cluster:monitor/tasks/lists', [])).toBe(true);
    expect(isAllowed([role], 'cluster:monitor/task/get', [])).toBe(true);
    expect(isAllowed([role], 'cluster:admin/tasks/cancel', [])).toBe(false);
  }
  expect(isAllowed(['superuser'], 'cluster:admin/tasks/cancel', [])).toBe(true);
});
