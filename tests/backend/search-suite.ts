import { beforeAll, expect, test } from 'vitest';
import { at, type Client, hitIds } from '../support/client.ts';

const mapping = {
  settings: { number_of_shards: 1, number_of_replicas: 0 },
  mappings: {
    properties: {
      title: { type: 'text', fields: { raw: { type: 'keyword' } } },
      brand: { type: 'keyword' },
      price: { type: 'double' },
      stock: { type: 'integer' },
      sold: { type: 'date' },
      active: { type: 'boolean' },
      address: { type: 'ip' },
    },
  },
};

const products = [
  {
    title: 'quick brown fox',
    brand: 'acme',
    price: 10,
    stock: 3,
    sold: '2024-01-15',
    active: true,
    address: '10.0.0.1',
  },
  {
    title: 'quick red fox jumps',
    brand: 'acme',
    price: 20.5,
    stock: 0,
    sold: '2024-01-20',
    active: false,
    address: '10.0.0.2',
  },
  {
    title: 'lazy brown dog',
    brand: 'bolt',
    price: 5,
    stock: 12,
    sold: '2024-02-01',
    active: true,
    address: '10.0.1.1',
  },
  { title: 'the brown quick bear', brand: 'bolt', price: 7.25, stock: 7, sold: '2024-03-01', active: true },
  {
    title: 'silent night',
    brand: 'core',
    stock: 1,
    sold: '2024-03-15',
    active: false,
    address: '2001:db8::1',
  },
];

