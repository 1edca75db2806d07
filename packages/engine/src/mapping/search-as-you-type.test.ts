import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

test('words and phrases are found by their beginnings', () => {
  const documents = [{ a: 'quick brown fox jump lazy dog' }, { a: ['quick brown', 'lazy fox'] }];
  const shard = searchableShard({ properties: { a: { type: 'search_as_you_type' } }, segments: [documents] });
  const ids = (query: object): unknown => searchShards([shard], { query }).hits.map(({ id }) => id);
  expect(ids({ match: { a: 'quick' } })).toEqual(['2', '1']);
  expect(ids({ term: { 'a._index_prefix': 'quick b' } })).toEqual(['1', '2']);
  expect(ids({ match: { 'a._3gram': 'quick brown fox' } })).toEqual(['1']);
  expect(ids({ match_phrase_prefix: { a: 'lazy f' } })).toEqual(['2']);
});

test('rows of words longer than the longest beginning are terms too', () => {
  const documents = [{ a: 'international business machines corporation' }, { a: 'internationalisations' }];
  const shard = searchableShard({ properties: { a: { type: 'search_as_you_type' } }, segments: [documents] });
  const ids = (text: string): unknown =>
    searchShards([shard], { query: { term: { 'a._index_prefix': text } } }).hits.map(({ id }) => id);
  expect(ids('international business machines')).toEqual(['1']);
  expect(ids('business machines corporation')).toEqual(['1']);
  expect(ids('internationalisations  ')).toEqual(['2']);
  expect(ids('internationalisation')).toEqual(['2']);
  expect(ids('international busines')).toEqual([]);
  expect(ids('internationalisations')).toEqual([]);
});

test('the fields within one that is stored are not', () => {
  const properties = { a: { type: 'search_as_you_type', store: true } };
  const shard = searchableShard({ properties, segments: [[{ a: 'quick fox' }]] });
  const shown = (body: Readonly<Record<string, unknown>>): unknown =>
    searchShards([shard], body).hits[0]!.fields;
  expect(shown({ stored_fields: ['*'] })).toEqual({ a: ['quick fox'] });
  expect(shown({ stored_fields: ['a._2gram'] })).toBeUndefined();
});

test('beginnings of rows of words are found in fields of rows, and with a blank in the field itself', () => {
  const documents = [{ a: 'quick brown fox' }, { a: 'brown' }];
  const shard = searchableShard({ properties: { a: { type: 'search_as_you_type' } }, segments: [documents] });
  const ids = (query: object): unknown =>
    searchShards([shard], { query, sort: ['_doc'] }).hits.map(({ id }) => id);
  expect(ids({ prefix: { 'a._2gram': 'br' } })).toEqual(['1', '2']);
  expect(ids({ prefix: { 'a._3gram': 'brown f' } })).toEqual(['1']);
  expect(ids({ prefix: { a: 'quick b' } })).toEqual(['1']);
  expect(ids({ prefix: { a: { value: 'Quick B', case_insensitive: true } } })).toEqual(['1']);
  expect(ids({ prefix: { 'a._2gram': { value: 'BR', case_insensitive: true } } })).toEqual(['1', '2']);
  expect(ids({ simple_query_string: { query: 'br*', fields: ['a._2gram'] } })).toEqual(['1', '2']);
});

test('a beginning in query_string is scored as a word', () => {
  const documents = [{ a: 'quick brown fox' }, { a: 'brown' }, { a: 'lazy dog' }];
  const shard = searchableShard({ properties: { a: { type: 'search_as_you_type' } }, segments: [documents] });
  const scores = (query: object): unknown => searchShards([shard], { query }).hits.map(({ score }) => score);
  const words = scores({ term: { 'a._index_prefix': 'br' } });
  expect(scores({ query_string: { query: 'a:br*' } })).toEqual(words);
  expect(scores({ simple_query_string: { query: 'br*', fields: ['a'] } })).toEqual([1, 1]);
});

