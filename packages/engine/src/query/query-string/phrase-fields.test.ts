import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' }, u: { type: 'text' } },
  segments: [[{ t: 'quick fox', u: 'a quick fox' }, { t: 'quick fox' }, { u: 'lazy dog' }]],
});

function best(query: object): number {
  return searchShards([shard], { query }).hits[0]!.score!;
}

test('the scores of a phrase in several fields add up with most_fields, and by the tie breaker that is given', () => {
  const fields = ['t', 'u'];
  const one = (field: string): number => best({ match_phrase: { [field]: 'quick fox' } });
  const asked = (options: object): number =>
    best({ query_string: { query: '"quick fox"', fields, ...options } });
  expect(asked({})).toBeCloseTo(Math.max(one('t'), one('u')), 5);
  expect(asked({ type: 'most_fields' })).toBeCloseTo(one('t') + one('u'), 5);
  expect(asked({ type: 'most_fields', tie_breaker: 0 })).toBeCloseTo(Math.max(one('t'), one('u')), 5);
  const simple = best({ simple_query_string: { query: '"quick fox"', fields } });
  expect(simple).toBeCloseTo(Math.max(one('t'), one('u')), 5);
});

test('a field that is named twice has one boost', () => {
  const score = (kind: string, fields: readonly string[]): number =>
    best({ [kind]: { query: 'fox', fields } });
  for (const kind of ['query_string', 'simple_query_string', 'combined_fields', 'multi_match']) {
    const [once, twice, thrice] = [['t'], ['t^2'], ['t^3']].map((fields) => score(kind, fields));
    expect(score(kind, ['t^2', 't^2'])).toBe(twice);
    expect(score(kind, ['t^2', 't^3'])).toBe(thrice);
    expect(score(kind, ['t', 't^2'])).toBe(twice);
    expect(score(kind, ['t^2', 't'])).toBe(kind === 'multi_match' ? once : twice);
  }
});