/** What searches must answer over any backend. */
export function searchSuite(client: () => Client): void {
  const call: Client['call'] = (...args) => client().call(...args);
  const search = (body: unknown) => call('POST', '/products/_search', body);
  const ids = async (query: unknown): Promise<string[]> =>
    hitIds(await search({ query, sort: ['stock'] })).sort();

  beforeAll(async () => {
    await call('DELETE', '/products?ignore_unavailable=true');
    await call('PUT', '/products', mapping);
    const lines = products.flatMap((product, i) => [{ index: { _id: String(i + 1) } }, product]);
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    await call('POST', '/products/_bulk?refresh=true', body);
  });

  test('match scores by BM25, best first, and answers in the known form', async () => {
    const answer = await search({ query: { match: { title: 'quick fox' } } });
    expect(hitIds(answer)).toEqual(['1', '2', '4']);
    expect(answer.body).toMatchObject({
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: 3, relation: 'eq' } },
    });
    expect(at(answer.body, 'hits.max_score')).toBe(0.6598089);
    expect(at(answer.body, 'hits.hits.0._source')).toEqual(products[0]);
  });

  test('operators and minimum_should_match narrow a match', async () => {
    expect(await ids({ match: { title: { query: 'quick fox', operator: 'and' } } })).toEqual(['1', '2']);
    const query = { match: { title: { query: 'quick brown fox', minimum_should_match: 2 } } };
    expect(await ids(query)).toEqual(['1', '2', '4']);
    expect(
      await ids({ match: { title: { query: 'quick brown fox', minimum_should_match: '100%' } } }),
    ).toEqual(['1']);
  });

  test('exact queries: term, terms, ids, exists, prefix, on each kind of field', async () => {
    expect(await ids({ term: { brand: 'acme' } })).toEqual(['1', '2']);
    expect(await ids({ term: { active: { value: 'false' } } })).toEqual(['2', '5']);
    expect(await ids({ term: { price: 20.5 } })).toEqual(['2']);
    expect(await ids({ term: { address: '10.0.0.0/24' } })).toEqual(['1', '2']);
    expect(await ids({ terms: { stock: [0, 1] } })).toEqual(['2', '5']);
    expect(await ids({ ids: { values: ['3', '9'] } })).toEqual(['3']);
    expect(await ids({ exists: { field: 'price' } })).toEqual(['1', '2', '3', '4']);
    expect(await ids({ prefix: { brand: 'b' } })).toEqual(['3', '4']);
    expect(await ids({ term: { nowhere: 1 } })).toEqual([]);
  });

  test('ranges over numbers, dates with date math, addresses and words', async () => {
    expect(await ids({ range: { price: { gte: 7.25, lt: 20 } } })).toEqual(['1', '4']);
    expect(await ids({ range: { sold: { gte: '2024-01-20', lte: '2024-02' } } })).toEqual(['2', '3']);
    expect(await ids({ range: { sold: { gt: '2024-02-01||/M', lt: '2024-02-15||+1M/d' } } })).toEqual(
      ['4', '5'].slice(0, 1),
    );
    expect(await ids({ range: { address: { lte: '10.0.0.255' } } })).toEqual(['1', '2']);
    expect(await ids({ range: { brand: { gt: 'acme', lte: 'bolt' } } })).toEqual(['3', '4']);
  });

  test('phrases ask for the words in a row, slop loosens it', async () => {
    expect(await ids({ match_phrase: { title: 'brown quick' } })).toEqual(['4']);
    expect(await ids({ match_phrase: { title: { query: 'quick fox', slop: 1 } } })).toEqual(['1', '2']);
    expect(await ids({ match_phrase: { title: 'fox quick' } })).toEqual([]);
  });

  test('bool combines: must scores, filter does not, must_not takes away, should adds', async () => {
    const bool = {
      must: [{ match: { title: 'brown' } }],
      filter: [{ term: { active: true } }],
      must_not: [{ term: { brand: 'acme' } }],
      should: [{ match: { title: 'bear' } }],
    };
    expect(hitIds(await search({ query: { bool } }))).toEqual(['4', '3']);
    const choice = {
      bool: { should: [{ term: { brand: 'core' } }, { term: { stock: 3 } }], minimum_should_match: 1 },
    };
    expect(await ids(choice)).toEqual(['1', '5']);
    const filtered = await search({ query: { bool: { filter: { term: { brand: 'acme' } } } } });
    expect(at(filtered.body, 'hits.max_score')).toBe(0);
  });

  test('sorting by fields, missing values last, and paging with search_after', async () => {
    const sort = [{ price: { order: 'desc' } }, { brand: 'asc' }];
    const first = await search({ size: 2, sort });
    expect(hitIds(first)).toEqual(['2', '1']);
    expect(at(first.body, 'hits.max_score')).toBeNull();
    expect(at(first.body, 'hits.hits.1.sort')).toEqual([10, 'acme']);
    const next = await search({ size: 10, sort, search_after: [10, 'acme'] });
    expect(hitIds(next)).toEqual(['4', '3', '5']);
    const byDate = await search({ sort: [{ sold: 'desc' }], size: 1 });
    expect(at(byDate.body, 'hits.hits.0.sort')).toEqual([Date.UTC(2024, 2, 15)]);
  });

  test('from, size, source filtering and total tracking', async () => {
    const page = await search({ from: 1, size: 1, sort: ['stock'], _source: ['brand', 'pri*'] });
    expect(hitIds(page)).toEqual(['5']);
    expect(at(page.body, 'hits.hits.0._source')).toEqual({ brand: 'core' });
    const none = await search({ track_total_hits: false });
    expect(at(none.body, 'hits.total')).toBeUndefined();
    const bounded = await search({ track_total_hits: 2, query: { match: { title: 'brown' } } });
    expect(at(bounded.body, 'hits.total')).toEqual({ value: 2, relation: 'gte' });
    const deep = await search({ from: 10_000, size: 1 });
    expect(deep.status).toBe(400);
    expect(at(deep.body, 'error.root_cause.0.reason')).toMatch(
      /^Result window is too large, from \+ size must be less than or equal to: \[10000\] but was \[10001\]/,
    );
  });

  test('bucket aggregations with metrics inside', async () => {
    const aggs = {
      brands: {
        terms: { field: 'brand', order: { spent: 'desc' } },
        aggs: { spent: { sum: { field: 'price' } }, stats: { stats: { field: 'stock' } } },
      },
      months: { date_histogram: { field: 'sold', calendar_interval: 'month' } },
      prices: { histogram: { field: 'price', interval: 10 } },
      bands: { range: { field: 'price', ranges: [{ to: 10 }, { from: 10, key: 'dear' }] } },
    };
    const answer = await search({ size: 0, aggs });
    expect(at(answer.body, 'aggregations.brands')).toEqual({
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        {
          key: 'acme',
          doc_count: 2,
          spent: { value: 30.5 },
          stats: { count: 2, min: 0, max: 3, avg: 1.5, sum: 3 },
        },
        {
          key: 'bolt',
          doc_count: 2,
          spent: { value: 12.25 },
          stats: { count: 2, min: 7, max: 12, avg: 9.5, sum: 19 },
        },
        {
          key: 'core',
          doc_count: 1,
          spent: { value: 0 },
          stats: { count: 1, min: 1, max: 1, avg: 1, sum: 1 },
        },
      ],
    });
    expect(at(answer.body, 'aggregations.months.buckets')).toEqual([
      { key_as_string: '2024-01-01T00:00:00.000Z', key: Date.UTC(2024, 0, 1), doc_count: 2 },
      { key_as_string: '2024-02-01T00:00:00.000Z', key: Date.UTC(2024, 1, 1), doc_count: 1 },
      { key_as_string: '2024-03-01T00:00:00.000Z', key: Date.UTC(2024, 2, 1), doc_count: 2 },
    ]);
    expect(at(answer.body, 'aggregations.prices.buckets')).toEqual([
      { key: 0, doc_count: 2 },
      { key: 10, doc_count: 1 },
      { key: 20, doc_count: 1 },
    ]);
    expect(at(answer.body, 'aggregations.bands.buckets')).toEqual([
      { key: '*-10.0', to: 10, doc_count: 2 },
      { key: 'dear', from: 10, doc_count: 2 },
    ]);
  });

  test('metric aggregations, also over nothing', async () => {
    const metrics = ['min', 'max', 'avg', 'sum', 'value_count', 'cardinality'];
    const aggs = Object.fromEntries(metrics.map((name) => [name, { [name]: { field: 'price' } }]));
    const full = await search({ size: 0, aggs });
    expect(at(full.body, 'aggregations')).toEqual({
      min: { value: 5 },
      max: { value: 20.5 },
      avg: { value: 10.6875 },
      sum: { value: 42.75 },
      value_count: { value: 4 },
      cardinality: { value: 4 },
    });
    const empty = await search({ size: 0, aggs, query: { term: { brand: 'none' } } });
    expect(at(empty.body, 'aggregations.avg')).toEqual({ value: null });
    expect(at(empty.body, 'aggregations.sum')).toEqual({ value: 0 });
  });

  test('hits show what was looked for, and which named queries match', async () => {
    const query = { match: { title: { query: 'quick', _name: 'fast' } } };
    const highlight = { fields: { title: {} } };
    const { body } = await search({ query, highlight, sort: ['stock'], size: 1 });
    expect(at(body, 'hits.hits.0.highlight')).toEqual({ title: ['<em>quick</em> red fox jumps'] });
    expect(at(body, 'hits.hits.0.matched_queries')).toEqual(['fast']);
  });

  test('hits are collapsed by a field, with inner hits, and the best of them scored again', async () => {
    const collapse = { field: 'brand', inner_hits: { name: 'all', size: 5, sort: ['stock'] } };
    const collapsed = await search({ collapse, sort: ['stock'] });
    expect(hitIds(collapsed)).toEqual(['2', '5', '4']);
    expect(at(collapsed.body, 'hits.hits.2.inner_hits.all.hits.hits.1._id')).toBe('3');
    const rescore = { query: { rescore_query: { match: { title: 'jumps' } } } };
    const rescored = await search({ query: { match: { title: 'fox' } }, rescore });
    expect(hitIds(rescored)).toEqual(['2', '1']);
  });

  test('what cannot be understood is refused with its name', async () => {
    const unknown = await search({ query: { guess: {} } });
    expect([unknown.status, at(unknown.body, 'error.type')]).toEqual([400, 'parsing_exception']);
    expect(at(unknown.body, 'error.reason')).toBe('unknown query [guess]');
    const badNumber = await search({ query: { term: { stock: 'many' } } });
    expect(badNumber.status).toBe(400);
    expect(at(badNumber.body, 'error.type')).toBe('search_phase_execution_exception');
    expect(at(badNumber.body, 'error.root_cause.0.type')).toBe('query_shard_exception');
    const missing = await call('POST', '/no-such-index/_search');
    expect(missing.status).toBe(404);
    expect(at(missing.body, 'error.reason')).toBe('no such index [no-such-index]');
  });

  test('count answers the number alone, filter_path and pretty shape any answer', async () => {
    const count = await call('POST', '/products/_count', { query: { term: { brand: 'acme' } } });
    expect(count.body).toEqual({ count: 2, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } });
    const slim = await call('POST', '/products/_search?filter_path=hits.hits._id&size=1', {
      sort: ['stock'],
    });
    expect(slim.text).toBe('{"hits":{"hits":[{"_id":"2"}]}}');
    const pretty = await call('GET', '/products/_count?pretty&filter_path=count');
    expect(pretty.text).toBe('{\n  "count" : 5\n}\n');
  });
}
