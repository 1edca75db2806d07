import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseSearchRequest } from './search-request.ts';

/* The texts are those of OpenSearch 3.6.0, less the positions in the body. */
test.each<[Record<string, unknown>, string, string]>([
  [{ foo: 1 }, 'parsing_exception', 'Unknown key for a VALUE_NUMBER in [foo].'],
  [{ foo: {} }, 'parsing_exception', 'Unknown key for a START_OBJECT in [foo].'],
  [{ ext: [] }, 'parsing_exception', 'Unknown key for a START_ARRAY in [ext].'],
  [
    { ext: { foo: {} } },
    'x_content_parse_exception',
    'unknown named object category [org.opensearch.search.SearchExtBuilder]',
  ],
  [{ size: null }, 'parsing_exception', 'Unknown key for a VALUE_NULL in [size].'],
  [{ query: [] }, 'parsing_exception', 'Unknown key for a START_ARRAY in [query].'],
  [
    { aggs: { a: { terms: { field: 'n', order: { '> ': 'asc' } } } } },
    'x_content_parse_exception',
    '[terms] failed to parse field [order]',
  ],
  [{ aggs: 5 }, 'parsing_exception', 'Unknown key for a VALUE_NUMBER in [aggs].'],
  [{ search_after: 5 }, 'parsing_exception', 'Unknown key for a VALUE_NUMBER in [search_after].'],
  [{ from: -1 }, 'illegal_argument_exception', '[from] parameter cannot be negative, found [-1]'],
  [{ size: -2 }, 'illegal_argument_exception', '[size] parameter cannot be negative, found [-2]'],
  [{ from: 'x' }, 'number_format_exception', 'For input string: "x"'],
  [{ search_after: [] }, 'illegal_argument_exception', 'Values must contains at least one value.'],
  [
    { search_after: [{}] },
    'parsing_exception',
    'Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found ' +
      '[START_OBJECT] inside search_after.',
  ],
  [
    { _source: 5 },
    'parsing_exception',
    'Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [VALUE_NUMBER]',
  ],
  [{ _source: { foo: 1 } }, 'parsing_exception', 'Unknown key for a VALUE_NUMBER in [foo].'],
  [
    { timeout: 'x' },
    'illegal_argument_exception',
    'failed to parse setting [timeout] with value [x] as a time value: unit is missing or unrecognized',
  ],
  [
    { timeout: '9223372036854775808ms' },
    'illegal_argument_exception',
    'failed to parse [9223372036854775808ms], fractional time values are not supported',
  ],
  [
    { timeout: '5M' },
    'illegal_argument_exception',
    'failed to parse setting [timeout] with value [5M] as a time value: unit is missing or unrecognized',
  ],
  [
    { stored_fields: 1 },
    'parsing_exception',
    'Expected [VALUE_STRING] or [START_ARRAY] in [stored_fields] but found [VALUE_NUMBER]',
  ],
  ...['order', 'type', 'boundary_chars', 'fragmenter', 'encoder', 'pre_tags'].map(
    (name): [Record<string, unknown>, string, string] => [
      { highlight: { [name]: 5 } },
      'x_content_parse_exception',
      `[highlight] ${name} doesn't support values of type: VALUE_NUMBER`,
    ],
  ),
  [
    { query: { bool: { _name: {} } } },
    'x_content_parse_exception',
    "[bool] _name doesn't support values of type: START_OBJECT",
  ],
  [
    { sort: [{ n: { order: 'x' } }] },
    'x_content_parse_exception',
    '[field_sort] failed to parse field [order]',
  ],
  [{ sort: [{ n: { foo: 1 } }] }, 'x_content_parse_exception', '[field_sort] unknown field [foo]'],
  [{ sort: [{ _score: { foo: 1 } }] }, 'x_content_parse_exception', '[_score] unknown field [foo]'],
  [
    { sort: [[]] },
    'illegal_argument_exception',
    'malformed sort format, within the sort array, an object, or an actual string are allowed',
  ],
  [
    { sort: ['n', 5] },
    'illegal_argument_exception',
    'malformed sort format, within the sort array, an object, or an actual string are allowed',
  ],
])('%j is refused', (body, type, reason) => {
  let error: unknown;
  try {
    parseSearchRequest(body);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).error).toMatchObject({ type, reason });
});

test('the vectors that Elasticsearch clients exclude are none of ours', () => {
  const source = { enabled: true, includes: ['a'], excludes: [] };
  expect(parseSearchRequest({ _source: { exclude_vectors: false, includes: ['a'] } }).source).toEqual(source);
  expect(() => parseSearchRequest({ _source: { exclude_vectors: 'x' } })).toThrow(ApiError);
});

test('a number that stands alone is the name of a field to sort by', () => {
  expect(parseSearchRequest({ sort: 5 }).sort).toMatchObject([{ field: '5' }]);
});

test('a sort by score alone is no sort', () => {
  expect(parseSearchRequest({ sort: ['_score'] }).sort).toEqual([]);
  expect(parseSearchRequest({ sort: [{ _score: 'asc' }] }).sort).toMatchObject([
    { field: '_score', descending: false },
  ]);
  expect(parseSearchRequest({ sort: { a: 'desc', b: 'asc' } }).sort).toMatchObject([
    { field: 'a', descending: true },
    { field: 'b', descending: false },
  ]);
});

test('limits and switches are read in all their forms', () => {
  expect(parseSearchRequest({ track_total_hits: 'true' }).trackTotalHits).toBe(Number.POSITIVE_INFINITY);
  expect(parseSearchRequest({ track_total_hits: false }).trackTotalHits).toBe(-1);
  expect(parseSearchRequest({}).trackTotalHits).toBe(10_000);
  expect(parseSearchRequest({ size: '2', from: 1.5 })).toMatchObject({ size: 2, from: 1 });
  expect(parseSearchRequest({ timeout: '2s' }).timeoutMs).toBe(2000);
  expect(parseSearchRequest({ stored_fields: '_none_' })).toMatchObject({
    bare: true,
    source: { enabled: false },
  });
});

test('an empty ext asks for nothing', () => {
  expect(parseSearchRequest({ ext: {} })).toEqual(parseSearchRequest({}));
});
