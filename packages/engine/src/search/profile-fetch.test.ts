import type { JsonMap } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  t: { type: 'text' },
  n: { type: 'long' },
  o: { type: 'nested', properties: { k: { type: 'keyword' } } },
};
const shard = searchableShard({
  properties,
  segments: [
    [
      { t: 'hello world', n: 1, o: [{ k: 'a' }, { k: 'b' }] },
      { t: 'hello', n: 2 },
    ],
    [{ t: 'world', n: 3 }],
  ],
});

interface Fetch {
  readonly type: string;
  readonly description: string;
  readonly time_in_nanos: number;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children?: readonly Fetch[];
}

function fetchesOf(body: object): readonly Fetch[] {
  const profile = searchShards([shard], { profile: true, ...body }).profile as unknown as {
    shards: readonly { fetch: readonly Fetch[] }[];
  };
  return profile.shards[0]!.fetch;
}

const kinds = (fetch: Fetch | undefined): string[] => (fetch?.children ?? []).map(({ type }) => type);

test('a profile tells what showing the hits took: by parts and by phases', () => {
  expect(fetchesOf({ query: { match: { t: 'hello' } } })).toEqual([
    {
      type: 'fetch',
      description: 'fetch',
      time_in_nanos: expect.any(Number),
      breakdown: {
        build_sub_phase_processors: expect.any(Number),
        build_sub_phase_processors_count: 1,
        create_stored_fields_visitor: expect.any(Number),
        create_stored_fields_visitor_count: 1,
        get_next_reader: expect.any(Number),
        get_next_reader_count: 1,
        load_source: expect.any(Number),
        load_source_count: 2,
        load_stored_fields: expect.any(Number),
        load_stored_fields_count: 2,
      },
      children: [
        {
          type: 'FetchSourcePhase',
          description: 'FetchSourcePhase',
          time_in_nanos: expect.any(Number),
          breakdown: {
            process: expect.any(Number),
            process_count: 2,
            set_next_reader: expect.any(Number),
            set_next_reader_count: 1,
          },
        },
      ],
    },
  ]);
});

test('phases are those that the request asks for, in the order of OpenSearch', () => {
  const [fetch] = fetchesOf({
    query: { match: { t: { query: 'hello', _name: 'said' } } },
    explain: true,
    version: true,
    seq_no_primary_term: true,
    track_scores: true,
    sort: ['n'],
    docvalue_fields: ['n'],
    fields: ['t'],
    highlight: { fields: { t: {} } },
  });
  expect(kinds(fetch)).toEqual([
    'ExplainPhase',
    'FetchDocValuesPhase',
    'FetchSourcePhase',
    'FetchFieldsPhase',
    'FetchVersionPhase',
    'SeqNoPrimaryTermPhase',
    'MatchedQueriesPhase',
    'HighlightPhase',
    'FetchScorePhase',
  ]);
  for (const { breakdown } of fetch?.children ?? []) expect(breakdown.process_count).toBe(2);
  const times = fetch?.children?.map((child) => child.time_in_nanos) ?? [];
  const parts = Object.entries(fetch?.breakdown ?? {}).filter(([name]) => !name.endsWith('_count'));
  const sum = [...times, ...parts.map(([, nanos]) => nanos)].reduce((a, b) => a + b, 0);
  expect(fetch?.time_in_nanos).toBe(sum);
});

test('without sources, and without hits, nothing is told of them', () => {
  const [bare] = fetchesOf({ _source: false, docvalue_fields: ['n'] });
  expect(kinds(bare)).toEqual(['FetchDocValuesPhase']);
  expect(bare?.breakdown).toMatchObject({ load_source_count: 0, get_next_reader_count: 2 });
  expect(fetchesOf({ size: 0 })).toEqual([]);
  expect(fetchesOf({ query: { match: { t: 'nothing' } } })).toEqual([]);
});

test('inner hits and top hits are fetches of their own, behind that of the hits', () => {
  const nested = { path: 'o', query: { match_all: {} }, inner_hits: { _source: false } };
  const inner = fetchesOf({ query: { nested } });
  expect(inner.map(({ type }) => type)).toEqual(['fetch', 'fetch_inner_hits[o]']);
  expect(inner[1]).toMatchObject({
    description: 'fetch_inner_hits[o]',
    breakdown: { build_sub_phase_processors_count: 1, load_stored_fields_count: 2 },
  });
  const body: JsonMap = { top_hits: { size: 1, docvalue_fields: ['n'] } };
  const top = fetchesOf({ size: 0, aggs: { by: { terms: { field: 'n' }, aggs: { one: body } } } });
  expect(top).toHaveLength(1);
  expect(top[0]).toMatchObject({
    type: 'fetch_top_hits_aggregation[one]',
    breakdown: { build_sub_phase_processors_count: 3, load_source_count: 3 },
  });
  expect(kinds(top[0])).toEqual(['FetchDocValuesPhase', 'FetchSourcePhase']);
});
