import { Double, Float, Long } from '@sextant/contract';
import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const properties = { k: { type: 'keyword' }, n: { type: 'long' }, d: { type: 'date' }, t: { type: 'text' } };
const shards = [
  searchableShard({
    properties,
    segments: [
      [
        { k: ['a', 'b'], n: [1, 4], d: '2024-01-05', t: 'red' },
        { k: 'a', n: 3, t: 'red red' },
      ],
      [{ n: 8, d: '2024-02-05' }],
    ],
  }),
  searchableShard({ properties, segments: [[{ k: 'c', n: 10, t: 'red' }]] }),
];

function answer(aggregation: object, query: object = { match_all: {} }): string {
  const { aggregations } = searchShards(shards, { size: 0, query, aggs: { x: aggregation } });
  return JSON.stringify((aggregations as { readonly x: unknown }).x, (_name, value: unknown) => {
    if (value instanceof Long) return Number(value.digits);
    return value instanceof Double || value instanceof Float ? value.value : value;
  });
}

function buckets(aggregation: object, query?: object): string {
  const { buckets: found } = JSON.parse(answer(aggregation, query)) as {
    readonly buckets: readonly { readonly key: unknown; readonly doc_count: number }[];
  };
  return found.map(({ key, doc_count }) => `${JSON.stringify(key)}:${doc_count}`).join(' ');
}

test('a script stands for a field: texts where nothing else is said, else what value_type says', () => {
  expect(buckets({ terms: { script: "doc['k'].size()" } })).toBe('"1":2 "0":1 "2":1');
  expect(buckets({ terms: { script: "doc['k'].size()", value_type: 'long' } })).toBe('1:2 0:1 2:1');
  expect(buckets({ terms: { script: "doc['k']", missing: 'none' } })).toBe('"a":2 "b":1 "c":1 "none":1');
  expect(answer({ sum: { script: "doc['n']" } })).toBe('{"value":26}');
  expect(buckets({ histogram: { script: "doc['n'].value", interval: 5 } })).toBe('0:2 5:1 10:1');
  const months = {
    date_histogram: { script: "doc['d'].size() == 0 ? null : doc['d'].value", calendar_interval: 'month' },
  };
  expect(buckets(months)).toBe('1704067200000:1 1706745600000:1');
});

test('a script is given the values of a field one by one', () => {
  expect(buckets({ terms: { field: 'k', script: "_value + '!'" } })).toBe('"a!":2 "b!":1 "c!":1');
  const doubled = { sum: { field: 'n', script: { source: '_value * params.by', params: { by: 2 } } } };
  expect(answer(doubled)).toBe('{"value":52}');
  expect(answer({ value_count: { field: 'unknown', script: '_value' } })).toBe('{"value":0}');
});

test('metrics take what scripts make of a document once for each bucket that it is in', () => {
  const within = (script: object) => ({ terms: { field: 'k' }, aggs: { s: { stats: { script } } } });
  const figures = (script: object): unknown => {
    const { buckets: found } = JSON.parse(answer(within(script))) as {
      readonly buckets: readonly { readonly key: string; readonly s: Readonly<Record<string, number>> }[];
    };
    return found.map(({ key, s }) => [key, s.count, s.min, s.max, s.sum]);
  };
  const sums = { lang: 'expression', source: "doc['n'].sum()" };
  const lists = { source: "doc['n'].value > 9 ? [] : [doc['n'].value, -1]" };
  expect(figures(sums)).toEqual([
    ['a', 2, 3, 5, 8],
    ['b', 1, 5, 5, 5],
    ['c', 1, 10, 10, 10],
  ]);
  expect(figures(lists)).toEqual([
    ['a', 4, -1, 3, 2],
    ['b', 2, -1, 1, 0],
    ['c', 0, null, null, 0],
  ]);
  expect(answer({ value_count: { script: "doc['n'].size() == 2 ? [1, 2, 3] : null" } })).toBe('{"value":3}');
});

