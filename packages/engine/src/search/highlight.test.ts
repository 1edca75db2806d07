import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { t: { type: 'text' }, k: { type: 'keyword' }, n: { type: 'integer' } };
const text = 'Quick dog. Lazy dog jumps over a fox! The quick brown fox <runs>.';
const shard = searchableShard({ properties, segments: [[{ t: text, k: ['quick', 'fox'], n: 1 }]] });

function highlighted(query: object, highlight: object, body: object = {}): unknown {
  const [hit] = searchShards([shard], {
    query,
    highlight: { fields: { t: {} }, ...highlight },
    ...body,
  }).hits;
  return hit?.highlight;
}

const fox = { match: { t: 'fox' } };

test('words of the query are marked in the best passages', () => {
  expect(highlighted(fox, { fragment_size: 30 })).toEqual({
    t: ['Lazy dog jumps over a <em>fox</em>!', 'The quick brown <em>fox</em> <runs>.'],
  });
  expect(highlighted(fox, { number_of_fragments: 0, encoder: 'html' })).toEqual({
    t: ['Quick dog. Lazy dog jumps over a <em>fox</em>! The quick brown <em>fox</em> &lt;runs&gt;.'],
  });
});

test('a phrase marks its words where they stand together', () => {
  const phrase = { match_phrase: { t: 'quick brown' } };
  expect(highlighted(phrase, { fragment_size: 0 })).toEqual({
    t: ['The <em>quick</em> <em>brown</em> fox <runs>.'],
  });
});

test('patterns mark every word that they match', () => {
  expect(highlighted({ wildcard: { t: { value: '*u?*' } } }, { fragment_size: 0 })).toEqual({
    t: [
      '<em>Quick</em> dog.',
      'Lazy dog <em>jumps</em> over a fox!',
      'The <em>quick</em> brown fox <<em>runs</em>>.',
    ],
  });
});

test('the plain highlighter cuts the text into pieces of a size', () => {
  expect(highlighted(fox, { type: 'plain', fragment_size: 20 })).toEqual({
    t: [' jumps over a <em>fox</em>', '! The quick brown <em>fox</em> <runs>.'],
  });
});

test('fields can be patterns, and have options of their own', () => {
  const both = { bool: { must: [fox, { term: { k: 'fox' } }] } };
  const fields = [{ '*': { pre_tags: '<b>', post_tags: '</b>', fragment_size: 0 } }, { n: {} }];
  expect(highlighted(both, { fields, number_of_fragments: 1 })).toEqual({
    k: ['<b>fox</b>'],
    t: ['Lazy dog jumps over a <b>fox</b>!'],
  });
});

test('where nothing is marked the beginning is shown if that is wanted', () => {
  const all = { match_all: {} };
  expect(highlighted(all, {})).toBeUndefined();
  expect(highlighted(all, { no_match_size: 7 })).toEqual({ t: ['Quick dog'] });
  expect(highlighted(all, { no_match_size: 7, type: 'plain' })).toEqual({ t: ['Quick'] });
});

test('a text that is too long fails its shard alone', () => {
  const settings = { 'index.highlight.max_analyzed_offset': '10' };
  const strict = searchableShard({ index: 'strict', properties, segments: [[{ t: text }]], settings });
  const { shards, hits } = searchShards([strict, shard], { query: fox, highlight: { fields: { t: {} } } });
  expect(hits.map(({ index }) => index)).toEqual(['test']);
  expect(shards.failures[0]!.cause.reason).toMatch(/^The length of \[t\] field .* has exceeded \[10\]/);
});

test('a text whose words have their places in the index may be long', () => {
  const settings = { 'index.highlight.max_analyzed_offset': '10' };
  for (const option of [{ index_options: 'offsets' }, { term_vector: 'with_positions_offsets' }]) {
    const placed = { t: { type: 'text', ...option } };
    const strict = searchableShard({ properties: placed, segments: [[{ t: text }]], settings });
    const highlight = { fields: { t: { fragment_size: 30, max_analyzer_offset: 5 } } };
    const [hit] = searchShards([strict], { query: fox, highlight }).hits;
    expect(hit!.highlight).toEqual({
      t: ['Lazy dog jumps over a <em>fox</em>!', 'The quick brown <em>fox</em> <runs>.'],
    });
  }
});

