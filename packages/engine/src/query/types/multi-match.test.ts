import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

function found(query: object): string[] {
  const properties = { t: { type: 'text' }, n: { type: 'integer' }, b: { type: 'boolean' } };
  const shard = searchableShard({ properties, segments: [[{ t: 'quick', n: 1, b: true }, { t: 'slow' }]] });
  return searchShards([shard], { query: { multi_match: { query: 'quick', ...query } } }).hits.map(
    ({ id }) => id,
  );
}

test.each([['*'], [['*']], [['*^2']], [['*', 't']]])(
  'the fields %j are looked through leniently, where nothing else is said',
  (fields) => {
    expect(found({ fields })).toEqual(['1']);
  },
);

test('what cannot be read is refused where lenient is false, or the pattern is another one', () => {
  expect(() => found({ fields: ['*'], lenient: false })).toThrow();
  expect(() => found({ fields: ['n*'] })).toThrow();
});

test('where all words must be there none is optional', () => {
  const both = { query: 'quick quick', fields: ['t'], operator: 'and' };
  expect(found(both)).toEqual(['1']);
  expect(found({ ...both, minimum_should_match: 1 })).toEqual([]);
  expect(found({ ...both, minimum_should_match: '50%' })).toEqual(['1']);
});

test('the last word is a prefix where the text ends with it alone', () => {
  const prefix = { fields: ['t'], type: 'bool_prefix' };
  expect(found({ ...prefix, query: 'slow qui' })).toEqual(['1', '2']);
  expect(found({ ...prefix, query: 'slow qui ' })).toEqual(['2']);
});

test('bool_prefix leaves out fields that the text does not fit, where the query is lenient', () => {
  const prefix = { type: 'bool_prefix', query: 'qui' };
  expect(found(prefix)).toEqual(['1']);
  expect(found({ ...prefix, fields: ['t', 'n'], lenient: true })).toEqual(['1']);
  expect(() => found({ ...prefix, fields: ['t', 'n'] })).toThrow();
});

// As OpenSearch 3.6 answers.
test('words of a match_only_text score their boost among fields that are searched as one', () => {
  const properties = { a: { type: 'match_only_text' }, b: { type: 'text' } };
  const documents = [{ a: 'fox fox fox', b: 'fox red' }, { a: 'dog fox', b: 'red fox dog' }, { b: 'fox' }];
  const shard = searchableShard({ properties, segments: [documents] });
  const scores = (query: object): unknown => {
    const { hits } = searchShards([shard], { query, explain: true });
    return hits.map(({ id, score }) => [id, score]).sort();
  };
  const both = { type: 'cross_fields', fields: ['a^3', 'b'], query: 'fox' };
  const alone = scores({ match: { b: 'fox' } }) as [string, number][];
  expect(scores({ multi_match: both })).toEqual([['1', 3], ['2', 3], alone[2]]);
});
