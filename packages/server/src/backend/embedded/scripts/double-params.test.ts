import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test.each([0, 2])(
  'parameters that are written as doubles divide as doubles, with %i threads beside',
  async (size) => {
    const app = await testApp({
      settings: { 'thread_pool.search.size': String(size), 'thread_pool.search.inline_limit': '0ms' },
    });
    apps.push(app);
    await app.call('PUT', '/d/_doc/1?refresh=true', { body: { n: 4, k: ['a'] } });
    const ask = async (
      text: string,
    ): Promise<{ aggregations: { a: { value: number } }; hits: { hits: [{ fields: unknown }] } }> =>
      (await app.call('POST', '/d/_search?request_cache=true', { body: text })).json();
    const score = async (r: string): Promise<unknown> => {
      const { aggregations } = await ask(
        `{"size":0,"aggs":{"a":{"sum":{"script":{"source":"params.r / 4","params":{"r":${r}}}}}}}`,
      );
      return aggregations.a.value;
    };
    expect([await score('2'), await score('2.0'), await score('3.0'), await score('2e0')]).toEqual([
      0, 0.5, 0.75, 0.5,
    ]);
    const { hits } = await ask(
      '{"script_fields":{"a":{"script":{"source":"params.r / 4","params":{"r":2.0}}}},' +
        '"query":{"bool":{"filter":[{"terms":{"k":{"index":"d","id":"1","path":"k"}}},' +
        '{"script":{"script":{"source":"doc[\'n\'].value / params.r == 2.0","params":{"r":2.0}}}}]}}}',
    );
    expect(hits.hits[0].fields).toEqual({ a: [0.5] });
    const expression = await ask(
      '{"size":0,"aggs":{"a":{"sum":{"script":{"lang":"expression","source":"f / 4","params":{"f":2.0}}}}}}',
    );
    expect(expression.aggregations.a.value).toBe(0.5);
  },
);

test('a derived field of a search is made of doubles, and whole doubles of documents are shown under any name', async () => {
  const app = await testApp();
  apps.push(app);
  const document = '{"id":7,"params":{"x":1.0,"y":[2.0,3e0]},"script":{"source":"a","params":{"x":2.0}}}';
  await app.call('PUT', '/d/_doc/1?refresh=true', { body: document });
  const body =
    '{"derived":{"d":{"type":"double","script":{"source":"emit(params.a / 4)","params":{"a":2.0}}}},' +
    '"fields":["d","params.*","script.params.x"],"_source":false}';
  const { hits } = (await app.call('POST', '/d/_search', { body })).json<{
    hits: { hits: [{ fields: unknown }] };
  }>();
  expect(hits.hits[0].fields).toEqual({
    d: [0.5],
    'params.x': [1],
    'params.y': [2, 3],
    'script.params.x': [2],
  });
});

test('queries in wrappers and in pipelines that stand in a body have doubles, too', async () => {
  const app = await testApp();
  apps.push(app);
  await app.call('PUT', '/d/_doc/1?refresh=true', { body: { n: 4 } });
  const query = '{"script":{"script":{"source":"params.a / 4 == 0.5","params":{"a":2.0}}}}';
  const found = async (body: string): Promise<unknown> =>
    (await app.call('POST', '/d/_search?filter_path=hits.total.value', { body })).json();
  const one = { hits: { total: { value: 1 } } };
  expect(await found(`{"query":{"wrapper":{"query":"${btoa(query)}"}}}`)).toEqual(one);
  const processor = `{"filter_query":{"query":${query}}}`;
  expect(await found(`{"search_pipeline":{"request_processors":[${processor}]}}`)).toEqual(one);
  const script = '{"script":{"source":"ctx._source.size = (int) (params.a / 4 * 2)","params":{"a":2.0}}}';
  const piped = `{"search_pipeline":{"request_processors":[${script}]}}`;
  const { hits } = (await app.call('POST', '/d/_search', { body: piped })).json<{
    hits: { hits: unknown[] };
  }>();
  expect(hits.hits.length).toBe(1);
});
