import { expect, test } from 'vitest';
import type { IndexCatalog } from '../../../cluster/index-names.ts';
import { accessOf } from '../../../testing/index.ts';
import type { ClusterIndex } from '../upstream-names.ts';
import { Partial } from './seen-indices.ts';

const principal = { id: 'a', username: 'a', roles: ['a'], kind: 'basic' } as const;
const role = {
  description: '',
  cluster: [],
  indices: [{ names: ['a*'], privileges: ['*'], query: '{"term":{"public":true}}' }],
};

test('of closed indices, too, is said what the caller may see', async () => {
  const indices = (['open', 'close'] as const).map((state, i) => {
    return { name: `a${i}`, uuid: `u${i}`, state, settings: {}, aliases: {} } as ClusterIndex;
  });
  const catalog: IndexCatalog<ClusterIndex> = {
    all: () => indices,
    get: (name) => indices.find((index) => index.name === name),
    behind: () => [],
    require: () => {},
    mayName: () => true,
    now: () => 0,
  };
  const access = accessOf(principal, { defined: { a: role } });
  const partial = new Partial(
    access,
    async () => catalog,
    async () => ({}) as never,
  );
  const seen = async (names: readonly string[], params = {}) => [
    ...((await partial.of(names, params))?.parts.keys() ?? []),
  ];
  expect(await seen(['a1'])).toEqual(['a1']);
  expect(await seen(['a*'], { expand_wildcards: ['all'] })).toEqual(['a0', 'a1']);
  expect(await seen(['a*'])).toEqual(['a0']);
});