test('where a script makes what is no number the extremes are none, and endless ones are not told', () => {
  const of = (source: string) => ({ script: { lang: 'expression', source } });
  expect(answer({ min: of("doc['n'] > 5 ? 0 / 0 : 1") })).toBe('{"value":null}');
  expect(answer({ max: of("doc['n'] > 5 ? 1 / 0 : 1") })).toBe('{"value":null}');
  expect(answer({ max: of("doc['n'] > 5 ? 2 : -1 / 0") })).toBe('{"value":2}');
});

test('in a histogram what is no number is one bucket, the last', () => {
  const script = { lang: 'expression', source: "doc['n'] > 2 ? sqrt(-1) : doc['n']" };
  expect(answer({ histogram: { script, interval: 1, min_doc_count: 1 } })).toBe(
    '{"buckets":[{"key":1,"doc_count":1},{"key":null,"doc_count":3}]}',
  );
});

test('only documents that are found are asked, and those of nested buckets in theirs', () => {
  const inverse = { sum: { script: "1 / (doc['n'].value - 8)" } };
  expect(answer(inverse, { term: { k: 'a' } })).toBe('{"value":0}');
  const within = { terms: { field: 'k' }, aggs: { s: { sum: { script: "doc['n'].value" } } } };
  const { buckets: found } = JSON.parse(answer(within)) as {
    readonly buckets: readonly { readonly key: string; readonly s: { readonly value: number } }[];
  };
  expect(found.map(({ key, s }) => `${key}=${s.value}`)).toEqual(['a=4', 'b=1', 'c=10']);
});

test('what lies within an aggregation by script sees the documents with their scores', () => {
  const aggs = {
    best: { top_hits: { size: 1, _source: false } },
    red: { filter: { match: { t: 'red' } } },
    k: { terms: { field: 'k' } },
    scores: { max: { script: '_score' } },
  };
  const text = answer(
    { terms: { script: "doc['n'].value > 5 ? 'big' : 'small'" }, aggs },
    { match: { t: 'red' } },
  );
  const { buckets: found } = JSON.parse(text) as { readonly buckets: readonly Record<string, unknown>[] };
  expect(found).toMatchObject([
    { key: 'small', doc_count: 2, red: { doc_count: 2 }, k: { buckets: [{ key: 'a' }, { key: 'b' }] } },
    { key: 'big', doc_count: 1, red: { doc_count: 1 }, k: { buckets: [{ key: 'c' }] } },
  ]);
  const [{ best, scores }] = found as readonly [
    {
      readonly best: { readonly hits: { readonly max_score: number } };
      readonly scores: { readonly value: number };
    },
  ];
  expect(scores.value).toBeCloseTo(best.hits.max_score, 6);
});

test('terms without documents come from all documents of the shard', () => {
  const all = { terms: { script: "doc['k']", min_doc_count: 0 } };
  expect(buckets(all, { term: { k: 'b' } })).toBe('"a":1 "b":1 "c":0');
});

test('values that are but counted need not be such as scripts can take', () => {
  const mapped = { ip: { type: 'ip' }, g: { type: 'geo_point' } };
  const documents = [{ ip: ['10.0.0.1', '10.0.0.2'], g: { lat: 1, lon: 2 } }, { ip: '10.0.0.1' }, {}];
  const shard = searchableShard({ properties: mapped, segments: [documents] });
  const count = (field: string): object => ({ value_count: { field, script: '_value' } });
  const aggs = { ips: count('ip'), points: count('g') };
  const { aggregations } = searchShards([shard], { size: 0, aggs });
  expect(aggregations).toMatchObject({ ips: { value: 3 }, points: { value: 1 } });
});

