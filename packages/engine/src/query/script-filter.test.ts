import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { n: { type: 'long' }, t: { type: 'keyword' } };
const docs = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? { n: i, t: 'has' } : { t: 'none' }));
const shards = [searchableShard({ index: 'i', properties, segments: [docs, docs.slice(0, 2)] })];

/** It fails for documents without the field. */
const script = { script: { script: "doc['n'].value > 1" } };

function total(filter: readonly object[], more: object = {}): number | undefined {
  return searchShards(shards, { query: { bool: { filter, ...more } } }).total?.value;
}

test('a script beside other filters is asked about the documents that these leave, and no others', () => {
  const exists = { exists: { field: 'n' } };
  expect(total([exists, script])).toBe(99);
  expect(total([script, exists])).toBe(99);
  expect(total([{ range: { n: { gte: 30 } } }, script])).toBe(90);
  expect(total([{ term: { n: 3 } }, script])).toBe(1);
  expect(total([{ bool: { filter: [script, exists] } }, { match_all: {} }])).toBe(99);
});

test('a script is not asked about documents that must not match', () => {
  expect(total([script], { must_not: { term: { t: 'none' } } })).toBe(99);
  expect(total([{ match_all: {} }, script], { must_not: [{ term: { t: 'none' } }] })).toBe(99);
  expect(total([{ exists: { field: 'n' } }], { must_not: script })).toBe(2);
});

test('scripts that are asked about all documents fail by those without a value', () => {
  expect(() => total([script, { match_all: {} }])).toThrow('all shards failed');
});

test('a profile is told of a script that would fail by documents which other clauses leave out', () => {
  const query = { bool: { filter: [{ exists: { field: 'n' } }, script] } };
  const result = searchShards(shards, { query, profile: true });
  expect(result.total?.value).toBe(99);
  expect(JSON.stringify(result.profile)).toContain('ScriptQuery');
});

test('a script with a score does not lead those that have no more documents', () => {
  const exists = { exists: { field: 'n' } };
  for (const bool of [{ must: [script, exists] }, { must: [script], filter: [exists] }]) {
    expect(searchShards(shards, { query: { bool } }).total?.value).toBe(99);
  }
});
