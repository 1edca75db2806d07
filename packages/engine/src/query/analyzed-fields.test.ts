import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  t: { type: 'text' },
  e: { type: 'text', analyzer: 'english' },
  k: { type: 'keyword' },
  n: { type: 'long' },
  b: { type: 'boolean' },
  c: { type: 'keyword', index: false },
};
const shard = searchableShard({
  properties,
  segments: [
    [
      { t: 'quick fox', e: 'foxes', k: 'foo', n: 10, b: true, c: 'foo' },
      { t: 'fox bark', e: 'quick', k: 'bar', n: 11, b: false, c: 'foo bar' },
      { t: 'wolf', e: 'the', k: 'baz', n: 12, b: true },
    ],
  ],
});

/** Ids of the documents that are found, in their order. */
function found(query: object): readonly string[] {
  return searchShards([shard], { query, size: 10 })
    .hits.map(({ id }) => id)
    .sort();
}

/** All that is told of why it fails. */
function refusal(query: object): string {
  try {
    found(query);
  } catch (error) {
    if (error instanceof ApiError) return JSON.stringify(error.error);
    throw error;
  }
  return '';
}

const [one, two, three] = found({ match_all: {} }) as [string, string, string];

test('an analyzer that is named cuts the text for fields of numbers, keywords and truth values, too', () => {
  const standard = (text: string, more: object = {}): object => ({
    query: text,
    analyzer: 'standard',
    ...more,
  });
  expect(found({ match: { n: standard('10 11') } })).toEqual([one, two]);
  expect(found({ match: { n: standard('10 11', { operator: 'and' }) } })).toEqual([]);
  expect(found({ match: { b: standard('true false') } })).toEqual([one, two, three]);
  expect(found({ match: { k: standard('Foo BAR') } })).toEqual([one, two]);
  expect(found({ match_phrase: { k: standard('Foo') } })).toEqual([one]);
  const text = { query: '10 foo x', analyzer: 'standard', lenient: true };
  expect(found({ multi_match: { ...text, fields: ['n', 'k'], type: 'most_fields' } })).toEqual([one]);
  expect(found({ simple_query_string: { ...text, query: 'n:11', fields: ['n'] } })).toEqual([two]);
  expect(found({ match: { n: { query: 'the', analyzer: 'english' } } })).toEqual([]);
});

test('what an analyzer makes of a text may not fit a field', () => {
  const x = { query: '10 x', analyzer: 'standard' };
  expect(refusal({ match: { n: x } })).toContain('For input string: \\"x\\"');
  expect(found({ match: { n: { ...x, lenient: true } } })).toEqual([one]);
  const phrase = 'was indexed without position data; cannot run PhraseQuery';
  expect(refusal({ match_phrase: { n: { ...x, query: '10 11' } } })).toContain(`field:[n] ${phrase}`);
  expect(refusal({ match_phrase: { k: { ...x, query: 'foo bar' } } })).toContain(`field:[k] ${phrase}`);
  const prefix =
    'Can only use prefix queries on keyword and text fields - not on [n] which is of type [long]';
  expect(refusal({ match_bool_prefix: { n: x } })).toContain(prefix);
});

test('analyze_wildcard cuts a prefix into words, of which the last one is a prefix', () => {
  for (const kind of ['query_string', 'simple_query_string']) {
    const asked = (query: string, more: object = {}) =>
      found({ [kind]: { query, fields: ['t'], analyze_wildcard: true, ...more } });
    expect(asked('fox-ba*')).toEqual([one, two]);
    expect(asked('fox-ba*', { default_operator: 'and' })).toEqual([two]);
    expect(asked('Wol*')).toEqual([three]);
    expect(asked('Foxe*', { fields: ['e'] })).toEqual([one]);
    expect(asked('the*', { fields: ['e'] })).toEqual([]);
    expect(asked('fo*', { fields: ['k'] })).toEqual([one]);
    expect(asked('fox-ba*', { analyze_wildcard: false })).toEqual([]);
  }
});

test('a leading wildcard that is not allowed is refused, however lenient the query is', () => {
  const reason = "'*' or '?' not allowed as first character in WildcardQuery";
  for (const query of ['*ox', 't:?ox', '(k:*oo)']) {
    const asked = { query, allow_leading_wildcard: false };
    expect(refusal({ query_string: asked })).toContain(reason);
    expect(refusal({ query_string: { ...asked, lenient: true } })).toContain(reason);
  }
  expect(found({ query_string: { query: 't:*', allow_leading_wildcard: false } })).toEqual([one, two, three]);
});

test('an analyzer that is named cuts the text for keywords of which there are columns alone', () => {
  const c = { query: 'FOO x', analyzer: 'standard' };
  expect(found({ match: { c } })).toEqual([one]);
  expect(found({ match_bool_prefix: { c: { ...c, query: 'Foo ba' } } })).toEqual([one]);
  expect(found({ match_bool_prefix: { c: { ...c, query: 'Foo x.' } } })).toEqual([one]);
  expect(found({ query_string: { ...c, fields: ['c'] } })).toEqual([one]);
});

test('analyze_wildcard of query_string leaves a prefix of a keyword whole, that of simple_query_string does not', () => {
  const asked = { fields: ['c'], analyze_wildcard: true, analyzer: 'standard' };
  expect(found({ query_string: { ...asked, query: 'foo\\ b*' } })).toEqual([two]);
  expect(found({ query_string: { ...asked, query: 'FOO*' } })).toEqual([]);
  expect(found({ simple_query_string: { ...asked, query: 'FOO*' } })).toEqual([one, two]);
  expect(found({ simple_query_string: { ...asked, query: 'Foo-x*' } })).toEqual([one]);
  expect(found({ simple_query_string: { ...asked, query: '10 1*', fields: ['n'] } })).toEqual([one]);
});

