import { type ApiError, Float } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers, scores included, are those of OpenSearch 3.6.0.
 */
const properties = {
  t: { type: 'text' },
  k: { type: 'keyword', store: true },
  n: { type: 'integer' },
};
const first = { t: 'the quick brown fox', k: 'a', n: 1 };
const second = { t: 'quick dog. lazy dog jumps', k: 'b', n: 2 };
const shard = searchableShard({ properties, segments: [[first], [second]] });

const named = {
  bool: {
    should: [
      { match: { t: { query: 'quick', _name: 'zebra' } } },
      { term: { k: { value: 'a', _name: 'apple' } } },
      { terms: { k: ['b'], _name: 'tt' } },
      { range: { n: { gte: 2, _name: 'rr' } } },
    ],
    _name: 'bb',
  },
};

test('a hit says which of the named queries match it', () => {
  const { hits } = searchShards([shard], { query: named });
  expect(hits.map(({ matchedQueries }) => matchedQueries)).toEqual([
    ['zebra', 'tt', 'rr', 'bb'],
    ['zebra', 'bb', 'apple'],
  ]);
});

test('named queries of a filter after the search count too, and their scores can be had', () => {
  const query = { match: { t: { query: 'quick', _name: 'a', boost: 2 } } };
  const body = { query, post_filter: { term: { k: { value: 'a', _name: 'pf' } } } };
  const [hit] = searchShards([shard], body, { scoreNamedQueries: true }).hits;
  expect(hit!.matchedQueries).toEqual({ a: new Float(Math.fround(0.17363958)), pf: new Float(1) });
});

test('named filters of functions and named queries of a second score count too', () => {
  const functions = [{ filter: { term: { k: { value: 'a', _name: 'fn' } } }, weight: 2 }, { weight: 1 }];
  const rescore = { query: { rescore_query: { terms: { k: ['a', 'b'], _name: 're' } } } };
  const { hits } = searchShards([shard], { query: { function_score: { functions } }, rescore });
  expect(hits.map(({ id, matchedQueries }) => [id, matchedQueries])).toEqual([
    ['1', ['re', 'fn']],
    ['2', ['re']],
  ]);
});

test('the best hits of each shard get a second score, others keep their own', () => {
  const query = { match: { t: 'quick' } };
  const step = { query: { rescore_query: { match: { t: 'fox' } } } };
  const { hits, maxScore } = searchShards([shard], { query, rescore: step });
  expect(hits.map(({ id, score }) => [id, score])).toEqual([
    ['1', Math.fround(0.41688988)],
    ['2', Math.fround(0.07927025)],
  ]);
  expect(maxScore).toBe(Math.fround(0.41688988));
});

test('the window of a second score is one of each shard', () => {
  const other = searchableShard({ properties, segments: [[first], [second]], shard: 1 });
  const query = { match: { t: { query: 'quick', boost: 0 } } };
  const step = { window_size: 1, query: { rescore_query: { match: { t: 'quick' } } } };
  const { hits, total } = searchShards([shard, other], { query, rescore: step });
  const best = Math.fround(0.08681979);
  expect(hits.map(({ id, score }) => [id, score])).toEqual([
    ['1', best],
    ['1', best],
    ['2', 0],
    ['2', 0],
  ]);
  expect(total?.value).toBe(4);
});

test('the scores of an index are multiplied by its boost, before the least score is looked at', () => {
  const boosts = { indexBoosts: new Map([['test', 2]]) };
  const body = { query: { match: { t: 'quick' } }, min_score: 0.16 };
  const { hits } = searchShards([shard], body, boosts);
  expect(hits.map(({ id, score }) => [id, score])).toEqual([['1', Math.fround(0.17363958)]]);
  expect(() => searchShards([shard], body, { indexBoosts: new Map([['test', -1]]) })).toThrow(
    'all shards failed',
  );
});

test('stored fields are given by name and pattern, in place of the source', () => {
  const [hit] = searchShards([shard], { stored_fields: ['*'] }).hits;
  expect([hit!.source, hit!.fields]).toEqual([undefined, { k: ['a'] }]);
});

test('a field that is asked for twice by its columns is shown twice, each time in its format', () => {
  const docvalue_fields = ['n', { field: 'n', format: '000' }, 'k'];
  const [hit] = searchShards([shard], { docvalue_fields, sort: ['n'] }).hits;
  expect(JSON.parse(JSON.stringify(hit!.fields))).toEqual({ n: [1, '001'], k: ['a'] });
});

