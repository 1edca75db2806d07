import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const settings = {
  'index.analysis.filter.same.type': 'synonym_graph',
  'index.analysis.filter.same.synonyms': ['quick, fast', 'ny, new york'],
  'index.analysis.analyzer.same.tokenizer': 'standard',
  'index.analysis.analyzer.same.filter': ['lowercase', 'same'],
};

const shard = searchableShard({
  settings,
  properties: { t: { type: 'text', search_analyzer: 'same' } },
  segments: [
    [{ t: 'fast train to new york' }, { t: 'quick ny subway' }, { t: 'york is new' }],
    [{ t: 'fast fast food' }, { t: 'slow new train' }],
  ],
});

function found(query: object): string[] {
  const { hits } = searchShards([shard], { query, sort: ['_doc'] });
  return hits.map(({ id }) => id);
}

test.each<[name: string, query: object, ids: string[]]>([
  ['one of them is enough where all words must be there', { query: 'quick train', operator: 'and' }, ['1']],
  ['one of several words is a phrase', { query: 'ny' }, ['1', '2']],
  [
    'or words that must all be there',
    { query: 'ny', auto_generate_synonyms_phrase_query: false },
    ['1', '2', '3'],
  ],
  ['each place counts once', { query: 'quick ny train', minimum_should_match: 3 }, ['1']],
])('terms at one place stand for each other: %s', (_name, query, ids) => {
  expect(found({ match: { t: query } })).toEqual(ids);
});

test('a phrase goes through any of the terms of a place, and through words of which one is made up', () => {
  expect(found({ match_phrase: { t: 'quick train' } })).toEqual(['1']);
  expect(found({ match_phrase: { t: 'to ny' } })).toEqual(['1']);
  expect(found({ match_phrase: { t: 'quick ny' } })).toEqual(['2']);
  expect(found({ match_phrase_prefix: { t: 'quick foo' } })).toEqual(['4']);
  expect(found({ match_phrase: { t: 'quick quick' } })).toEqual(['4']);
});

test('terms at one place are scored as one term', () => {
  const scores = (query: object) => searchShards([shard], { query }).hits.map(({ id, score }) => [id, score]);
  const [[best]] = scores({ match: { t: 'quick' } }) as [[string, number]];
  expect(best).toBe('4');
  expect(scores({ match: { t: 'quick' } })).toEqual(scores({ match: { t: 'fast' } }));
});

test('terms at one place stand for each other in fields of keywords', () => {
  const keywords = searchableShard({
    settings,
    properties: { k: { type: 'keyword' } },
    segments: [[{ k: ['quick', 'train'] }, { k: ['fast', 'train'] }, { k: 'train' }, { k: ['new', 'york'] }]],
  });
  const ids = (query: object) => searchShards([keywords], { query, sort: ['_doc'] }).hits.map(({ id }) => id);
  expect(ids({ match: { k: { analyzer: 'same', operator: 'and', query: 'quick train' } } })).toEqual([
    '1',
    '2',
  ]);
  expect(ids({ match: { k: { analyzer: 'same', query: 'ny' } } })).toEqual(['4']);
  expect(ids({ match_phrase: { k: { analyzer: 'same', query: 'quick' } } })).toEqual(['1', '2']);
});

test('a word that others stand for is no prefix where they must all be there', () => {
  const query = { query: 'ny', fields: ['t'], type: 'bool_prefix' };
  expect(found({ multi_match: { ...query, query: 'yor' } })).toEqual(['1', '3']);
  const [segments, t] = [[[{ t: 'nylon' }, { t: 'ny' }]], { type: 'text', search_analyzer: 'same' }];
  const other = searchableShard({ settings, properties: { t }, segments });
  const ids = (own: object) => searchShards([other], { query: { multi_match: { ...query, ...own } } }).hits;
  expect(ids({}).map(({ id }) => id)).toEqual(['1', '2']);
  expect(ids({ auto_generate_synonyms_phrase_query: false }).map(({ id }) => id)).toEqual(['2']);
});