test('words that a named analyzer makes are normalized as keywords of the field are', () => {
  const settings = {
    'index.analysis.normalizer.low.type': 'custom',
    'index.analysis.normalizer.low.filter': ['lowercase'],
  };
  const properties = { k: { type: 'keyword', normalizer: 'low' } };
  const own = searchableShard({ settings, properties, segments: [[{ k: ['NY', 'York'] }, { k: 'fox' }]] });
  const ids = (query: object) => searchShards([own], { query, sort: ['_doc'] }).hits.map(({ id }) => id);
  const k = { query: 'NY', analyzer: 'whitespace' };
  expect(ids({ match: { k } })).toEqual(['1']);
  expect(ids({ match: { k: { ...k, query: 'FOX YORK', operator: 'and' } } })).toEqual([]);
  expect(ids({ match: { k: { ...k, query: 'NY YORK', operator: 'and' } } })).toEqual(['1']);
  expect(ids({ match_bool_prefix: { k: { ...k, query: 'NY YO', operator: 'and' } } })).toEqual(['1']);
  expect(ids({ query_string: { ...k, fields: ['k'] } })).toEqual(['1']);
  expect(ids({ fuzzy: { k: 'YORC' } })).toEqual(['1']);
  expect(ids({ match: { k: { query: 'FOXX', fuzziness: 1 } } })).toEqual(['2']);
  expect(ids({ query_string: { query: 'YORC~1', fields: ['k'] } })).toEqual(['1']);
  const beginning = { ...k, fields: ['k'], query: 'YO*', analyze_wildcard: true };
  expect(ids({ query_string: beginning })).toEqual(['1']);
  expect(ids({ simple_query_string: beginning }), 'but for beginnings that it makes').toEqual([]);
  expect(ids({ simple_query_string: { ...beginning, query: 'yo*' } })).toEqual(['1']);
});

test('what query strings ask of single characters is normalized by the analyzer that is named', () => {
  const properties = { t: { type: 'text' }, k: { type: 'keyword' } };
  const own = searchableShard({
    properties,
    segments: [
      [
        { t: 'America', k: 'America' },
        { t: 'ny', k: 'ny' },
      ],
    ],
  });
  const ids = (kind: string, query: string, analyzer?: string, field = 't', more = {}) => {
    const asked = { [kind]: { query, fields: [field], ...(analyzer && { analyzer }), ...more } };
    return searchShards([own], { query: asked, sort: ['_doc'] }).hits.map(({ id }) => id);
  };
  for (const query of ['Am*', 'Am*ca', '/Am.*/', '[Am TO Az]', 'AMERICA~1']) {
    expect([query, ids('query_string', query, 'whitespace')]).toEqual([query, []]);
    expect([query, ids('query_string', query)]).toEqual([query, ['1']]);
  }
  expect(ids('simple_query_string', 'Am*', 'whitespace')).toEqual([]);
  const ofKeyword = (query: string, more?: object) => ids('query_string', query, 'standard', 'k', more);
  expect([ofKeyword('NY~1'), ofKeyword('Am*'), ofKeyword('Am*ca')]).toEqual([['2'], ['1'], ['1']]);
  expect([ofKeyword('/Am.*/'), ofKeyword('[Am TO Az]')]).toEqual([[], []]);
  expect(ofKeyword('Am*ca', { analyze_wildcard: true })).toEqual([]);
  expect(ids('simple_query_string', 'Am*', 'standard', 'k')).toEqual([]);
});

test('words of which an analyzer leaves nothing are no beginning and no phrase', () => {
  const properties = { t: { type: 'text' }, k: { type: 'keyword' } };
  const own = searchableShard({ properties, segments: [[{ t: 'new', k: 'new' }]] });
  const count = (query: object) => searchShards([own], { query }).hits.length;
  const stop = { query: 'the', analyzer: 'stop' };
  expect(
    count({ multi_match: { ...stop, fields: ['t', 'k'], type: 'bool_prefix', zero_terms_query: 'all' } }),
  ).toBe(1);
  expect(count({ multi_match: { ...stop, fields: ['t', 'k'], type: 'bool_prefix' } })).toBe(0);
  expect(count({ match_bool_prefix: { t: stop } })).toBe(0);
  expect(count({ match_phrase_prefix: { k: stop } })).toBe(0);
  const query = { ...stop, fields: ['t'], query: 'the AND new', type: 'bool_prefix' };
  expect(count({ query_string: query })).toBe(1);
});

test('words that no mapped field is asked for find nothing, whatever no words would find', () => {
  const own = searchableShard({ properties: { t: { type: 'text' } }, segments: [[{ t: 'new' }]] });
  const count = (fields: string[], query: string) => {
    const body = { query: { multi_match: { fields, query, zero_terms_query: 'all' } } };
    return searchShards([own], body).hits.length;
  };
  expect([count(['no'], 'new'), count(['no*'], ''), count(['no', 't'], '')]).toEqual([0, 0, 1]);
});

test('a truth value that is given twice is scored as one', () => {
  const documents = [{ b: true }, { b: false }, { b: false }];
  const own = searchableShard({ properties: { b: { type: 'boolean' } }, segments: [documents] });
  const scores = (values: unknown[]) => {
    return searchShards([own], { query: { terms: { b: values } } }).hits.map(({ score }) => score);
  };
  expect(scores([true, 'true'])).toEqual(scores([true]));
  expect(scores([true])).not.toEqual([1]);
  expect(scores([true, false])).toEqual([1, 1, 1]);
});
