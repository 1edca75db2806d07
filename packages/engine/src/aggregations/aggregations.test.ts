import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { QueryNode } from '../dsl/query-node.ts';
import { parseIp } from '../mapping/ip-address.ts';
import { aggregate, shardOf } from '../testing/run-aggregations.ts';
import { testField } from '../testing/segments.ts';

const types: Readonly<Record<string, string>> = {
  k: 'keyword',
  t: 'text',
  n: 'long',
  i: 'integer',
  d: 'double',
  f: 'float',
  b: 'boolean',
  ip: 'ip',
  date: 'date',
  tags: 'keyword',
  nums: 'long',
  never: 'keyword',
  nevern: 'long',
  noidx: 'long',
};

const fields = Object.entries(types).map(([name, type]) =>
  testField(name, type, {
    ...(type === 'date' && { format: 'strict_date_optional_time||epoch_millis' }),
    ...(name === 'noidx' && { docValues: false }),
  }),
);

const at = (text: string): number => Date.parse(text);
const documents = [
  {
    k: 'a',
    t: 'hello',
    n: 1,
    i: 1,
    d: 1.5,
    f: Math.fround(0.1),
    b: true,
    ip: parseIp('10.0.0.1'),
    date: at('2020-01-15T10:00:00Z'),
    tags: ['x', 'y'],
    nums: [1, 2, 2],
  },
  {
    k: 'b',
    n: 10,
    i: 2,
    d: -2.5,
    f: Math.fround(0.2),
    b: false,
    ip: parseIp('::1'),
    date: at('2020-01-20T23:30:00Z'),
    tags: ['x'],
    nums: [3],
  },
  {
    k: 'a',
    n: 25,
    i: 3,
    d: 1e10,
    f: Math.fround(0.3),
    b: true,
    ip: parseIp('10.0.0.1'),
    date: at('2020-03-01T00:00:00Z'),
    tags: ['z', 'x', 'x'],
  },
  { k: 'c', n: 100, i: 4, d: 3, date: at('2020-05-31T12:00:00Z') },
  { tags: ['y'], i: 5 },
  { k: 'B', n: -7, i: 6, d: 0.1, b: false, ip: parseIp('192.168.1.1'), date: at('1969-12-31T23:59:59.999Z') },
];

const oneSegment = shardOf(fields, [documents]);
const threeSegments = shardOf(fields, [documents.slice(0, 2), documents.slice(2, 3), documents.slice(3)]);

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, member]) => [key, sorted(member)]),
  );
};
/** Members in one order, and `1.0` still another number than `1`. */
const canonical = (json: string): unknown =>
  sorted(JSON.parse(json.replaceAll(/([:[,])(-?\d[\d.E+-]*)(?=[,}\]])/g, '$1"number $2"')));

function answer(body: string, k: string | null, run: { segments: number; collectAll: boolean }): string {
  const matches = k === null ? {} : { matches: (doc: number) => documents[doc]?.k === k };
  const shard = run.segments === 1 ? oneSegment : threeSegments;
  return aggregate([shard], JSON.parse(body), { typedKeys: true, collectAll: run.collectAll, ...matches });
}

const { answers } = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as {
  answers: readonly (readonly [body: string, k: string | null, answer: string])[];
};

for (const [body, k, expected] of answers) {
  test(`answers as OpenSearch 3.6: ${body}${k === null ? '' : ` where k is ${k}`}`, () => {
    for (const way of [
      { segments: 1, collectAll: false },
      { segments: 3, collectAll: true },
    ]) {
      const run = (): string => answer(body, k, way);
      if (expected.startsWith('{')) expect(canonical(run())).toEqual(canonical(expected));
      else expect(run).toThrow(expected);
    }
  });
}

test('an answer with more buckets than search.max_buckets is refused', () => {
  const daily = { a: { date_histogram: { field: 'date', calendar_interval: 'day' } } };
  expect(() => aggregate([oneSegment], daily, { maxBuckets: 1000 })).toThrow(
    'too_many_buckets_exception: Trying to create too many buckets. Must be less than or equal to: [1000] but was [18415].',
  );
});

test('however far apart the buckets of a histogram are, what lies between all of them is counted so far only', () => {
  const years = ['0001', '3000', '6000', '9999'].map((year) => ({ date: at(`${year}-01-01T00:00:00Z`) }));
  const a = { date_histogram: { field: 'date', fixed_interval: '1s' } };
  expect(() => aggregate([shardOf(fields, [years])], { a })).toThrow(
    'Must be less than or equal to: [65535] but was [524292]',
  );
});

