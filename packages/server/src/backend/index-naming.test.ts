import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { indexNamingOf } from './index-naming.ts';

const namesAnIndex = (paths: readonly string[], params: object): boolean =>
  paths.some((path) => path.includes('{index}')) || Object.hasOwn(params, 'index');

test('every row that takes the name of an index says how, and no other does', () => {
  const rows = routeTable.filter((route) => namesAnIndex(route.paths, route.params)).map(({ name }) => name);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((name) => indexNamingOf(name) === undefined)).toEqual([]);
  const others = routeTable.filter((route) => !rows.includes(route.name));
  expect(others.filter(({ name }) => indexNamingOf(name)?.param === 'index').map(({ name }) => name)).toEqual(
    [],
  );
});

test('the parameter in which a row names indices is one of its path', () => {
  for (const { name, paths } of routeTable) {
    const naming = indexNamingOf(name);
    if (naming === undefined) continue;
    expect([name, paths.some((path) => path.includes(`{${naming.param}}`))]).toEqual([name, true]);
    const needed = paths.every((path) => path.includes(`{${naming.param}}`));
    if (needed && naming.param === 'index' && naming.target !== 'many') expect(naming.unnamed).toBe('none');
  }
});
