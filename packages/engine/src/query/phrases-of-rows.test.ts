import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { x: { type: 'text', index_phrases: true } };
const shard = searchableShard({ properties, segments: [[{ x: 'red fox jumps' }]] });

function told(query: object): string {
  try {
    return String(searchShards([shard], { query }).total?.value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.rootCause?.[0]?.reason ?? error.error.reason;
  }
}

test('no phrases are looked for in rows of words, as in beginnings', () => {
  const refused = (kind: string): string =>
    `Can only use ${kind} queries on text fields - not on [x._index_phrase] which is of type [phrase]`;
  const field = 'x._index_phrase';
  expect(told({ match_phrase_prefix: { [field]: 'red' } })).toContain(refused('phrase prefix'));
  expect(told({ match_phrase: { [field]: 'red fox' } })).toContain(refused('phrase'));
  const quoted = { query: '"red fox"', fields: [field] };
  expect(told({ query_string: quoted })).toContain(refused('phrase'));
  expect(told({ simple_query_string: quoted })).toContain(refused('phrase'));
  expect(told({ intervals: { [field]: { match: { query: 'red fox' } } } })).toContain(refused('interval'));
  expect(told({ match_phrase: { [field]: { query: 'red fox', analyzer: 'keyword' } } })).toBe('1');
  expect(told({ match: { [field]: { query: 'red fox', analyzer: 'keyword' } } })).toBe('1');
});

// As OpenSearch 3.6 answers.
test('what lies within a text field is not asked whether it exists, alone or by a pattern', () => {
  const inner = { p: { type: 'text', index_prefixes: {} }, k: { type: 'keyword' } };
  const fields = {
    o: { properties: inner },
    s: { type: 'search_as_you_type' },
    n: { type: 'search_as_you_type', norms: false },
    ...properties,
  };
  const document = { o: { p: 'red' }, s: 'red fox', n: 'red fox', x: 'red fox' };
  const other = searchableShard({ properties: fields, segments: [[document]] });
  const exists = (field: string): string => {
    try {
      return String(searchShards([other], { query: { exists: { field } } }).total?.value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return (error.error.rootCause?.[0] ?? error.error).reason;
    }
  };
  for (const field of ['s._index_prefix', 'o.p._index_prefix', 'x._index_phrase', 'o.p*', 's._*']) {
    expect(exists(field)).toBe('failed to create query: null');
  }
  for (const field of ['o', 'o.p', 's', 's._2gram']) expect(exists(field)).toBe('1');
  expect(exists('n._2gram')).toBe('0');
  // OpenSearch refuses that by a field of its own.
  expect(exists('*')).toBe('1');
});
