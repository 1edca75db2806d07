import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { k: { type: 'keyword' }, t: { type: 'text' }, n: { type: 'integer' } };
const documents = [
  { k: 'a', t: 'quick fox', n: 1 },
  { k: 'b', t: 'quick secret fox', n: 2 },
];
const fails = { source: "throw new IllegalArgumentException('seen: ' + params.k)", params: { k: 'b' } };
const onDocument = {
  source: "if (doc['k'].value == 'b') throw new IllegalArgumentException(doc['n'].value); return 1",
};
const interval = { source: "if (interval.gaps > 0) throw new IllegalArgumentException('seen'); return true" };

const queries: readonly [string, object][] = [
  ['terms_set', { terms_set: { k: { terms: ['a', 'b'], minimum_should_match_script: onDocument } } }],
  [
    'intervals',
    {
      intervals: {
        t: {
          all_of: {
            intervals: [{ match: { query: 'quick' } }, { match: { query: 'fox' } }],
            ordered: true,
            filter: { script: interval },
          },
        },
      },
    },
  ],
  ['script', { bool: { must: [{ term: { k: 'b' } }, { script: { script: fails } }] } }],
  ['script_score', { script_score: { query: { term: { k: 'b' } }, script: fails } }],
  ['function_score', { function_score: { query: { term: { k: 'b' } }, script_score: { script: fails } } }],
];

test.each(queries)(
  'the script of %s is not asked about deleted documents, which hidden ones count as',
  (_, query) => {
    const whole = searchableShard({ properties, segments: [documents] });
    expect(() => searchShards([whole], { query })).toThrow();
    const id = searchShards([whole], { query: { term: { k: 'b' } } }).hits[0]!.id;
    const shard = searchableShard({ properties, segments: [documents], deleted: [id] });
    const found = searchShards([shard], { query }).hits.map((hit) => hit.id);
    expect(found).not.toContain(id);
  },
);

const factor = { field: 'n', factor: -1 };
const infinite = { field: 'n', factor: 0, modifier: 'reciprocal' };
const functions: readonly [string, object][] = [
  ['a factor that makes a score negative', { field_value_factor: factor }],
  ['a factor that makes a score infinite', { field_value_factor: infinite }],
  ['one of several functions', { functions: [{ filter: { term: { k: 'b' } }, field_value_factor: factor }] }],
];

test.each(functions)('of deleted documents, which hidden ones count as, nothing is told by %s', (_, own) => {
  const query = { function_score: { query: { term: { k: 'b' } }, ...own } };
  const shard = (deleted: readonly string[]) =>
    searchableShard({ properties, segments: [documents, [{ k: 'b' }]], deleted });
  expect(() => searchShards([shard([])], { query })).toThrow('all shards failed');
  expect(searchShards([shard(['2', '3'])], { query }).hits).toEqual([]);
});
