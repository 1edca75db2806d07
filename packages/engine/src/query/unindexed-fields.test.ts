import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/* The answers are those of OpenSearch 3.6.0. */
const shard = searchableShard({
  properties: {
    kept: { type: 'keyword', index: false },
    alias: { type: 'alias', path: 'kept' },
    nowhere: { type: 'keyword', index: false, doc_values: false },
    text: { type: 'text', index: false },
    number: { type: 'long', index: false },
    date: { type: 'date', index: false },
    day: { type: 'date', index: false, doc_values: false },
    range: { type: 'long_range', index: false },
    flag: { type: 'boolean' },
    keyword: { type: 'keyword' },
  },
  segments: [
    [
      {
        kept: 'abc',
        nowhere: 'abc',
        text: 'abc',
        number: 1,
        date: 0,
        day: 0,
        range: { gte: 1 },
        flag: true,
        keyword: 'abc',
      },
    ],
    [{ kept: ['abd', 'zzz'], keyword: 'abd' }, { kept: 'b' }],
  ],
});

const found = (query: Readonly<Record<string, unknown>>): readonly string[] =>
  searchShards([shard], { query }).hits.map(({ id, score }) => `${id}: ${score}`);

function reason(query: Readonly<Record<string, unknown>>): string {
  try {
    return `found ${found(query).length}`;
  } catch (error) {
    return JSON.stringify((error as ApiError).error);
  }
}

test('values that are like a text are found without an index, with one score', () => {
  expect(found({ fuzzy: { kept: 'abx' } })).toEqual(['1: 1', '2: 1']);
  expect(found({ fuzzy: { alias: { value: 'abx', boost: 2 } } })).toEqual(['1: 2', '2: 2']);
  expect(found({ fuzzy: { kept: { value: 'abc', fuzziness: 0 } } })).toEqual(['1: 1']);
  expect(found({ match: { kept: { query: 'zzy', fuzziness: 1 } } })).toEqual(['2: 1']);
  expect(found({ query_string: { query: 'kept:abx~1' } })).toEqual(['1: 1', '2: 1']);
  expect(found({ span_multi: { match: { fuzzy: { kept: 'abx' } } } })).toEqual([]);
});

test('a fuzzy query scores as its rewrite says', () => {
  const rewrite = 'constant_score';
  expect(found({ fuzzy: { keyword: { value: 'abx', rewrite, boost: 3 } } })).toEqual(['1: 3', '2: 3']);
  expect(reason({ fuzzy: { keyword: { value: 'abx', rewrite: 'no_such' } } })).toMatch(
    /Failed to parse rewrite_method \[no_such\]/,
  );
  expect(reason({ fuzzy: { number: { value: 'x', rewrite } } })).toMatch(/Can only use fuzzy queries/);
});

test.each([
  { fuzzy: { nowhere: 'abx' } },
  { prefix: { nowhere: 'ab' } },
  { wildcard: { nowhere: 'a*' } },
  { regexp: { nowhere: 'a.*' } },
  { term: { nowhere: { value: 'ABC', case_insensitive: true } } },
  { match: { nowhere: { query: 'abx', fuzziness: 1 } } },
  { match_bool_prefix: { nowhere: 'ab' } },
  { span_term: { nowhere: 'abc' } },
])('a field with neither index nor values is refused: %j', (query) => {
  const why = /Cannot search on field \[nowhere\] since it is both not indexed, and does not have doc_values/;
  expect(reason(query)).toMatch(why);
});

test.each([
  { match: { text: 'abc' } },
  { match_phrase: { text: 'abc' } },
  { prefix: { text: 'ab' } },
  { terms: { text: ['abc'] } },
  { range: { text: { gte: 'a' } } },
  { term: { range: '' } },
  { terms: { range: ['1', 'x'] } },
  { span_multi: { match: { prefix: { text: 'ab' } } } },
])('a text or a range without an index is refused: %j', (query) => {
  expect(reason(query)).toMatch(/Cannot search on field \[(?:text|range)\] since it is not indexed/);
});

