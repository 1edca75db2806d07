import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { pathOf } from './upstream-path.ts';

// OpenSearch 3.6 refuses `GET /a/_aliases`.
test('aliases of some indices are asked for where the cluster takes their names', () => {
  const aliases = routeTable.find(({ name }) => name === 'indices.get_aliases')!;
  expect([pathOf(aliases, {}), pathOf(aliases, { index: 'a' })]).toEqual(['/_aliases', '/a/_alias']);
});
