import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseSearchRequest } from '../search/search-request.ts';
import { PlacedJson } from './json-places.ts';
import type { JsonObject } from './json-reader.ts';
import { locatedError } from './located-error.ts';

function failure(text: string): ApiError {
  const read = (tree: unknown): unknown => parseSearchRequest(tree as JsonObject);
  try {
    read(JSON.parse(text));
  } catch (error) {
    if (error instanceof ApiError) return locatedError(error, new TextEncoder().encode(text), read);
    throw error;
  }
  throw new Error('nothing was thrown');
}

// What OpenSearch 3.6 answers to the same bodies.
test.each([
  ['{"query":{"nosuch":{}}}', 1, 20],
  ['{"query":{"match":{"t":{"foo":1}}}}', 1, 31],
  ['{"query":{"match":{"t":"a","k":"b"}}}', 1, 32],
  ['{"query":{"match_all":{},"match_none":{}}}', 1, 26],
  ['{"query":{"wrapper":{"query":"eyJtYXRjaF9hbGwiOnt9fQ==","_name":"n"}}}', 1, 57],
  ['{"a":{}}', 1, 6],
  ['{\n  "query": {\n    "nosuch": {}\n  }\n}', 3, 15],
  ['{"size":1,\r\n"aggs":{"ä":{"terms":{"field":"k"},"avg":5}}}', 2, 43],
])('the error of %s is told at line %d and column %d', (text, line, col) => {
  expect(failure(text).error.details).toEqual({ line, col });
});

test.each([
  ['{"aggs":{"a":{"terms":{"foo":1}}}}', '[1:24] [terms] unknown field [foo]'],
  [
    '{"aggs":{"a":{"terms":{"field":5}}}}',
    "[1:32] [terms] field doesn't support values of type: VALUE_NUMBER",
  ],
  ['{"query":{"bool":{"must":[5]}}}', '[1:27] [bool] failed to parse field [must]'],
  ['{"ext":{"a":{}}}', 'unknown named object category [org.opensearch.search.SearchExtBuilder]'],
  ['{"query":{}}', 'query malformed, empty clause found at [1:11]'],
  [
    '{"size":2147483648}',
    'Numeric value (2147483648) out of range of int (-2147483648 - 2147483647)\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 19]',
  ],
  ['{"size":"2147483648"}', 'Value [2147483648] is out of range for an integer'],
  ['{"query":{"exists":{"field":"t","boost":"x"}}}', 'For input string: "x"'],
])('the reason of %s is %s', (text, reason) => {
  expect(failure(text).error.reason).toBe(reason);
});

test('causes say where they are, too', () => {
  const { error } = failure('{"query":{"bool":{"must":[{"nosuch":{}}]}}}');
  expect(error.causedBy?.details).toEqual({ line: 1, col: 37 });
  expect(error.causedBy?.causedBy?.reason).toBe('[1:37] unknown field [nosuch]');
});

test('a body that was read otherwise before, or is too long, leaves the error as it is', () => {
  const error = new ApiError({ type: 'parsing_exception', reason: 'something else' });
  const read = (tree: unknown): unknown => parseSearchRequest(tree as JsonObject);
  const bytes = new TextEncoder().encode('{"a":1}');
  expect(locatedError(error, bytes, read)).toBe(error);
  expect(locatedError(error, new TextEncoder().encode('{"a":'), read)).toBe(error);
  expect(locatedError(error, new Uint8Array(2 << 20), read)).toBe(error);
});

test('a text with places holds what JSON.parse finds in it', () => {
  const values = [
    { a: [1, -2.5e3, true, null, '"\\\u0000é😀'], 'b"\\': { c: {}, d: [] } },
    [],
    '',
    ['\\', '\\"', { __proto__: 1 }],
    7,
  ];
  for (const value of values) {
    for (const text of [JSON.stringify(value), ` \n${JSON.stringify(value, null, '\t')}\r\n`]) {
      expect(new PlacedJson(new TextEncoder().encode(text)).tree).toEqual(JSON.parse(text));
    }
  }
});