test('fields of a document may have more values than a call may have arguments', () => {
  const n = Array.from({ length: 200_000 }, (_, i) => i);
  const many = searchableShard({ properties: { 'o.n': { type: 'long' } }, segments: [[{ o: { n } }]] });
  const [hit] = searchShards([many], { fields: ['o.n'] }).hits;
  expect((hit!.fields as { readonly 'o.n': readonly unknown[] })['o.n']).toHaveLength(n.length);
});

test('fields show values that stand in fewer lists first', () => {
  const ns = { n: [[1, [2]], 3], o: [{ n: [10, 13] }, { n: 1 }, [{ n: 7 }, { n: [8] }], { n: 9 }] };
  const mapped = { n: { type: 'integer' }, o: { properties: { n: { type: 'integer' } } } };
  const [hit] = searchShards([searchableShard({ properties: mapped, segments: [[ns]] })], {
    fields: ['n', 'o.n'],
  }).hits;
  expect(JSON.parse(JSON.stringify(hit!.fields))).toEqual({ n: [3, 1, 2], 'o.n': [1, 9, 10, 13, 7, 8] });
});

test.each([
  [{ _source: true }, '[stored_fields] cannot be disabled if [_source] is requested'],
  [{ fields: ['n'] }, '[stored_fields] cannot be disabled when using the [fields] option'],
])('stored_fields: _none_ does not go with %j', (more, reason) => {
  const work = () => searchShards([shard], { stored_fields: '_none_', ...more });
  expect(work).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ causedBy: { type: 'search_exception', reason } }),
    }),
  );
});

test('only fields that can be printed in several ways have a format, and what a document has of itself is asked for in vain', () => {
  const [t, d] = [{ type: 'text' }, { type: 'date' }];
  const dated = searchableShard({
    properties: { t, d, n: { type: 'long' } },
    segments: [[{ t: 'a', d: 0, n: 1 }]],
  });
  const fail = (part: string, field: string, format: string): unknown => {
    try {
      const [hit] = searchShards([dated], { [part]: [{ field, format }] }).hits;
      return JSON.parse(JSON.stringify(hit!.fields ?? null));
    } catch (error) {
      return (error as ApiError).error.rootCause![0]!.reason;
    }
  };
  const pattern = 'use_field_mapping';
  expect(fail('docvalue_fields', 'd', pattern)).toEqual({ d: ['1970-01-01T00:00:00.000Z'] });
  expect(fail('fields', 'd', pattern)).toBe(`Invalid format: [${pattern}]: Unknown pattern letter: f`);
  expect(fail('fields', 'n', pattern)).toBe("Field [n] of type [long] doesn't support formats.");
  expect(fail('fields', 't', pattern)).toBe("Field [t] doesn't support formats.");
  expect(fail('fields', '_id', pattern)).toBeNull();
});

test('a half is shown as it was given, and as it is held where columns are asked for', () => {
  const halves = searchableShard({ properties: { h: { type: 'half_float' } }, segments: [[{ h: '4.53' }]] });
  const shown = (part: string): string =>
    JSON.stringify(searchShards([halves], { [part]: ['h'] }).hits[0]!.fields);
  expect(shown('fields')).toBe(JSON.stringify({ h: [{ value: Math.fround(4.53) }] }));
  expect(shown('docvalue_fields')).toBe(JSON.stringify({ h: [{ value: 4.53125 }] }));
});

test('as many values of columns are shown as the index allows', () => {
  const settings = { 'index.max_docvalue_fields_search': '2' };
  const small = searchableShard({ properties, segments: [[first]], settings });
  const reason = (docvalues: readonly string[], more: object = {}, at = small): string => {
    try {
      searchShards([at], { docvalue_fields: docvalues, ...more });
      return 'fine';
    } catch (error) {
      return JSON.stringify((error as ApiError).error);
    }
  };
  const many = (limit: number, count: number): RegExp =>
    new RegExp(
      `too many docvalue_fields. Must be less than or equal to: \\[${limit}\\] but was \\[${count}\\]`,
    );
  expect(reason(['n', 'k'])).toBe('fine');
  expect(reason(['n', 'n', 'n'])).toMatch(many(2, 3));
  expect(reason(['n', 'unknown', 'k'], { size: 0 })).toMatch(many(2, 3));
  expect(reason(['*', '*'])).toMatch(many(2, 6));
  expect(reason(new Array<string>(101).fill('n'), {}, shard)).toMatch(many(100, 101));
  const within = { a: { top_hits: { docvalue_fields: ['n', 'n', 'n'] } } };
  expect(reason([], { aggs: within })).toMatch(many(2, 3));
});