// As OpenSearch 3.6 answers.
test('what a script makes of several values is counted as often as it is made', () => {
  const mapped = { ip: { type: 'ip' }, k: { type: 'keyword' } };
  const shard = searchableShard({
    properties: mapped,
    segments: [[{ ip: ['::1', '::2'], k: ['a', 'b'] }, {}]],
  });
  const count = (field: string, script: string) => {
    const aggs = { c: { value_count: { field, script } } };
    return searchShards([shard], { size: 0, aggs }).aggregations;
  };
  expect([count('ip', "'x'"), count('k', '1')]).toMatchObject([{ c: { value: 2 } }, { c: { value: 2 } }]);
  expect(() => count('ip', "throw new Exception('x')")).toThrow();
});

test('several values of one aggregation may be made by scripts', () => {
  const pairs = {
    multi_terms: { terms: [{ script: "doc['n'].value % 2", value_type: 'long' }, { script: "doc['k']" }] },
  };
  expect(buckets(pairs)).toBe('[1,"a"]:2 [0,"c"]:1 [1,"b"]:1');
  const mean = { weighted_avg: { value: { script: "doc['n'].value" }, weight: { script: '2' } } };
  expect(answer(mean)).toBe('{"value":5.5}');
  const page = { composite: { size: 2, sources: [{ s: { terms: { script: "doc['k'].size()" } } }] } };
  expect(buckets(page)).toBe('{"s":"0"}:1 {"s":"1"}:2');
});

test.each([
  [{ sum: { script: "'a'" } }, 'Unsupported script value [a], expected a number, date, or boolean'],
  [{ terms: { script: 'def l = []; l.add(l); l' } }, 'Iterable object is self-referencing itself'],
  [
    { terms: { field: 'n', script: "'a'" } },
    'class java.lang.String cannot be cast to class java.lang.Number',
  ],
  [
    { max: { field: 'k', script: '_value.length()' } },
    'Script yielding [unknown type] is not supported for aggregation [max]',
  ],
  [{ geo_centroid: { script: '1' } }, 'value source of type [geopoint] is not supported by scripts'],
])('%j is refused', (aggregation, reason) => {
  try {
    answer(aggregation);
  } catch (error) {
    expect(JSON.stringify(error)).toContain(reason);
    return;
  }
  throw new Error('no failure');
});

const metric = {
  init_script: 'state.all = []',
  map_script: "state.all.add(doc['n'].value * params.by)",
  combine_script: 'long s = 0; for (n in state.all) s += n; return s',
  reduce_script: 'long s = 0; for (n in states) s += n; return s',
  params: { by: 2 },
};

test('a figure of four scripts is made on each shard, then of all of them, for each bucket', () => {
  expect(answer({ scripted_metric: metric })).toBe('{"value":44}');
  const within = JSON.parse(answer({ terms: { field: 'k' }, aggs: { m: { scripted_metric: metric } } })) as {
    readonly buckets: readonly { readonly key: string; readonly m: { readonly value: number } }[];
  };
  expect(within.buckets.map(({ key, m }) => `${key}=${m.value}`)).toEqual(['a=8', 'b=2', 'c=20']);
  const { reduce_script: _, ...without } = metric;
  expect(() => answer({ scripted_metric: without })).toThrow('all shards failed');
});

test('what scripts of a figure keep is held until the end of the search', () => {
  const grows = {
    ...metric,
    map_script: "for (int i = 0; i < 20000; i++) state.all.add('x' + i)",
    combine_script: 'state.all.size()',
  };
  let most = 0;
  let held = 0;
  const memory = {
    take: (bytes: number): void => {
      held += bytes;
      most = Math.max(most, held);
    },
    give: (bytes: number): void => {
      held -= bytes;
    },
  };
  const budget = testBudget({ memory });
  searchShards(shards, { size: 0, aggs: { x: { scripted_metric: grows } } }, { budget });
  expect(most).toBeGreaterThan(4 * 20_000 * 16);
});

