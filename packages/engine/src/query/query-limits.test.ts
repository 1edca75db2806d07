import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import { testContext } from '../testing/query-context.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { createWeight } from './create-weight.ts';
import { parseQuery } from './parse-query.ts';

const searcher = searcherOf([segmentOf([testField('t', 'text')], [{ t: 'a' }])]);
const words = (count: number): string[] => Array.from({ length: count }, (_, i) => `w${i}`);
const terms = (count: number, field = 't'): unknown[] => words(count).map((w) => ({ term: { [field]: w } }));

/** What binding the query throws. */
function errorOf(query: unknown, settings: Record<string, string> = {}): ErrorCause | undefined {
  const mapping = Mapping.create({ properties: { t: { type: 'text' } } }, settings);
  try {
    createWeight(parseQuery(query as Record<string, unknown>), testContext({ searcher, mapping }));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
}

test('a boolean query has 1,024 clauses at most, of all kinds together', () => {
  expect(errorOf({ bool: { should: terms(1024) } })).toBeUndefined();
  const tooMany = { type: 'too_many_clauses', reason: 'maxClauseCount is set to 1024' };
  expect(errorOf({ bool: { should: terms(1000), must_not: terms(25) } })).toMatchObject({
    type: 'query_shard_exception',
    causedBy: tooMany,
  });
  expect(errorOf({ match: { t: words(1025).join(' ') } })?.causedBy).toEqual(tooMany);
  expect(errorOf({ bool: { should: terms(1025, 'unmapped') } })).toBeUndefined();
});

test.each([' OR ', ' AND ', ' '])(
  'a text of query_string has 1,024 clauses at most, with "%s" between them',
  (between) => {
    const searching = (count: number): unknown => ({
      query_string: { query: words(count).join(between), default_field: 't' },
    });
    expect(errorOf(searching(1024))).toBeUndefined();
    const tooMany = { type: 'too_many_clauses', reason: 'maxClauseCount is set to 1024' };
    for (const count of [1025, 3000]) {
      expect(errorOf(searching(count))).toMatchObject({
        type: 'query_shard_exception',
        reason: expect.stringMatching(/^Failed to parse query \[w0/),
        causedBy: {
          type: 'parse_exception',
          reason: expect.stringMatching(/^Cannot parse 'w0.*': too many boolean clauses$/),
          causedBy: tooMany,
        },
      });
    }
  },
);

test('clauses of query_string of which no words are left are none', () => {
  const searching = (count: number): unknown => {
    const clauses = words(count).map((word, i) => (i % 5 === 0 ? 'the' : word));
    return { query_string: { query: clauses.join(' OR '), default_field: 't', analyzer: 'stop' } };
  };
  expect(errorOf(searching(1100))).toBeUndefined();
  expect(errorOf(searching(1300))).toMatchObject({ causedBy: { causedBy: { type: 'too_many_clauses' } } });
});

test('the queries of a whole tree are counted, and the error is one of the tree', () => {
  const part = (n: number): unknown => ({
    bool: { should: [...terms(400), { match: { t: `x${n} y${n}` } }] },
  });
  expect(errorOf({ bool: { should: [part(1), part(2)] } })).toBeUndefined();
  const reason = 'Query contains too many nested clauses; maxClauseCount is set to 1024';
  const tooMany = { type: 'too_many_nested_clauses', reason };
  expect(errorOf({ bool: { should: [part(1), part(2), part(3)] } })).toMatchObject(tooMany);
  const intervals = (n: number): unknown => ({ intervals: { t: { match: { query: words(n).join(' ') } } } });
  expect(errorOf(intervals(1025))).toBeUndefined();
  expect(errorOf(intervals(1026))).toMatchObject(tooMany);
});

test('dis_max may not be nested without end, wherever it stands', () => {
  const nested = (depth: number): unknown => {
    let query: unknown = { match_all: {} };
    for (let i = 0; i < depth; i++) query = { bool: { must: [{ dis_max: { queries: [query] } }] } };
    return query;
  };
  expect(errorOf(nested(8))).toBeUndefined();
  expect(errorOf(nested(9))?.reason).toContain('[dis_max] queries are nested more than [8] deep');
});

test('terms take as many values as index.max_terms_count says', () => {
  const query = { terms: { t: words(11) } };
  expect(errorOf(query)).toBeUndefined();
  expect(errorOf(query, { 'index.max_terms_count': '10' })?.reason).toContain(
    'The number of terms [11] used in the Terms Query request has exceeded the allowed maximum of [10].',
  );
});

test('the text of a phrase ends somewhere', () => {
  expect(errorOf({ match_phrase: { t: 'x '.repeat(65_536) } })).toBeUndefined();
  expect(errorOf({ match_phrase: { t: 'x '.repeat(65_537) } })?.reason).toContain('more than [65536] terms');
});
