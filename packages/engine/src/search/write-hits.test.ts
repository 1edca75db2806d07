import type { Json } from '@sextant/contract';
import { expect, test } from 'vitest';
import { TestMemory } from '../testing/memory-account.ts';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import type { HitWriter } from './hit-writer.ts';
import type { SearchHit, SearchOptions } from './search-api.ts';

const decoder = new TextDecoder();

type Shown = readonly [string, string, number | null, string | null, readonly Json[] | null];

const shownOf = ({ index, id, score, source, sort }: SearchHit): Shown => {
  return [index, id, score, source === undefined ? null : decoder.decode(source), sort ?? null];
};

/** Keeps what it is given as JSON. */
class ListWriter implements HitWriter {
  readonly hits: Shown[] = [];
  takes = Number.POSITIVE_INFINITY;

  hit(...[index, id, score, source, sort]: Parameters<HitWriter['hit']>): boolean {
    this.hits.push([index, id, score, source === null ? null : decoder.decode(source), sort]);
    return this.hits.length <= this.takes;
  }

  finish(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.hits));
  }
}

const properties = {
  k: { type: 'keyword' },
  n: { type: 'integer', ignore_malformed: true },
  o: { type: 'nested', properties: { x: { type: 'keyword' } } },
};
const documents = [
  { k: 'a', n: 1 },
  { k: 'b', n: 2 },
  { k: 'c', n: 3 },
];
const shard = searchableShard({ properties, segments: [documents, [{ k: 'd', n: 4 }]], deleted: ['2'] });
const first = { after: { segment: 0, doc: 0, score: 1 }, ahead: 0 };

/** What was written of the hits, undefined where they were fetched; and what is fetched where nobody writes. */
function both(shards: Parameters<typeof searchShards>[0], body: object, more: Partial<SearchOptions> = {}) {
  const result = searchShards(shards, { ...body }, { ...more, hitWriters: () => new ListWriter() });
  const { writtenHits } = result;
  const fetched = searchShards(shards, { ...body }, more).hits.map(shownOf);
  if (writtenHits === undefined) {
    expect(result.hits.map(shownOf)).toEqual(fetched);
    return { written: undefined, fetched };
  }
  expect(result.hits).toEqual([]);
  return { written: JSON.parse(decoder.decode(writtenHits)) as Shown[], fetched };
}

test.each<[string, object, Partial<SearchOptions>]>([
  ['all', {}, {}],
  ['sorted hits', { sort: [{ n: 'desc' }, '_doc'] }, {}],
  ['a page of a walk', { sort: ['_doc'], size: 2 }, { page: first }],
  ['hits without documents', { _source: false }, {}],
  ['parts of documents', { _source: ['n'] }, {}],
  ['scores', { query: { terms: { k: ['a', 'd'] } }, sort: ['_score'] }, {}],
])('%s are written as they would be fetched', (_, body, more) => {
  const { written, fetched } = both([shard], body, more);
  expect(written).toEqual(fetched);
});

test.each<[string, object, Partial<SearchOptions>]>([
  ['nothing to show, as there are none,', { query: { term: { k: 'z' } } }, {}],
  ['versions', { version: true }, {}],
  ['places in the history', { seq_no_primary_term: true }, {}],
  ['fields', { fields: ['k'] }, {}],
  ['columns', { docvalue_fields: ['k'] }, {}],
  ['stored fields', { stored_fields: ['k'] }, {}],
  ['no ids', { stored_fields: '_none_', _source: false }, {}],
  ['scripts', { script_fields: { s: { script: '1' } } }, {}],
  ['marked texts', { highlight: { fields: { k: {} } } }, {}],
  ['explanations', { explain: true }, {}],
  ['names of queries', { query: { match_all: { _name: 'q' } } }, {}],
  ['names of filters', { post_filter: { match_all: { _name: 'q' } } }, {}],
  ['groups', { collapse: { field: 'k' } }, {}],
])('hits with %s are fetched', (_, body, more) => {
  expect(both([shard], body, more).written).toBeUndefined();
});

test('hits of segments whose documents have more than a source are fetched', () => {
  const more = [
    searchableShard({ properties, segments: [documents], routing: 'r' }),
    searchableShard({ properties, segments: [[{ k: 'a', n: 'no number' }]] }),
    searchableShard({ properties, segments: [[{ k: 'a', o: [{ x: 'y' }] }]] }),
  ];
  for (const other of more) {
    expect(both([shard, other], {}).written).toBeUndefined();
    // Where none of the hits is of such a segment they are written.
    expect(both([shard, other], { query: { term: { k: 'd' } } }).written).toHaveLength(1);
  }
});

test('what a writer cannot write is fetched', () => {
  const writer = new ListWriter();
  writer.takes = 1;
  const { hits, writtenHits } = searchShards([shard], {}, { hitWriters: () => writer });
  expect([writtenHits, hits.length, writer.hits.length]).toEqual([undefined, 3, 2]);
});

test('all that is written is counted for memory', () => {
  const memory = new TestMemory();
  const many = searchableShard({ properties, segments: [Array.from({ length: 100 }, (_, n) => ({ n }))] });
  const budget = testBudget({ memory });
  searchShards([many], { size: 100 }, { budget, hitWriters: () => new ListWriter() });
  const bytes = Array.from({ length: 100 }, (_, n) => `{"n":${n}}`.length).reduce((sum, next) => sum + next);
  expect(memory.peak).toBeGreaterThanOrEqual(bytes);
});

test('hits within groups are fetched', () => {
  const body = { collapse: { field: 'k', inner_hits: { name: 'i' } } };
  const { hits } = searchShards([shard], body, { hitWriters: () => new ListWriter() });
  const found = hits.flatMap(({ innerHits }) => innerHits!.map(([, { hits }]) => hits.map(({ id }) => id)));
  expect(found).toEqual([['1'], ['3'], ['4']]);
});

test('large documents are counted for memory before they are written', () => {
  const text = 'x'.repeat(100_000);
  const many = searchableShard({ properties, segments: [Array.from({ length: 20 }, () => ({ text }))] });
  const budget = testBudget({ memory: new TestMemory(350_000) });
  const writer = new ListWriter();
  expect(() => searchShards([many], { size: 20 }, { budget, hitWriters: () => writer })).toThrow();
  expect(writer.hits.length).toBeLessThan(4);
});

test('the shards whose hits are shown are told whether they are written or fetched', () => {
  const other = searchableShard({ properties, shard: 1, segments: [[{ k: 'x', n: 9 }], [{ k: 'a', n: 0 }]] });
  const shardsOf = (body: object, more: Partial<SearchOptions>) =>
    searchShards([shard, other], { ...body }, more).fetched?.map(({ shard: number }) => number);
  for (const more of [{}, { hitWriters: () => new ListWriter() }]) {
    expect(shardsOf({ sort: [{ n: 'desc' }], size: 3 }, more)).toEqual([1, 0]);
    expect(shardsOf({ query: { term: { k: 'd' } } }, more)).toEqual([0]);
    expect(shardsOf({ size: 0 }, more)).toEqual([]);
  }
});