test('terms are as significant as a script says', () => {
  const heuristic = { script_heuristic: { script: 'params._subset_freq * 1.5 + params._superset_size' } };
  const x = { significant_terms: { field: 'k', min_doc_count: 1, ...heuristic } };
  expect(buckets(x, { match: { t: 'red' } })).toBe('"a":2 "c":1 "b":1');
});

test('where a script makes what is no number, ranges, percentiles and histograms do as in OpenSearch', () => {
  const of = (source: string) => ({ lang: 'expression', source });
  const odd = of("doc['n'] > 2 ? sqrt(-1) : doc['n']");
  const ranges = [{ to: 0 }, { from: 0, to: 3 }, {}];
  const counts = (script: object): string => {
    const { buckets: found } = JSON.parse(answer({ range: { script, ranges } }));
    return found.map(({ doc_count }: { readonly doc_count: number }) => doc_count).join(' ');
  };
  expect(counts(odd)).toBe('0 1 1');
  expect(counts(of("doc['n'] > 2 ? 1 / 0 : doc['n']"))).toBe('0 1 1');
  expect(counts(of("doc['n'] > 2 ? -1 / 0 : doc['n']"))).toBe('3 4 1');
  for (const percentiles of [
    { percentiles: {} },
    { percentile_ranks: { values: [1] } },
    { median_absolute_deviation: {} },
  ]) {
    const [[name, options]] = Object.entries(percentiles) as [[string, object]];
    let problem: unknown = null;
    try {
      answer({ [name]: { script: odd, ...options } });
    } catch (error) {
      problem = error;
    }
    expect(JSON.stringify(problem)).toContain('"reason":"Cannot add NaN to t-digest"');
  }
  const hdr = { percentiles: { script: odd, hdr: {}, percents: [50] } };
  expect(answer(hdr)).toBe('{"values":{"50.0":0}}');
  const below = of("doc['n'] > 2 ? -1 / 0 : doc['n']");
  expect(buckets({ histogram: { script: below, interval: 1 } })).toBe('1:1');
});

test('a histogram over time takes what scripts make as long, other numbers stay what they are', () => {
  const days = (source: string) => ({
    date_histogram: { script: { lang: 'expression', source }, fixed_interval: '1d', min_doc_count: 1 },
  });
  expect(buckets(days('sqrt(-1)'))).toBe('0:4');
  expect(buckets(days('1 / 0'))).toBe('9223372036828800000:4');
  const months = { calendar_interval: 'month', field: 'd', min_doc_count: 1 };
  const far = { lang: 'expression', source: '_value * pow(10, 300)' };
  expect(buckets({ date_histogram: { ...months, script: far } })).toBe('9223372035446400000:2');
  const auto = { script: { lang: 'expression', source: 'sqrt(-1)' }, buckets: 3 };
  expect(buckets({ auto_date_histogram: auto })).toBe('0:4');
  const half = { script: { lang: 'expression', source: "doc['n'] + 0.5" }, value_type: 'long' };
  expect(answer({ min: half })).toBe('{"value":1.5}');
  expect(buckets({ terms: half })).toBe('1:1 3:1 8:1 10:1');
});

test('what a metric by scripts was reduced to is a state where buckets are brought together again', () => {
  const s = {
    scripted_metric: {
      init_script: 'state.n = 0',
      map_script: 'state.n += 1',
      combine_script: 'state.n',
      reduce_script: 'states.toString()',
    },
  };
  const documents = ['2024-01-05', '2024-02-05', '2024-02-06'].map((d) => ({ d }));
  const split = [documents.slice(0, 2), documents.slice(2)].map((segment) =>
    searchableShard({ properties, segments: [segment] }),
  );
  const aggs = { h: { auto_date_histogram: { field: 'd', buckets: 2 }, aggs: { s } } };
  const { aggregations } = searchShards(split, { size: 0, aggs });
  expect(aggregations).toMatchObject({
    h: { buckets: [{ s: { value: '[[1]]' } }, { s: { value: '[[1, 1]]' } }] },
  });
});