test.each(['', 'a]b', 'a>b'])('an aggregation cannot be named [%s]', (name) => {
  expect(() => aggregate([oneSegment], { [name]: { max: { field: 'n' } } })).toThrow(
    `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
  );
});

test('what shards held back of a term is bounded and counted', () => {
  const shards = documents.map((document) => shardOf(fields, [[document]]));
  const body = { a: { terms: { field: 'tags', size: 1, shard_size: 1, show_term_doc_count_error: true } } };
  expect(aggregate(shards, body)).toBe(
    '{"a":{"doc_count_error_upper_bound":4,"sum_other_doc_count":3,' +
      '"buckets":[{"key":"x","doc_count":3,"doc_count_error_upper_bound":1}]}}',
  );
});

test('the buckets of a variable_width_histogram are few on each shard before those of all are put together', () => {
  const shards = [
    [0, 20, 21, 70],
    [21, 22, 60, 110],
  ].map((values) => shardOf(fields, [values.map((n) => ({ n }))]));
  expect(aggregate(shards, { a: { variable_width_histogram: { field: 'n', buckets: 2 } } })).toBe(
    '{"a":{"buckets":[{"min":0.0,"key":24.0,"max":60.0,"doc_count":6},{"min":70.0,"key":90.0,"max":110.0,"doc_count":2}]}}',
  );
});

test('automatic intervals within several buckets are coarser where the values come in no order, as in OpenSearch', () => {
  const dates = ['2019-12-25', '2020-01-24', '2019-11-03', '2019-12-02', '2020-01-05'];
  const shard = shardOf(fields, [dates.map((date) => ({ k: 'a', date: at(date) }))]);
  const auto_date_histogram = { field: 'date', buckets: 1, format: 'yyyy-MM-dd' };
  const body = {
    a: { auto_date_histogram },
    t: { terms: { field: 'k' }, aggs: { a: { auto_date_histogram } } },
  };
  expect(aggregate([shard], body)).toBe(
    '{"a":{"buckets":[{"key_as_string":"2019-11-01","key":1572566400000,"doc_count":5}],"interval":"3M"},' +
      '"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"a","doc_count":5,' +
      '"a":{"buckets":[{"key_as_string":"2019-01-01","key":1546300800000,"doc_count":5}],"interval":"5y"}}]}}',
  );
});

test('variable_width_histogram lies within what has one bucket, as far as OpenSearch knows', () => {
  const v = { variable_width_histogram: { field: 'n', buckets: 1 } };
  const within = (above: object) => () => aggregate([oneSegment], { a: { ...above, aggs: { v } } });
  expect(within({ range: { field: 'n', ranges: [{ from: 5 }] } })()).toContain(
    '"min":10.0,"key":45.0,"max":100.0',
  );
  const refused = '[variable_width_histogram] cannot be nested inside an aggregation that collects more';
  expect(within({ range: { field: 'n', ranges: [{ from: 5 }, { from: 9 }] } })).toThrow(refused);
  expect(within({ sampler: {} })).toThrow(refused);
});

test('what stands for the values of a field that one of two indices does not map is a text there', () => {
  const mapped = shardOf([testField('n', 'long')], [[{ n: 0 }, {}]]);
  const unmapped = shardOf([testField('k', 'keyword')], [[{ k: 'a' }]]);
  const body = { a: { cardinality: { field: 'n', missing: 0 } } };
  expect(aggregate([mapped, unmapped], body)).toBe('{"a":{"value":2}}');
  expect(
    aggregate([mapped, unmapped], { a: { cardinality: { ...body.a.cardinality, value_type: 'long' } } }),
  ).toBe('{"a":{"value":1}}');
});

test('a sampler without aggregations in it is refused where there are documents', () => {
  const body = { a: { sampler: {} } };
  expect(aggregate([shardOf(fields, [])], body)).toBe('{"a":{"doc_count":0}}');
  expect(() => aggregate([oneSegment], body)).toThrow(
    'Sampler aggregation must be used with child aggregations.',
  );
});

test('buckets of filters that are sorted keep their names', () => {
  const filter = ({ kind }: QueryNode) => ({
    docs: () => Uint32Array.of(kind === 'match_none' ? 0b1 : 0b101),
  });
  const filters = { few: { match_none: {} }, more: { match_all: {} } };
  const aggs = { p: { bucket_sort: { sort: [{ _count: 'desc' }] } } };
  const body = { a: { filters: { filters, other_bucket: true }, aggs } };
  expect(aggregate([oneSegment], body, { filter })).toBe(
    '{"a":{"buckets":{"_other_":{"doc_count":4},"more":{"doc_count":2},"few":{"doc_count":1}}}}',
  );
});

test('unsigned longs have bare numbers where others have texts, and terms of their own', () => {
  const u = testField('u', 'unsigned_long');
  const shard = shardOf([u], [[{ u: 3 }, { u: 5 }]]);
  const body = {
    s: { stats: { field: 'u' } },
    r: { range: { field: 'u', ranges: [{ to: 4 }] } },
    v: { variable_width_histogram: { field: 'u', buckets: 1 } },
  };
  const keys = { t: { terms: { field: 'u', size: 1 } }, r: { rare_terms: { field: 'u', include: [3] } } };
  expect(aggregate([shard], keys, { typedKeys: true })).toBe(
    '{"ulterms#t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":1,"buckets":[{"key":3,"doc_count":1}]},' +
      '"lrareterms#r":{"buckets":[{"key":3,"key_as_string":"3","doc_count":1}]}}',
  );
  expect(aggregate([shard], body)).toBe(
    '{"s":{"count":2,"min":3.0,"max":5.0,"avg":4.0,"sum":8.0,' +
      '"min_as_string":3.0,"max_as_string":5.0,"avg_as_string":4.0,"sum_as_string":8.0},' +
      '"r":{"buckets":[{"key":"*-4.0","to":4.0,"to_as_string":4.0,"doc_count":1}]},' +
      '"v":{"buckets":[{"min":3.0,"min_as_string":3.0,"key":4.0,"key_as_string":"4.0",' +
      '"max":5.0,"max_as_string":5.0,"doc_count":2}]}}',
  );
});

test.each([
  [-1, '{"key":18446744073709551615,"doc_count":1}', '"sum_other_doc_count":0'],
  ['-5', '{"key":18446744073709551611,"doc_count":1}', '"sum_other_doc_count":0'],
  ['1e19', '{"key":9223372036854775807,"doc_count":1}', '"sum_other_doc_count":0'],
  [-1.5, '{"key":-1.5,"key_as_string":"-1.5","doc_count":1}', '{"key":3.0,"key_as_string":"3.0"'],
])('%s for a missing unsigned long is a number without a sign', (missing, bucket, beside) => {
  const shard = shardOf([testField('u', 'unsigned_long')], [[{ u: 3 }, {}]]);
  const answer = aggregate([shard], { t: { terms: { field: 'u', missing } } });
  expect(answer).toContain(bucket);
  expect(answer).toContain(beside);
});

test('terms of one shard keep their keys where pipelines alone lie within them', () => {
  const aggs = { p: { bucket_script: { buckets_path: { c: '_count' }, script: 'params.c' } } };
  const shard = shardOf(fields, [[{ n: 3, i: 1 }]]);
  const body = {
    t: { terms: { field: 'n' }, aggs },
    m: { multi_terms: { terms: [{ field: 'n' }, { field: 'i' }] }, aggs },
  };
  expect(aggregate([shard], body)).toBe(
    '{"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":3,"doc_count":1,"p":{"value":1.0}}]},' +
      '"m":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,' +
      '"buckets":[{"key":[3,1],"key_as_string":"3|1","doc_count":1,"p":{"value":1.0}}]}}',
  );
});

test('an empty list of numbers to include leaves out none', () => {
  const shard = shardOf(fields, [[{ n: 1 }, { n: 2 }, { n: 3 }]]);
  const keys = (filters: object): string =>
    [...aggregate([shard], { t: { terms: { field: 'n', ...filters } } }).matchAll(/"key":(\d)/g)]
      .map(([, key]) => key)
      .join('');
  expect(keys({ include: [] })).toBe('123');
  expect(keys({ include: [], exclude: [2] })).toBe('13');
  expect(keys({ include: [2], exclude: [] })).toBe('2');
});

test('filters count what their queries match, and what none does', () => {
  const bits = { a: 0b101, none: 0 };
  const filter = ({ kind }: QueryNode) => {
    return { docs: () => Uint32Array.of(kind === 'match_none' ? bits.none : bits.a) };
  };
  const [a, none] = [{ match_all: {} }, { match_none: {} }];
  const body = {
    one: { filter: a, aggs: { m: { avg: { field: 'n' } } } },
    many: { filters: { filters: { p: a, q: none }, other_bucket_key: 'rest' } },
  };
  expect(aggregate([oneSegment], body, { filter })).toBe(
    '{"one":{"doc_count":2,"m":{"value":13.0}},' +
      '"many":{"buckets":{"p":{"doc_count":2},"q":{"doc_count":0},"rest":{"doc_count":4}}}}',
  );
});