test('a word in quotes is looked for among the beginnings, a phrase is not', () => {
  const documents = [
    { a: 'quick brown fox', t: 'quick brown' },
    { a: 'brown', t: 'fox' },
  ];
  const properties = { a: { type: 'search_as_you_type' }, t: { type: 'text', index_prefixes: {} } };
  const shard = searchableShard({ properties, segments: [documents] });
  const ids = (query: object): unknown =>
    searchShards([shard], { query, sort: ['_doc'] }).hits.map(({ id }) => id);
  for (const field of ['a._index_prefix', 't._index_prefix']) {
    expect(ids({ match_phrase: { [field]: 'qui' } })).toEqual(['1']);
    expect(ids({ query_string: { query: '"quick"', fields: [field] } })).toEqual(['1']);
    for (const kind of ['match_phrase', 'match_phrase_prefix'])
      expect(() => ids({ [kind]: { [field]: 'quick brown' } })).toThrow('all shards failed');
  }
});

test('spans of a beginning, and one row of words as the beginning of a phrase', () => {
  const documents = [{ a: 'quick brown fox' }, { a: 'brown' }, { a: 'lazy dog' }];
  const shard = searchableShard({ properties: { a: { type: 'search_as_you_type' } }, segments: [documents] });
  const found = (query: object) => searchShards([shard], { query }).hits.map(({ id, score }) => [id, score]);
  expect(found({ span_multi: { match: { prefix: { a: 'qui' } } } })).toHaveLength(1);
  expect(found({ span_multi: { match: { prefix: { 'a._2gram': 'quick b' } } } })).toHaveLength(1);
  const rows = found({ match_phrase_prefix: { 'a._2gram': 'quick br' } });
  expect(rows).toEqual(found({ term: { 'a._index_prefix': 'quick br' } }));
});

test('a beginning that is shorter than those that are kept is found in the field that keeps them', () => {
  const properties = { t: { type: 'text', index_prefixes: { min_chars: 2, max_chars: 4 } } };
  const shard = searchableShard({ properties, segments: [[{ t: 'quick' }, { t: 'fox' }]] });
  const query = { prefix: { 't._index_prefix': 'q' } };
  expect(searchShards([shard], { query }).hits.map(({ id }) => id)).toEqual(['1']);
  const scores = (query: object): unknown => searchShards([shard], { query }).hits.map(({ score }) => score);
  const last = { match_bool_prefix: { 't._index_prefix': 'qui' } };
  expect(scores(last)).toEqual(scores({ term: { 't._index_prefix': 'qui' } }));
});

test('words as short as a beginning that is not kept are found in the field around, with their score', () => {
  const properties = { t: { type: 'text', index_prefixes: { min_chars: 3, max_chars: 4 } } };
  const documents = [{ t: 'fo' }, { t: 'fox' }, { t: 'fo foxes' }, { t: 'quick' }];
  const shard = searchableShard({ properties, segments: [documents] });
  const found = (query: object): unknown =>
    searchShards([shard], { query, sort: ['_doc', '_score'], track_scores: true }).hits.map((hit) => [
      hit.id,
      hit.score,
    ]);
  const word = { term: { t: 'fo' } };
  const rows = {
    bool: { should: [{ constant_score: { filter: { terms: { t: ['fox', 'foxes'] } } } }, word] },
  };
  expect(found({ prefix: { 't._index_prefix': 'fo' } })).toEqual(found(rows));
  expect(found({ prefix: { 't._index_prefix': { value: 'fo', case_insensitive: true } } })).toEqual(
    found(rows),
  );
  expect(found({ match_bool_prefix: { 't._index_prefix': 'fo' } })).toEqual(found(rows));
  expect(found({ query_string: { query: 'fo*', fields: ['t._index_prefix'] } })).toEqual(found(rows));
  expect(found(rows)).toHaveLength(3);
});