test('minimum_should_match of a query_string counts places', () => {
  const minimum = (count: number, query = 'quick ny train') => {
    return found({ query_string: { query, default_field: 't', minimum_should_match: count } });
  };
  expect(minimum(1)).toEqual(['1', '2', '4', '5']);
  expect(minimum(2)).toEqual(['1', '2']);
  expect(minimum(3)).toEqual(['1']);
  expect(minimum(1, 'ny')).toEqual(['1', '2']);
  expect(minimum(2, 'ny')).toEqual([]);
  expect(minimum(2, 'quick')).toEqual(['1', '2', '4']);
});

test('minimum_should_match of a query_string counts words in a row one by one, beside what else there is', () => {
  const minimum = (count: number | string, query: string, more: object = {}) => {
    return found({ query_string: { query, fields: ['t'], minimum_should_match: count, ...more } });
  };
  expect(minimum(2, 'quick ny -subway')).toEqual(['1']);
  expect(minimum(2, '+quick ny train')).toEqual(['1']);
  expect(minimum(2, '*:* ny train')).toEqual(['1', '2', '5']);
  expect(minimum(3, '*:* ny train')).toEqual(['1']);
  expect(minimum(2, '(ny train)^2')).toEqual(['1']);
  expect(minimum(3, 'train train food *:*')).toEqual(['1', '5']);
});

test('minimum_should_match of a query_string is asked of a sole clause that a sign stands before', () => {
  const minimum = (count: number | string, query: string) => {
    return found({ query_string: { query, fields: ['t'], minimum_should_match: count } });
  };
  expect(minimum(1, '+quick')).toEqual([]);
  expect(minimum(1, '-food')).toEqual([]);
  expect(minimum('-1', '-food')).toEqual(['1', '2', '3', '5']);
  expect(minimum(1, 'quick')).toEqual(['1', '2', '4']);
});

test('minimum_should_match of a query_string is asked of what is left, but of a first clause without a sign', () => {
  const minimum = (count: number, query: string) => {
    const asked = { query, fields: ['t'], analyzer: 'stop', minimum_should_match: count };
    return found({ query_string: asked });
  };
  expect(minimum(3, 'quick t:the')).toEqual(['2']);
  expect(minimum(1, '+quick t:the')).toEqual([]);
  expect(minimum(1, '-food t:the')).toEqual([]);
  expect(minimum(2, 'ny train t:the')).toEqual(minimum(2, 'ny train'));
  expect(minimum(3, 'ny train t:the')).toEqual([]);
});

test('minimum_should_match of a simple_query_string counts the places of its sole word', () => {
  const minimum = (count: number, query: string, fields = ['t']) => {
    return found({ simple_query_string: { query, fields, minimum_should_match: count } });
  };
  expect(minimum(2, 'ny')).toEqual([]);
  expect(minimum(2, 'quick-ny')).toEqual(['1', '2']);
  expect(minimum(2, '(quick-ny)')).toEqual(['1', '2']);
  expect(minimum(2, 'quick-ny', ['t^2'])).toEqual(['1', '2', '4']);
});

test.each(['unified', 'plain'])(
  'terms at one place are highlighted where nobody wants scores: %s',
  (type) => {
    const query = { bool: { filter: { match: { t: 'quick subway' } } } };
    const { hits } = searchShards([shard], { query, highlight: { type, fields: { t: {} } }, sort: ['_doc'] });
    expect(hits.map(({ highlight }) => highlight?.t)).toEqual([
      ['<em>fast</em> train to new york'],
      ['<em>quick</em> ny <em>subway</em>'],
      ['<em>fast</em> <em>fast</em> food'],
    ]);
  },
);

test('a long phrase with many words of which any may stand at its places is highlighted word by word', () => {
  const stacked = new Array(20).fill('quick ').join('');
  const text = `${stacked}${'word '.repeat(5000)}`;
  const body = { query: { match_phrase: { t: text } }, highlight: { fields: { t: {} } } };
  const query = { bool: { should: [body.query, { match: { t: 'subway' } }] } };
  const { hits } = searchShards([shard], { ...body, query });
  expect(hits.map(({ id, highlight }) => [id, highlight])).toEqual([
    ['2', { t: ['<em>quick</em> ny <em>subway</em>'] }],
  ]);
});

test('places of a phrase that may hold the same word do not share one', () => {
  expect(found({ match_phrase: { t: { query: 'quick fast', slop: 2 } } })).toEqual(['4']);
  expect(found({ match_phrase: { t: { query: 'quick train fast', slop: 9 } } })).toEqual([]);
});
