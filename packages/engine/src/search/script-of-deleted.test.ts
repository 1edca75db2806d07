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

const inner = {
  k: { type: 'keyword' },
  n: { type: 'integer' },
};
const nestedProperties = { k: { type: 'keyword' }, sub: { type: 'nested', properties: inner } };
const nestedDocuments = [
  { k: 'a', sub: [{ k: 'x', n: 2 }] },
  { k: 'b', sub: [{ k: 'x', n: 3 }] },
];
const number = { source: "doc['sub.n'].size() == 0 ? 1 : doc['sub.n'].value" };
const within: readonly [string, object][] = [
  ['function_score', { function_score: { field_value_factor: { field: 'sub.n', missing: 1 } } }],
  ['a script in function_score', { function_score: { script_score: { script: number } } }],
  ['script_score', { script_score: { query: { match_all: {} }, script: number } }],
  [
    'script',
    {
      bool: {
        must: [{ script: { script: { source: "doc['sub.n'].size() == 1 && doc['sub.n'].value > 1" } } }],
      },
    },
  ],
  ['terms_set', { terms_set: { 'sub.k': { terms: ['x'], minimum_should_match_script: { source: '1' } } } }],
];

test.each(within)('objects within live documents are asked about by %s, others are not', (_, query) => {
  const nested = { nested: { path: 'sub', query, score_mode: 'max' } };
  const shard = (deleted: readonly string[]) =>
    searchableShard({ properties: nestedProperties, segments: [nestedDocuments], deleted });
  const all = searchShards([shard([])], { query: nested }).hits;
  expect(all).toHaveLength(2);
  const left = searchShards([shard([all[0]!.id])], { query: nested }).hits;
  expect(left.map(({ id }) => id)).toEqual([all[1]!.id]);
});

const onWhole = { source: "doc['n'].value" };
const whole: readonly [string, object][] = [
  ['function_score', { function_score: { field_value_factor: { field: 'n' } } }],
  ['a script in function_score', { function_score: { script_score: { script: "doc['n'].value" } } }],
  ['script_score', { script_score: { query: { match_all: {} }, script: { source: "doc['n'].value" } } }],
  ['script', { script: { script: "doc['n'].value > 0" } }],
  ['terms_set', { terms_set: { 'sub.k': { terms: ['x'], minimum_should_match_script: onWhole } } }],
];

test.each(whole)('objects of nested fields are no documents about which %s is asked', (name, query) => {
  const shard = searchableShard({
    properties: { n: { type: 'integer' }, sub: { type: 'nested', properties: inner } },
    segments: [
      [
        { n: 1, sub: [{ k: 'x', n: 2 }] },
        { n: 2, sub: [{ k: 'x' }, { k: 'y' }] },
      ],
    ],
  });
  expect(searchShards([shard], { query }).hits).toHaveLength(name === 'terms_set' ? 0 : 2);
});
