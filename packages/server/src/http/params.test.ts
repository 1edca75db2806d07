import type { Route } from '@sextant/contract';
import { expect, test } from 'vitest';
import { typedParams } from './params.ts';
import { parseQuery } from './query-string.ts';

const route: Route = {
  name: 'x',
  methods: ['GET'],
  paths: ['/{index}'],
  body: 'none',
  privilege: 'public',
  effect: 'reads',
  family: 'service',
  answeredBy: 'service',
  summary: '',
  params: {
    flag: { type: 'boolean', summary: '' },
    ignore_unavailable: { type: 'boolean', summary: '' },
    size: { type: 'int', summary: '' },
    boost: { type: 'number', summary: '' },
    names: { type: 'list', summary: '' },
    timeout: { type: 'time', summary: '' },
    limit: { type: 'bytes', summary: '' },
    level: { type: 'enum', summary: '', values: ['cluster', 'indices'] },
  },
};
const read = (query: string) => typedParams(route, '/a', { index: 'a' }, parseQuery(query));

test('values are typed by the row', () => {
  expect(read('flag&size=3&boost=1.5&names=a,,b&timeout=1m&limit=2kb&level=indices&pretty=false')).toEqual({
    flag: true,
    size: 3,
    boost: 1.5,
    names: ['a', 'b'],
    timeout: 60_000,
    limit: 2048,
    level: 'indices',
    pretty: false,
  });
  expect(read('names=&timeout=-1&names=')).toEqual({ timeout: -1 });
});

test('of a name given twice the last counts', () => {
  expect(read('size=1&size=2')).toEqual({ size: 2 });
});

test.each([
  ['flag=nope', 'Failed to parse value [nope] as only [true] or [false] are allowed.'],
  ['ignore_unavailable=nope', 'Could not convert [ignore_unavailable] to boolean'],
  ['size=abc', 'Failed to parse int parameter [size] with value [abc]'],
  ['size=1.5', 'Failed to parse int parameter [size] with value [1.5]'],
  ['size=3000000000', 'Failed to parse int parameter [size] with value [3000000000]'],
  [
    'timeout=5',
    'failed to parse setting [timeout] with value [5] as a time value: unit is missing or unrecognized',
  ],
  ['timeout=1.5s', 'failed to parse [1.5s], fractional time values are not supported'],
  [
    'timeout=-5s',
    'failed to parse setting [timeout] with value [-5s] as a time value: negative durations are not supported',
  ],
  [
    'limit=10q',
    'failed to parse setting [limit] with value [10q] as a size in bytes: unit is missing or unrecognized',
  ],
  [
    'level=indexes',
    'No valid value [indexes] for parameter [level], allowed are [cluster, indices] -> did you mean [indices]?',
  ],
  ['nams=1', 'request [/a] contains unrecognized parameter: [nams] -> did you mean [names]?'],
  ['prett', 'request [/a] contains unrecognized parameter: [prett] -> did you mean [pretty]?'],
] as const)('%s is refused', (query, reason) => {
  expect(() => read(query)).toThrow(reason);
});

test('names of an object are no parameters', () => {
  expect(() => read('constructor=1')).toThrow('unrecognized parameter: [constructor]');
});

test('escapes and plus signs are decoded', () => {
  expect([...parseQuery('a%20b=c+d&x=%E2%82%AC&&y')]).toEqual([
    ['a b', 'c d'],
    ['x', '€'],
    ['y', ''],
  ]);
});

test('an empty flag is switched on, but those that choose indices say nothing when they are empty', () => {
  expect(read('flag=&ignore_unavailable=')).toEqual({ flag: true });
});
