import { describe, expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import type { SearchOptions, SearchResult } from './search-api.ts';

const shard = searchableShard({
  properties: {
    k: { type: 'keyword' },
    n: { type: 'long' },
    t: { type: 'text' },
    secret: { type: 'keyword' },
  },
  derived: {
    dk: { type: 'keyword', script: "emit(doc['k'].value)" },
    dn: { type: 'long', script: "emit(params._source['n'])" },
    dt: { type: 'text', script: "emit(params._source['t'])" },
    told: { type: 'keyword', script: "emit(params._source['secret'])" },
    o: {
      type: 'object',
      script: 'emit(\'{"l":\' + doc[\'n\'].value + \',"w":["Red fox","b"]}\')',
      properties: { w: 'keyword' },
    },
  },
  segments: [
    [
      { k: 'a', n: 1, t: 'quick brown fox', secret: 's1' },
      { k: 'b', n: 2, t: 'brown dog', secret: 's2' },
    ],
    [{ n: 9 }, { k: 'c', n: 3, t: 'lazy dog', secret: 's3' }],
  ],
  deleted: ['3'],
});

function idsOf(query: unknown, more: object = {}, options: Partial<SearchOptions> = {}): string[] {
  const body = { query, sort: ['_doc'], ...more } as SearchOptions['body'];
  return searchShards([shard], body, options).hits.map(({ id }) => id);
}

const shownOf = (body: SearchOptions['body'], options: Partial<SearchOptions> = {}): unknown[] =>
  searchShards([shard], body, options).hits.map(({ fields }) => fields && JSON.parse(JSON.stringify(fields)));

describe('queries of derived fields', () => {
  test.each([
    [{ term: { dk: 'a' } }, ['1']],
    [{ terms: { dn: [2, 3] } }, ['2', '4']],
    [{ range: { dn: { gte: 2 } } }, ['2', '4']],
    [{ prefix: { dt: 'qui' } }, ['1']],
    [{ match: { dt: { query: 'brown dog', operator: 'and' } } }, ['2']],
    [{ match_phrase: { dt: 'brown dog' } }, ['2']],
    [{ match_phrase_prefix: { dt: 'brown d' } }, ['2']],
    [{ fuzzy: { dt: 'brwn' } }, ['1', '2']],
    [{ bool: { filter: [{ term: { k: 'c' } }, { range: { dn: { lt: 5 } } }] } }, ['4']],
    [{ bool: { must_not: [{ term: { dk: 'b' } }] } }, ['1', '4']],
    [{ term: { 'o.l': 2 } }, ['2']],
    [{ term: { 'o.w': 'Red fox' } }, ['1', '2', '4']],
    [{ term: { 'o.none': 1 } }, []],
  ])('%j', (query, ids) => {
    expect(idsOf(query)).toEqual(ids);
  });

  test('each word that is found scores its boost', () => {
    const query = { match: { dt: { query: 'brown dog', boost: 2 } } };
    expect(searchShards([shard], { query }).hits.map(({ score }) => score)).toEqual([4, 2, 2]);
  });

  test('scripts are not run for documents that are deleted, or that others leave out', () => {
    const derived = { f: { type: 'long', script: "emit(100 / (doc['n'].value - 9))" } };
    expect(idsOf({ range: { f: { lt: 0 } } }, { derived })).toEqual(['1', '2', '4']);
    const fails = { f: { type: 'long', script: "emit(100 / (doc['n'].value - 2))" } };
    const query = { bool: { filter: [{ term: { k: 'c' } }, { range: { f: { gt: 0 } } }] } };
    expect(idsOf(query, { derived: fails })).toEqual(['4']);
    expect(() => idsOf({ range: { f: { gt: 0 } } }, { derived: fails })).toThrow('all shards failed');
  });

  test('a script that fails behind the last hit that is wanted is not run', () => {
    const many = searchableShard({
      properties: { n: { type: 'long' } },
      segments: [Array.from({ length: 300 }, (_, n) => ({ n }))],
    });
    const derived = { f: { type: 'long', script: "emit(100 / (doc['n'].value - 290))" } };
    const body = { derived, query: { range: { f: { lte: 0 } } }, terminate_after: 5, size: 5 };
    expect(searchShards([many], body).hits).toHaveLength(5);
  });
});

test('dates that are derived are looked for on every shard', () => {
  const derived = { d: { type: 'date', script: "emit(doc['n'].value * 1000L)" } };
  const shards = [0, 1].map((number) =>
    searchableShard({
      shard: number,
      properties: { n: { type: 'long' } },
      derived,
      segments: [[{ n: number }]],
    }),
  );
  const query = { range: { d: { gte: 500, format: 'epoch_millis' } } };
  const found = searchShards(shards, { query }, { preFilterShardSize: 1 });
  expect(found.hits.map(({ id }) => id)).toEqual(['1']);
  expect(found.shards.skipped).toBe(0);
});

describe('definitions of a search', () => {
  test('come before those of the mapping, and behind its fields', () => {
    const derived = {
      dk: { type: 'keyword', script: "emit('x')" },
      k: { type: 'keyword', script: "emit('x')" },
    };
    expect(idsOf({ term: { dk: 'x' } }, { derived })).toEqual(['1', '2', '4']);
    expect(idsOf({ term: { k: 'x' } }, { derived })).toEqual([]);
  });

  test('are refused where they may not be', () => {
    const derived = { x: { type: 'long', script: 'emit(1)' } };
    const refused = (budget: ReturnType<typeof testBudget>): void => {
      idsOf({ term: { x: 1 } }, { derived }, { budget });
    };
    expect(() => refused(testBudget({ refusesDerived: true }))).toThrow('all shards failed');
    expect(() => refused(testBudget({ refusesExpensive: true }))).toThrow('all shards failed');
    const budget = testBudget({ refusesDerived: true });
    expect(idsOf({ term: { dk: 'a' } }, {}, { budget })).toEqual([]);
  });
});

describe('values of derived fields', () => {
  test('are shown as they were emitted', () => {
    const derived = {
      m: { type: 'long', script: "emit('x'); emit(7); emit(null)" },
      d: { type: 'date', script: 'emit(86400000L)', format: 'yyyy' },
      g: { type: 'geo_point', script: 'emit(1, 2)' },
    };
    expect(shownOf({ derived, fields: ['m', 'd', 'g', 'o.l'], size: 1 })).toEqual([
      { m: ['x', 7, null], d: ['1970'], g: [{ lat: { value: 1 }, lon: { value: 2 } }], 'o.l': [1] },
    ]);
  });

  test('are counted by aggregations', () => {
    const aggs = { a: { terms: { field: 'dk' } }, b: { sum: { field: 'dn' } } };
    const { aggregations } = searchShards([shard], { size: 0, aggs });
    const shown = JSON.parse(JSON.stringify(aggregations));
    expect(shown.a.buckets.map(({ key }: { key: string }) => key)).toEqual(['a', 'b', 'c']);
    expect(shown.b.value).toEqual({ value: 6 });
  });

  test('are not there for sorts and columns', () => {
    expect(shownOf({ docvalue_fields: ['dk'], sort: ['dk'] })).toEqual([undefined, undefined, undefined]);
  });

  test('that are none of the type fail a query, or are left out of it', () => {
    const definition = { type: 'long', script: "emit(doc['k'].value)" };
    const search = (more: object): string[] =>
      idsOf({ term: { x: 1 } }, { derived: { x: { ...definition, ...more } } });
    expect(() => search({})).toThrow('all shards failed');
    expect(search({ ignore_malformed: true })).toEqual([]);
  });
});

test('large values are looked at a few at a time, and a keyword that is too long fails', () => {
  const many = searchableShard({
    properties: { n: { type: 'long' } },
    segments: [Array.from({ length: 64 }, (_, n) => ({ n }))],
  });
  const grow = (rounds: number): string =>
    `String s = 'x'; for (int i = 0; i < ${rounds}; i++) s += s; emit(s); emit('' + doc['n'].value)`;
  const search = (type: string, rounds: number, more: object = {}): string[] => {
    const derived = { x: { type, script: grow(rounds), ...more } };
    return searchShards([many], { derived, query: { terms: { x: ['7', '60'] } } }).hits.map(({ id }) => id);
  };
  expect(search('text', 18)).toEqual(['8', '61']);
  expect(search('keyword', 14)).toEqual(['8', '61']);
  expect(() => search('keyword', 15, { ignore_malformed: true })).toThrow('all shards failed');
});

describe('what is hidden', () => {
  const fieldRules = new Map([['test', { includes: [], excludes: ['secret'] }]]);

  test('a script does not see fields that are', () => {
    expect(idsOf({ term: { told: 's1' } })).toEqual(['1']);
    expect(idsOf({ term: { told: 's1' } }, {}, { fieldRules })).toEqual([]);
    expect(shownOf({ fields: ['told'], size: 1 }, { fieldRules })).toEqual([{ told: [null] }]);
    const derived = { x: { type: 'keyword', script: "emit(doc['secret'].value)" } };
    expect(() => idsOf({ term: { x: 's1' } }, { derived }, { fieldRules })).toThrow('all shards failed');
  });

  test('a script sees masked values as they are seen', () => {
    const masks = [{ pattern: 'secret', mask: { kind: 'hash' as const } }];
    const rules = new Map([
      ['test', { includes: [], excludes: [], masks, maskSalt: 'c2FsdHNhbHRzYWx0c2FsdA==' }],
    ]);
    expect(idsOf({ term: { told: 's1' } }, {}, { fieldRules: rules })).toEqual([]);
    expect(JSON.stringify(shownOf({ fields: ['told'], size: 1 }, { fieldRules: rules }))).not.toContain('s1');
  });

  test('a script is not run for documents that are, nor is a type inferred from them', () => {
    const documentFilters = new Map([['test', { term: { k: 'b' } }]]);
    const derived = {
      f: { type: 'long', script: "emit(100 / (doc['n'].value - 1))" },
      p: { type: 'object', script: "emit('{\"' + doc['k'].value + '\":1}')" },
    };
    const search = (query: unknown): string[] => idsOf(query, { derived }, { documentFilters });
    expect(search({ range: { f: { gt: 0 } } })).toEqual(['2']);
    expect(search({ term: { 'p.b': 1 } })).toEqual(['2']);
    expect(search({ term: { 'p.a': 1 } })).toEqual([]);
    expect(
      idsOf({ match_all: {} }, {}, { documentFilters: new Map([['test', { term: { dk: 'b' } }]]) }),
    ).toEqual(['2']);
  });

  test('a rule by what lies within a derived object hides what it says', () => {
    const seen = (rule: Readonly<Record<string, unknown>>): string[] =>
      idsOf({ match_all: {} }, {}, { documentFilters: new Map([['test', rule]]) });
    expect(seen({ term: { 'o.l': 2 } })).toEqual(['2']);
    expect(seen({ bool: { must_not: [{ term: { 'o.l': 2 } }] } })).toEqual(['1', '4']);
  });

  test('a rule by what one of many documents has within a derived object hides that one, also where nothing may be derived', () => {
    const documents = Array.from({ length: 1000 }, (_, n) => ({ secret: n === 501 ? 'yes' : undefined }));
    const script = "emit(params._source.secret == null ? '{}' : '{\"s\":true}')";
    const many = (settings: Record<string, string>) =>
      searchableShard({
        properties: { secret: { type: 'keyword' } },
        derived: { o: { type: 'object', script } },
        segments: [documents],
        settings,
      });
    const rule = { bool: { must_not: [{ term: { 'o.s': true } }] } };
    for (const settings of [{}, { 'index.query.derived_field.enabled': 'false' }]) {
      const total = (body: SearchOptions['body'], options: Partial<SearchOptions>): number =>
        searchShards([many(settings)], body, options).total!.value;
      expect(total({}, { documentFilters: new Map([['test', rule]]) })).toBe(999);
      expect(total({ query: rule }, { byRule: true })).toBe(999);
    }
  });
});

// As OpenSearch 3.6 answers.
test('no document of an index has what a search alone derives', () => {
  const derived = { own: { type: 'keyword', script: "emit('x')" } };
  expect(idsOf({ exists: { field: 'own' } }, { derived })).toEqual([]);
  expect(idsOf({ bool: { must_not: { exists: { field: 'own' } } } }, { derived })).toEqual(['1', '2', '4']);
  expect(() => idsOf({ exists: { field: 'dk' } }, { derived: { dk: derived.own } })).toThrow();
});

test('what a search defines is read once, for however many shards', () => {
  let reads = 0;
  const definition = {
    type: 'long',
    get script() {
      reads++;
      return 'emit(4)';
    },
  };
  const shards = Array.from({ length: 5 }, (_, n) =>
    searchableShard({ properties: { [`f${n % 2}`]: { type: 'long' } }, segments: [[{}]], shard: n }),
  );
  const search = (derived: object): SearchResult =>
    searchShards(shards, { derived, query: { term: { f1: 4 } }, size: 0 } as SearchOptions['body']);
  expect(search({ f1: definition }).total?.value).toBe(3);
  expect(reads).toBe(1);
  expect(() => search({ f1: { type: 'none' } })).toThrow('all shards failed');
});

test('a search of a derived field ends when its work is up', () => {
  const many = searchableShard({
    properties: { n: { type: 'long' } },
    segments: [Array.from({ length: 3000 }, (_, n) => ({ n }))],
  });
  const derived = { f: { type: 'long', script: "emit(doc['n'].value)" } };
  const search = (stepsMax: number): SearchResult => {
    const body = { derived, query: { range: { f: { gte: 0 } } }, track_total_hits: true };
    return searchShards([many], body, { budget: testBudget({ stepsMax, stepsPerLook: 1 }) });
  };
  const ended = search(1000);
  expect(ended.timedOut).toBe(true);
  expect(ended.total?.value).toBeLessThan(3000);
  expect(search(1_000_000)).toMatchObject({ timedOut: false, total: { value: 3000 } });
});
