import { type Route, routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { Router, splitPath } from './router.ts';

function row(name: string, methods: Route['methods'], ...paths: string[]): Route {
  return {
    name,
    methods,
    paths,
    params: {},
    body: 'none',
    privilege: 'public',
    effect: 'reads',
    family: 'service',
    answeredBy: 'service',
    summary: '',
  };
}

const router = new Router([
  row('info', ['GET'], '/'),
  row('index', ['GET', 'PUT', 'DELETE'], '/{index}'),
  row('search', ['GET', 'POST'], '/_search', '/{index}/_search'),
  row('health', ['GET'], '/_cluster/health', '/_cluster/health/{index}'),
  row('doc', ['GET', 'PUT'], '/{index}/_doc/{id}'),
  row('alias', ['GET'], '/{target}/_alias/{name}'),
]);
const find = (method: string, path: string) => {
  const match = router.match(method, splitPath(path));
  return match === undefined ? undefined : [match.route.name, match.pathParams];
};

test('a literal part goes before a parameter', () => {
  expect(find('GET', '/_search')).toEqual(['search', {}]);
  expect(find('GET', '/logs/_search')).toEqual(['search', { index: 'logs' }]);
  expect(find('GET', '/_cluster/health')).toEqual(['health', {}]);
});

test('a literal path answers for itself which methods it takes', () => {
  expect(find('PUT', '/_search')).toBeUndefined();
  expect(router.methods(['_search'])).toEqual(['GET', 'POST']);
  expect(find('GET', '/_cluster')).toEqual(['index', { index: '_cluster' }]);
});

test('a path that lists what there is may take no HEAD where the others of its row do', () => {
  const own = new Router(routeTable);
  expect(own.methods(['_index_template'])).toEqual(['GET']);
  expect(own.methods(['_alias'])).toEqual(['GET', 'PUT']);
  expect(own.match('HEAD', ['_index_template', 'a'])?.route.name).toBe('indices.get_index_template');
});

test('parameters have the names of their own row', () => {
  expect(find('GET', '/a/_doc/1')).toEqual(['doc', { index: 'a', id: '1' }]);
  expect(find('GET', '/a/_alias/b')).toEqual(['alias', { target: 'a', name: 'b' }]);
});

test('empty parts do not count', () => {
  expect(find('GET', '//a//_doc/1/')).toEqual(['doc', { index: 'a', id: '1' }]);
  expect(find('GET', '/')).toEqual(['info', {}]);
});

test('unknown paths have no methods', () => {
  expect(find('GET', '/a/_nope')).toBeUndefined();
  expect(router.methods(['a', '_nope'])).toEqual([]);
  expect(router.methods(['a', '_doc', '1'])).toEqual(['GET', 'PUT']);
});

test('two rows for one call are a mistake', () => {
  expect(() => new Router([row('a', ['GET'], '/{x}/b'), row('b', ['GET'], '/{y}/b')])).toThrow('two rows');
});
