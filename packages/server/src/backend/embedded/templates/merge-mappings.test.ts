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
    a: { dynamic: 'strict', properties: { d: keyword, 'e.f': long } },
    'a.b.g': keyword,
    'z.': long,
  };
  expect(layMappings([{ properties }])).toEqual({
    properties: {
      a: {
        dynamic: 'strict',
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

// As OpenSearch 3.6 answers.
test('an object is nested in all layers that have it, or in none', () => {
  const [nested, plain] = [{ type: 'nested' }, { properties: { b: long } }].map((a) => ({
    properties: { a },
  }));
  const told = 'cannot change object mapping from';
  expect(() => layMappings([nested!, plain!])).toThrow(`${told} nested to non-nested`);
  expect(() => layMappings([plain!, nested!])).toThrow(`${told} non-nested to nested`);
  expect(() => layMappings([nested!, { properties: { 'a.b': long } }])).toThrow(
    `${told} nested to non-nested`,
  );
});

// As OpenSearch 3.6 answers.
test('a nested object keeps what only a lower layer says of where its values are found', () => {
  const layer = (flags: object) => ({ properties: { a: { type: 'nested', ...flags } } });
  const both = { include_in_parent: true, include_in_root: true };
  expect(layMappings([layer(both), layer({ include_in_root: false })])).toEqual(
    layer({ include_in_parent: true, include_in_root: false }),
  );
  expect(layMappings([layer({ include_in_root: true }), layer({})])).toEqual(
    layer({ include_in_root: true }),
  );
});