test('patterns are looked for in the text itself, as far as it may be analyzed, where only the places of words are kept', () => {
  const marked = (t: object): unknown => {
    const own = searchableShard({
      properties: { t: { type: 'text', ...t } },
      segments: [[{ t: 'quick fox runs' }]],
    });
    const highlight = { fields: { t: { max_analyzer_offset: 7 } } };
    return searchShards([own], { query: { prefix: { t: 'run' } }, highlight }).hits[0]!.highlight;
  };
  expect(marked({ index_options: 'offsets' })).toBeUndefined();
  expect(marked({ index_options: 'offsets', term_vector: 'yes' })).toEqual({
    t: ['quick fox <em>runs</em>'],
  });
});

function reasonOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { causedBy, reason: own } = (error as ApiError).error;
    return causedBy?.reason ?? own;
  }
}

test('what cannot be highlighted says so', () => {
  const reason = (highlight: object): string | undefined => reasonOf(() => highlighted(fox, highlight));
  expect(reason({ fields: { t: { type: 'nope' } } })).toBe(
    'unknown highlighter type [nope] for the field [t]',
  );
  expect(reason({ fields: { t: { type: 'fvh' } } })).toMatch(/should be indexed with term vector/);
  expect(reason({ fo: 1 })).toMatch(/^\[highlight\] unknown field \[fo\]/);
  expect(reason({ pre_tags: '<b>' })).toBe('pre_tags are set but post_tags are not set');
});

const vectors = { type: 'text', term_vector: 'with_positions_offsets' };
const vectorShard = searchableShard({
  properties: { t: { ...vectors, fields: { en: { ...vectors, analyzer: 'english' } } }, u: { type: 'text' } },
  segments: [[{ t: ['the quick brown fox jumps over the lazy dog', 'quick lazy dogs'] }]],
});

function byVectors(query: object, options: object): unknown {
  const highlight = { type: 'fvh', fields: { t: options } };
  return searchShards([vectorShard], { query, highlight }).hits[0]?.highlight;
}

test('term vectors: phrases are marked as one, and each word of a query by its own tag', () => {
  const either = { match: { t: 'lazy quick' } };
  expect(byVectors(either, { number_of_fragments: 0, pre_tags: ['<1>', '<2>'], post_tags: ['<'] })).toEqual({
    t: ['the <2>quick< brown fox jumps over the <1>lazy< dog', '<2>quick< <1>lazy< dogs'],
  });
  const phrases = ['quick brown', 'brown fox'].map((text) => ({ match_phrase: { t: text } }));
  expect(byVectors({ dis_max: { queries: phrases } }, { fragment_size: 18 })).toEqual({
    t: ['the <em>quick brown fox</em> jumps'],
  });
});

test('term vectors: other fields may stand in, sizes decide where a text is cut, and words of spans are not seen', () => {
  const stemmed = { match: { 't.en': 'jump dog' } };
  expect(byVectors(stemmed, { matched_fields: ['t', 't.en'] })).toEqual({
    t: ['the quick brown fox <em>jumps</em> over the lazy <em>dog</em>', 'quick lazy <em>dogs</em>'],
  });
  expect(byVectors({ match: { t: 'lazy quick' } }, { fragment_offset: 0, fragment_size: 1 })).toEqual({
    t: ['<em>quick</em>', '<em>lazy</em>', '<em>quick</em>', '<em>lazy</em>'],
  });
  const clauses = ['quick', 'brown'].map((word) => ({ span_term: { t: word } }));
  expect(byVectors({ span_near: { clauses, slop: 1 } }, {})).toBeUndefined();
});

test('term vectors: what cannot be is refused', () => {
  const reason = (options: object): unknown => reasonOf(() => byVectors({ match: { t: 'quick' } }, options));
  expect(reason({ fragment_size: 10 })).toBe('fragCharSize(10) is too small. It must be 18 or higher.');
  expect(reason({ fragment_offset: -2 })).toBe('margin(-2) is too small. It must be 0 or higher.');
  expect(reason({ number_of_fragments: -2 })).toBe('maxNumFragments(-2) must be positive number.');
  expect(reason({ max_analyzer_offset: -3 })).toBe('the value [-3] of max_analyzer_offset is invalid');
});

