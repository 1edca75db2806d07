import { expect, test } from 'vitest';
import { type MemoryAccount, WorkBudget } from '../budget/work-budget.ts';
import { clearFielddata, fielddataSizes } from '../segment/segment-file.ts';
import { searchableShard, searchShards, stillClock } from '../testing/searchable.ts';

/* The answers are those of OpenSearch 3.6.0. */
const documents = [
  { t: 'a b c', w: 'the fox the dog' },
  { t: 'a b', w: ['fox', 'bear'] },
  { t: 'a d', w: '' },
];

function shardOf(segments: readonly (typeof documents)[number][][] = [documents]) {
  return searchableShard({
    properties: {
      t: {
        type: 'text',
        fielddata: true,
        fielddata_frequency_filter: { min: 0.01, max: 0.5, min_segment_size: 2 },
      },
      w: { type: 'text', fielddata: true },
      off: { type: 'text' },
    },
    segments,
  });
}

/** An account that knows what is held, and refuses what is beyond. */
function accountOf(limit: number): MemoryAccount & { held: number } {
  return {
    held: 0,
    take(bytes) {
      if (this.held + bytes > limit) throw new Error('refused');
      this.held += bytes;
    },
    give(bytes) {
      this.held -= bytes;
    },
  };
}

test.each([
  ['one segment', [documents]],
  ['a segment for each document', documents.map((each) => [each])],
])('a text with fielddata is sorted and aggregated by its terms: %s', (_, segments) => {
  const shard = shardOf(segments);
  const result = searchShards([shard], {
    sort: ['w'],
    docvalue_fields: ['w'],
    aggs: { terms: { terms: { field: 'w' } }, count: { cardinality: { field: 'w' } } },
  });
  expect(result.hits.map(({ id, sort }) => [id, sort])).toEqual([
    ['2', ['bear']],
    ['1', ['dog']],
    ['3', [null]],
  ]);
  expect(result.hits[1]!.fields).toEqual({ w: ['dog', 'fox', 'the'] });
  expect(result.aggregations).toMatchObject({
    terms: {
      buckets: [
        { key: 'fox', doc_count: 2 },
        { key: 'bear', doc_count: 1 },
        { key: 'dog', doc_count: 1 },
        { key: 'the', doc_count: 1 },
      ],
    },
    count: { value: 4 },
  });
});

test('a frequency filter leaves terms out, counted or not', () => {
  const aggs = { terms: { terms: { field: 't', min_doc_count: 0 } } };
  const { aggregations } = searchShards([shardOf()], { query: { match: { w: 'fox' } }, size: 0, aggs });
  expect(aggregations).toMatchObject({
    terms: {
      buckets: [
        { key: 'c', doc_count: 1 },
        { key: 'd', doc_count: 0 },
      ],
    },
  });
});

test('what is cleared is made again, and gives its memory back', () => {
  const shard = shardOf();
  const [segment] = shard.searcher.segments;
  const memory = accountOf(1e6);
  const ask = (): unknown => {
    const budget = new WorkBudget({ clock: stillClock, memory });
    return searchShards([shard], { size: 0, aggs: { x: { terms: { field: 'w' } } } }, { budget })
      .aggregations;
  };
  const first = ask();
  const [[field, bytes]] = [...fielddataSizes(segment!)] as [[string, number]];
  expect(field).toBe('w');
  expect(memory.held).toBe(bytes);
  clearFielddata(segment!, (name) => name === 'other');
  expect(memory.held).toBe(bytes);
  clearFielddata(segment!, () => true);
  expect(memory.held).toBe(0);
  expect([...fielddataSizes(segment!)]).toEqual([]);
  expect(ask()).toEqual(first);
  expect(memory.held).toBe(bytes);
});

test('a search under way from which it is cleared finds what it would have found', () => {
  const shard = shardOf();
  const [segment] = shard.searcher.segments;
  searchShards([shard], { sort: ['w'] });
  const before = segment!.fielddataOrdinals('w');
  clearFielddata(segment!, () => true);
  expect(segment!.fielddataOrdinals('w')).toEqual(before);
});

test('more than the account of memory allows is not made', () => {
  const budget = new WorkBudget({ clock: stillClock, memory: accountOf(20) });
  expect(() => searchShards([shardOf()], { sort: ['w'] }, { budget })).toThrow('refused');
});

test.each([
  ['_routing', { query: { prefix: { _routing: 'r' } } }],
  ['_routing', { query: { fuzzy: { _routing: 'r2' } } }],
  ['_routing', { query: { range: { _routing: { gte: 'a' } } } }],
  ['_seq_no', { query: { range: { _seq_no: { gte: 1 } } } }],
  ['_seq_no', { sort: ['_seq_no'] }],
  ['_index', { size: 0, aggs: { x: { terms: { field: '_index' } } } }],
])('a column of %s is counted by the account, and shown nowhere: %j', (field, body) => {
  const routed = searchableShard({ properties: {}, segments: [[{}, {}, {}]], routing: 'r1' });
  const [segment] = routed.searcher.segments;
  const taken = new Set<string>();
  const memory = accountOf(1e6);
  const { take } = memory;
  memory.take = function noted(bytes, label) {
    taken.add(label);
    take.call(this, bytes, label);
  };
  searchShards([routed], body, { budget: new WorkBudget({ clock: stillClock, memory }) });
  expect(taken).toContain(field);
  const { held } = memory;
  expect(held).toBeGreaterThan(0);
  expect([...fielddataSizes(segment!)]).toEqual([]);
  clearFielddata(segment!, (name) => name === field);
  expect(memory.held).toBeLessThan(held);
  const refusing = new WorkBudget({ clock: stillClock, memory: accountOf(1) });
  expect(() => searchShards([routed], body, { budget: refusing })).toThrow('refused');
});

test('without fielddata a text is refused, also one that is only promised', () => {
  const refused = /set fielddata=true on \[(?:off|__anonymous_text)\]/;
  const reasonOf = (body: Readonly<Record<string, unknown>>): string => {
    try {
      searchShards([shardOf()], body);
    } catch (error) {
      return JSON.stringify((error as { error?: unknown }).error);
    }
    return 'nothing was thrown';
  };
  expect(reasonOf({ sort: ['off'] })).toMatch(refused);
  expect(reasonOf({ aggs: { x: { terms: { field: 'off' } } } })).toMatch(refused);
  expect(reasonOf({ sort: [{ nope: { unmapped_type: 'text' } }] })).toMatch(refused);
  const asPoint = reasonOf({ sort: [{ nope: { unmapped_type: 'geo_point' } }] });
  expect(asPoint).toContain("can't sort on geo_point field without using specific sorting feature");
});
