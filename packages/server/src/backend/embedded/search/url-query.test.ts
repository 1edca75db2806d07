import { expect, test } from 'vitest';
import { urlQuery } from './url-query.ts';

test.each([
  ['title:fox', { match: { title: { query: 'fox' } } }],
  ['title:"red fox"', { match_phrase: { title: { query: 'red fox' } } }],
  ['*', { match_all: {} }],
  ['title:*', { exists: { field: 'title' } }],
  ['_exists_:title', { exists: { field: 'title' } }],
  ['title:fo*', { wildcard: { title: { value: 'fo*' } } }],
  [
    'a:1 AND b:2',
    {
      bool: {
        must: [{ match: { a: { query: '1' } } }, { match: { b: { query: '2' } } }],
        should: [],
        must_not: [],
      },
    },
  ],
  [
    'a:1 -b:2',
    {
      bool: {
        must: [],
        should: [{ match: { a: { query: '1' } } }],
        must_not: [{ match: { b: { query: '2' } } }],
      },
    },
  ],
  ['fox', { multi_match: { query: 'fox', fields: ['*'], type: 'best_fields', lenient: true } }],
])('%s becomes a query of the body', (q, expected) => {
  expect(urlQuery({ q })).toEqual(expected);
});

test('the default operator and field apply to bare words', () => {
  expect(urlQuery({ q: 'red fox', df: 'title', defaultOperator: 'and' })).toEqual({
    bool: {
      must: [{ match: { title: { query: 'red' } } }, { match: { title: { query: 'fox' } } }],
      should: [],
      must_not: [],
    },
  });
});

test.each(['(a b)', 'a~', 'price:[1 TO 2]', 'a AND', 'fo*', 'a:/x/', 'date:>2020'])('%s is refused', (q) => {
  expect(() => urlQuery({ q })).toThrow(/Failed to parse query/);
});
