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
