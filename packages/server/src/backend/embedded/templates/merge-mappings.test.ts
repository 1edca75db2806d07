import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { layMappings } from './merge-mappings.ts';

const long = { type: 'long' };
const keyword = { type: 'keyword' };

function refusal(properties: Record<string, unknown>): string {
  try {
    layMappings([{ properties }]);
  } catch (error) {
    if (error instanceof ApiError) return error.error.reason;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('names with dots become objects, which are merged with those that are given as objects', () => {
  const properties = {
    'a.b.c': long,
    'a.d': long,
    a: { type: 'nested', properties: { d: keyword, 'e.f': long } },
    'a.b.g': keyword,
    'z.': long,
  };
  expect(layMappings([{ properties }])).toEqual({
    properties: {
      a: {
        type: 'nested',
        properties: {
          b: { properties: { c: long, g: keyword } },
          d: keyword,
          e: { properties: { f: long } },
        },
      },
      'z.': long,
    },
  });
});

test('an error names the whole path of a field', () => {
  const where = (path: string): string => `can't merge a non object mapping [${path}] with an object mapping`;
  expect(refusal({ 'o.a': long, 'o.a.b': long })).toBe(where('o.a'));
  expect(refusal({ o: { properties: { 'x.a': long, 'x.a.b': long } } })).toBe(where('o.x.a'));
});