test('what a lenient query cannot ask for is not found', () => {
  expect(reason({ match: { number: { query: 'x', fuzziness: 'AUTO', lenient: true } } })).toBe('found 0');
  expect(reason({ match: { nowhere: { query: 'abc', lenient: true } } })).toBe('found 0');
  expect(reason({ match: { number: { query: 'x', fuzziness: 'AUTO' } } })).toMatch(/Can only use fuzzy/);
  expect(reason({ query_string: { query: 'nowhere:abc' } })).toBe('found 0');
  expect(reason({ query_string: { query: '_version:[* TO *]' } })).toBe('found 0');
});

test('dates without an index are within no range, and near to nothing', () => {
  expect(reason({ range: { day: { gte: 0 } } })).toBe('found 0');
  expect(reason({ range: { date: { gte: 0 } } })).toBe('found 1');
  expect(reason({ distance_feature: { field: 'date', origin: 'now', pivot: '1d' } })).toBe('found 0');
  expect(reason({ distance_feature: { field: 'day', origin: 'now', pivot: '1d' } })).toMatch(/Cannot search/);
});

test('no text is neither a boolean, nor a number, nor an id', () => {
  expect(reason({ term: { flag: '' } })).toMatch(/Can't parse boolean value \[\]/);
  expect(found({ term: { flag: { value: 'true', case_insensitive: true } } })).toEqual(['1: 1']);
  expect(reason({ term: { _seq_no: '' } })).toMatch(/For input string: \\"\\"/);
  expect(reason({ term: { _id: '' } })).toMatch(/Ids can't be empty/);
});

test('texts that are liked are looked for in fields with an index alone', () => {
  const like = { like: 'abc', min_term_freq: 1, min_doc_freq: 1 };
  expect(reason({ more_like_this: { fields: ['kept'], ...like } })).toBe('found 0');
  expect(reason({ more_like_this: { fields: ['keyword'], ...like } })).toBe('found 1');
});

test.each(['keyword', 'text', 'kept'])(
  'a masked %s is asked for by what is shown of it, or refused',
  (field) => {
    const rules = {
      includes: [],
      excludes: [],
      masks: [{ pattern: field, mask: { kind: 'hash' } as const }],
      maskSalt: 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const fieldRules = new Map([[shard.searcher.index, rules]]);
    const queries: readonly Readonly<Record<string, unknown>>[] = [
      { fuzzy: { [field]: 'abx' } },
      { fuzzy: { [field]: { value: 'abc', fuzziness: 0, rewrite: 'constant_score' } } },
      { prefix: { [field]: 'ab' } },
      { wildcard: { [field]: 'a*' } },
      { regexp: { [field]: 'a.*' } },
      { range: { [field]: { gte: 'abc', lte: 'abd' } } },
      { terms: { [field]: ['abc', 'abd'] } },
      { match: { [field]: { query: 'abx', fuzziness: 1 } } },
      { match_phrase_prefix: { [field]: 'ab' } },
      { query_string: { query: `${field}:abx~1` } },
      { span_term: { [field]: 'abc' } },
      { span_multi: { match: { fuzzy: { [field]: 'abx' } } } },
      { more_like_this: { fields: [field], like: 'abc', min_term_freq: 1, min_doc_freq: 1 } },
    ];
    for (const query of queries) {
      let told = '';
      try {
        told = searchShards([shard], { query }, { fieldRules })
          .hits.map(({ id }) => id)
          .join();
      } catch (error) {
        told = JSON.stringify((error as ApiError).error ?? String(error));
      }
      expect(told, JSON.stringify(query)).toMatch(/^$|illegal_argument_exception|query_shard_exception/);
    }
  },
);

test('a star asks each of several fields whether it is there, whatever its type', () => {
  const star = (fields: readonly string[]) => ({ query_string: { query: '*', fields } });
  expect(found(star(['number', 'flag']))).toEqual(['1: 1']);
  expect(found(star(['flag^3']))).toEqual(['1: 3']);
  expect(found(star(['date', 'kept']))).toEqual(['1: 1', '2: 1', '3: 1']);
  expect(reason(star(['nowhere', 'keyword']))).toBe('found 2');
});
