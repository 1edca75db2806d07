import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { accessOf } from '../../security/access.ts';
import { authorize } from './authorize.ts';

const role = (names: readonly string[]) => ({
  description: '',
  cluster: [],
  indices: [{ names, privileges: ['indices:*'] }],
});

function allowed(row: string, names: readonly string[]): boolean {
  const access = accessOf(
    { id: 'u', kind: 'basic', username: 'u', roles: ['r'] },
    { defined: { r: role(names) } },
  );
  try {
    authorize(routeTable.find(({ name }) => name === row)!, access);
    return true;
  } catch {
    return false;
  }
}

test('a right on some indices opens their calls, and only one on all opens what concerns any of them', () => {
  expect(allowed('search', ['a*'])).toBe(true);
  expect(allowed('indices.put_index_template', ['a*'])).toBe(false);
  expect(allowed('indices.put_template', ['a*'])).toBe(false);
  expect(allowed('indices.get_template', ['a*'])).toBe(false);
  expect(allowed('indices.put_index_template', ['*'])).toBe(true);
  expect(allowed('cluster.put_component_template', ['*'])).toBe(false);
});
