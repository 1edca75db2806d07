import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service(options: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  const app = await testApp(options);
  apps.push(app);
  return app;
}

const script = (r: string): string => `"script":{"source":"emit(params.r / 4)","params":{"r":${r},"n":2}}`;
const derived = (r: string): string => `"derived":{"d":{"type":"double",${script(r)}}}`;

async function shown(app: TestApp, index: string, body = '{"fields":["d"]}'): Promise<unknown> {
  const answer = await app.call('POST', `/${index}/_search?filter_path=hits.hits.fields`, { body });
  return (answer.json() as { hits: { hits: { fields: unknown }[] } }).hits.hits[0]?.fields;
}

test('parameters of derived fields that are written as doubles stay so, in templates, mappings and after a restart', async () => {
  const app = await service();
  await app.call('PUT', '/_index_template/t', {
    body: `{"index_patterns":["t*"],"template":{"mappings":{${derived('2.0')}}}}`,
  });
  await app.call('PUT', '/m', { body: `{"mappings":{${derived('1.0')}}}` });
  await app.call('PUT', '/m/_mapping', { body: `{${derived('2')}}` });
  await app.call('PUT', '/m/_mapping', { body: `{${derived('2.0')}}` });
  for (const index of ['m', 't']) await app.call('PUT', `/${index}/_doc/1?refresh=true`, { body: { a: 1 } });
  const looks = async (at: TestApp): Promise<void> => {
    for (const index of ['m', 't']) {
      expect((await at.call('GET', `/${index}/_mapping`)).text).toContain('"params":{"r":2.0,"n":2}');
      expect(await shown(at, index)).toEqual({ d: [0.5] });
    }
    expect((await at.call('GET', '/_index_template/t')).text).toContain('"params":{"r":2.0,"n":2}');
  };
  await looks(app);
  await app.close();
  apps.pop();
  await looks(await service({ disk: app.disk }));
});

test('filters of aliases and scripts that are tried have doubles as they are written', async () => {
  const app = await service();
  await app.call('PUT', '/m/_doc/1?refresh=true', { body: { a: 1 } });
  const filter = '{"script":{"script":{"source":"params.r / 4 == 0.5","params":{"r":2.0}}}}';
  await app.call('PUT', '/m/_alias/x', { body: `{"filter":${filter}}` });
  expect((await app.call('GET', '/_alias/x')).text).toContain(filter);
  const found = await app.call('GET', '/x/_count?filter_path=count');
  expect(found.json()).toEqual({ count: 1 });
  const tried = await app.call('POST', '/_scripts/painless/_execute', {
    body: '{"script":{"source":"params.r / 4","params":{"r":2.0}}}',
  });
  expect(tried.json()).toEqual({ result: '0.5' });
});

test.each([0, 1])('a search and a search pipeline take them too, with %i threads beside', async (size) => {
  const app = await service({
    settings: { 'thread_pool.search.size': String(size), 'thread_pool.search.inline_limit': '0ms' },
  });
  await app.call('PUT', '/m/_doc/1?refresh=true', { body: { a: 1 } });
  expect(await shown(app, 'm', `{"fields":["d"],${derived('2.0')}}`)).toEqual({ d: [0.5] });
  const filter = '{"script":{"script":{"source":"params.r / 4 == 0.5","params":{"r":2.0}}}}';
  await app.call('PUT', '/_search/pipeline/p', {
    body: `{"request_processors":[{"filter_query":{"query":${filter}}}]}`,
  });
  const found = await app.call('POST', '/m/_search?search_pipeline=p&filter_path=hits.total.value', {
    body: '{}',
  });
  expect(found.json()).toEqual({ hits: { total: { value: 1 } } });
});