test('what more_like_this is rewritten to is marked by the plain highlighter, where one document is enough', () => {
  const like = (least: number) => ({
    more_like_this: { fields: ['t'], like: 'brown fox', min_term_freq: 1, min_doc_freq: least },
  });
  const whole = { number_of_fragments: 0 };
  expect(highlighted(like(1), { type: 'plain', ...whole })).toEqual({
    t: ['Quick dog. Lazy dog jumps over a <em>fox</em>! The quick <em>brown</em> <em>fox</em> <runs>.'],
  });
  expect(highlighted(like(1), { type: 'unified', ...whole })).toBeUndefined();
});

const overlapping = {
  'index.analysis.analyzer.parts.tokenizer': 'whitespace',
  'index.analysis.analyzer.parts.filter': 'parts',
  'index.analysis.filter.parts.type': 'word_delimiter_graph',
  'index.analysis.filter.parts.preserve_original': 'true',
  'index.analysis.analyzer.threes.tokenizer': 'threes',
  'index.analysis.tokenizer.threes.type': 'ngram',
  'index.analysis.tokenizer.threes.min_gram': '3',
  'index.analysis.tokenizer.threes.max_gram': '3',
};

test('words that overlap are marked as one, as far as the last of them goes and no further than the passage', () => {
  const [t, g] = [
    { type: 'text', analyzer: 'parts' },
    { type: 'text', analyzer: 'threes' },
  ];
  const doc = { t: 'the wi-fi-net', g: 'he runs. Away' };
  const own = searchableShard({ properties: { t, g }, settings: overlapping, segments: [[doc]] });
  const marked = (query: object): unknown =>
    searchShards([own], { query, highlight: { fields: { '*': { fragment_size: 5 } } } }).hits[0]?.highlight;
  expect(marked({ terms: { t: ['wi-fi-net', 'wi'] } })).toEqual({ t: ['the <em>wi-fi-net</em>'] });
  expect(marked({ terms: { t: ['wi-fi-net', 'fi'] } })).toEqual({ t: ['the <em>wi-fi</em>-net'] });
  expect(marked({ match: { g: 'runs' } })).toEqual({ g: ['he <em>runs</em>'] });
  expect(marked({ match: { g: 's. Aw' } })).toEqual({ g: ['he run<em>s.</em>', 'runs.<em> </em>'] });
});

test('the beginning that the plain highlighter shows is that of the whole text', () => {
  const shown = { type: 'plain', no_match_size: 12, max_analyzer_offset: 8 };
  expect(highlighted({ match_all: {} }, shown)).toEqual({ t: ['Quick dog'] });
});

test('a query of highlights alone that does not fit is told though nothing is found or shown, and not as an error of the search', () => {
  const nested = { nested: { path: 'none', query: { match_all: {} } } };
  const highlight = { fields: { none: { highlight_query: nested } } };
  const problem = '[nested] failed to find nested object under path [none]';
  for (const rest of [{ size: 0 }, { query: { match_none: {} } }]) {
    expect(reasonOf(() => searchShards([shard], { highlight, ...rest }))).toBe(problem);
  }
});

test('a query of highlights of hits within hits and within buckets is told in the same way', () => {
  const nested = { nested: { path: 'none', query: { match_all: {} } } };
  const highlight = { fields: { none: { highlight_query: nested } } };
  const objects = searchableShard({ properties: { o: { type: 'nested' } }, segments: [[{ o: [{}] }]] });
  const within = { nested: { path: 'o', query: { match_none: {} }, inner_hits: { highlight } } };
  const problem = '[nested] failed to find nested object under path [none]';
  for (const body of [{ query: within }, { size: 0, aggs: { t: { top_hits: { highlight } } } }]) {
    expect(reasonOf(() => searchShards([objects], body))).toBe(problem);
  }
});

test('for its beginning no more of a text is held than is shown', () => {
  const own = searchableShard({
    properties: { t: { type: 'text' } },
    segments: [[{ t: 'quick fox '.repeat(10_000) }]],
  });
  let most = 0;
  const take = (bytes: number): void => {
    most = Math.max(most, bytes);
  };
  const budget = testBudget({ memory: { take, give: () => undefined } });
  const highlight = { fields: { t: { type: 'plain', no_match_size: 9, max_analyzer_offset: 8 } } };
  const search = { query: { match_all: {} }, highlight };
  const { hits } = searchShards([own], search, { budget });
  expect(hits[0]!.highlight).toEqual({ t: ['quick fox'] });
  expect(most).toBeLessThan(1_000_000);
});
