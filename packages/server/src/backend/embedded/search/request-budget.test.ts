import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const properties = { k: { type: 'keyword' }, n: { type: 'long' } };
  await app.call('PUT', '/b', { body: { mappings: { properties } } });
  const lines = Array.from({ length: 3000 }, (_, i) => `{"index":{}}\n{"k":"k${i}","n":${i}}\n`);
  await app.call('POST', '/b/_bulk?refresh=true', {
    body: lines.join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  });
});
afterAll(async () => {
  await app.close();
});

type Answer = Record<string, unknown>;
const breaker = async (): Promise<unknown> => {
  const answer = (await app.call('GET', '/_nodes/stats/breaker')).json<{ nodes: Record<string, Answer> }>();
  return (Object.values(answer.nodes)[0]!.breakers as Answer).request;
};
const limit = (value: string | null) =>
  app.call('PUT', '/_cluster/settings', { body: { transient: { 'indices.breaker.request.limit': value } } });
const manyBuckets = {
  size: 0,
  aggs: { keys: { terms: { field: 'k', size: 3000 }, aggs: { c: { cardinality: { field: 'n' } } } } },
};

test('a count ends at `search.default_search_timeout` with what it found so far', async () => {
  const counts = async () => [
    (await app.call('GET', '/b/_count')).json(),
    (await app.call('POST', '/b/_count', { body: { query: { range: { n: { gte: 1 } } } } })).json(),
    (await app.call('GET', '/_cat/count/few?h=count')).text.trim(),
  ];
  const few = { index: 'b', alias: 'few', filter: { range: { n: { lt: 7 } } } };
  await app.call('POST', '/_aliases', { body: { actions: [{ add: few }] } });
  const timeout = (value: string | null) =>
    app.call('PUT', '/_cluster/settings', {
      body: { transient: { 'search.default_search_timeout': value } },
    });
  expect(await counts()).toMatchObject([{ count: 3000 }, { count: 2999 }, '7']);
  await timeout('1ms');
  let nanos = app.clock.nanos();
  const running = vi.spyOn(app.clock, 'nanos').mockImplementation(() => (nanos += 2e6));
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
  expect(await counts()).toEqual([{ count: 0, _shards: shards }, { count: 0, _shards: shards }, '0']);
  running.mockRestore();
  await timeout(null);
  expect(await counts()).toMatchObject([{ count: 3000 }, { count: 2999 }, '7']);
});

test('aggregations that would take more memory than requests may are refused, and counted', async () => {
  expect((await app.call('POST', '/b/_search', { body: manyBuckets })).status).toBe(200);
  expect(await breaker()).toMatchObject({ estimated_size_in_bytes: 0, estimated_size: '0b', tripped: 0 });
  await limit('100kb');
  const refused = await app.call('POST', '/b/_search?request_cache=false', { body: manyBuckets });
  expect(refused.status).toBe(429);
  const cause = {
    type: 'circuit_breaking_exception',
    reason: expect.stringMatching(
      /^\[request\] Data too large, data for \[<agg \[(keys|c)\]>\] would be \[\d+\/[\d.]+kb\], which is larger than the limit of \[102400\/100kb\]$/,
    ),
    bytes_wanted: expect.any(Number),
    bytes_limit: 102_400,
    durability: 'TRANSIENT',
  };
  expect(refused.json()).toMatchObject({
    error: { type: 'search_phase_execution_exception', root_cause: [cause], caused_by: cause },
    status: 429,
  });
  expect(await breaker()).toEqual({
    limit_size_in_bytes: 102_400,
    limit_size: '100kb',
    estimated_size_in_bytes: 0,
    estimated_size: '0b',
    overhead: 1,
    tripped: 1,
  });
  await limit('-1');
  expect((await app.call('POST', '/b/_search', { body: manyBuckets })).status).toBe(200);
  await limit(null);
});

test('the searches of an msearch count what they have found until all of them are done', async () => {
  const document = { t: 'x'.repeat(10_000) };
  for (let i = 0; i < 5; i++) await app.call('PUT', `/big/_doc/${i}?refresh=true`, { body: document });
  await limit('220kb');
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await app.call('POST', '/big/_msearch', { body: '{}\n{}\n'.repeat(10), headers });
  await limit(null);
  const { responses } = answer.json<{ responses: readonly { status: number; error?: Answer }[] }>();
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill(200),
    ...Array(6).fill(429),
  ]);
  expect(responses.find(({ error }) => error !== undefined)!.error).toMatchObject({
    root_cause: [{ type: 'circuit_breaking_exception' }],
  });
  expect(await breaker()).toMatchObject({ estimated_size_in_bytes: 0 });
});

test('documents whose words are told count until all of them are', async () => {
  const words = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
  await app.call('PUT', '/words/_doc/1?refresh=true', { body: { t: words } });
  await limit('100kb');
  const told = async (count: number) => {
    const body = { ids: Array.from({ length: count }, () => '1'), parameters: { fields: ['t'] } };
    return (await app.call('POST', '/words/_mtermvectors', { body })).status;
  };
  expect([await told(1), await told(10), await told(1)]).toEqual([200, 429, 200]);
  await limit(null);
  expect(await breaker()).toMatchObject({ estimated_size_in_bytes: 0 });
});

test.each([
  ['150%', 'percentage should be in [0-100], got [150]'],
  [
    'much',
    'failed to parse setting [indices.breaker.request.limit] with value [much] as a size in bytes: unit is missing or unrecognized',
  ],
])('%s is no limit of memory', async (value, reason) => {
  const answer = await limit(value);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    error: { type: 'illegal_argument_exception', reason, caused_by: { type: 'parse_exception', reason } },
  });
});

test('more buckets than an answer may have are an error of the reduction', async () => {
  const set = (value: number | null) =>
    app.call('PUT', '/_cluster/settings', { body: { transient: { 'search.max_buckets': value } } });
  await set(100);
  const answer = await app.call('POST', '/b/_search', { body: manyBuckets });
  await set(null);
  expect(answer.status).toBe(503);
  const reason =
    'Trying to create too many buckets. Must be less than or equal to: [100] but was [101]. ' +
    'This limit can be set by changing the [search.max_buckets] cluster level setting.';
  expect(answer.json()).toEqual({
    error: {
      root_cause: [],
      type: 'search_phase_execution_exception',
      reason: '',
      phase: 'fetch',
      grouped: true,
      failed_shards: [],
      caused_by: { type: 'too_many_buckets_exception', reason, max_buckets: 100 },
    },
    status: 503,
  });
});
