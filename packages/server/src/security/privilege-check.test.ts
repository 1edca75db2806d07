import { expect, test } from 'vitest';
import { isAllowed, isAllowedEverywhere } from './privilege-check.ts';
import { builtInRoles, type Role } from './roles.ts';

const roles = (...names: string[]): Role[] => names.map((name) => builtInRoles[name]!);

test('the superuser may do everything', () => {
  expect(isAllowed(roles('superuser'), 'cluster:admin/settings/update', [])).toBe(true);
  expect(isAllowed(roles('superuser'), 'indices:admin/delete', ['logs', 'shop'])).toBe(true);
});

test('a reader reads and watches, and changes nothing', () => {
  expect(isAllowed(roles('readonly'), 'indices:data/read/search', ['logs'])).toBe(true);
  expect(isAllowed(roles('readonly'), 'cluster:monitor/health', [])).toBe(true);
  expect(isAllowed(roles('readonly'), 'indices:data/write/index', ['logs'])).toBe(false);
  expect(isAllowed(roles('readonly'), 'cluster:admin/settings/update', [])).toBe(false);
});

test('a group within a group counts, no role grants nothing', () => {
  expect(isAllowed(roles('readonly'), 'indices:data/read/mget', [])).toBe(true);
  expect(isAllowed(roles(), 'cluster:monitor/main', [])).toBe(false);
});

test('a right on every index is known without naming one', () => {
  expect(isAllowedEverywhere(roles('superuser'), 'indices:admin/delete')).toBe(true);
  expect(isAllowedEverywhere(roles('readonly'), 'indices:data/read/search')).toBe(true);
  expect(isAllowedEverywhere(roles('readonly'), 'indices:admin/delete')).toBe(false);
});

test('who may watch the cluster sees tasks; cancelling them needs more', () => {
  for (const role of ['monitor', 'readonly']) {
    expect(isAllowed(roles(role), 'cluster:monitor/tasks/lists', [])).toBe(true);
    expect(isAllowed(roles(role), 'cluster:monitor/task/get', [])).toBe(true);
    expect(isAllowed(roles(role), 'cluster:admin/tasks/cancel', [])).toBe(false);
  }
  expect(isAllowed(roles('superuser'), 'cluster:admin/tasks/cancel', [])).toBe(true);
});
