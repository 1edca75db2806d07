import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service() {
  const app = await testApp();
  apps.push(app);
  return async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, text: answer.text, body: answer.json<Record<string, unknown>>() };
  };
}

async function rendered(source: unknown, params: object) {
  const call = await service();
  return call('POST', '/_render/template', { source, params });
}

test('a stored template searches with the parameters that it is given', async () => {
  const call = await service();
  await call('PUT', '/s/_doc/1?refresh=true', { t: 'red fox' });
  await call('PUT', '/s/_doc/2?refresh=true', { t: 'blue fox' });
  const source = { query: { match: { t: '{{q}}' } }, size: '{{s}}{{^s}}10{{/s}}' };
  await call('PUT', '/_scripts/by-word', { script: { lang: 'mustache', source } });
  const { body } = await call('POST', '/s/_search/template', { id: 'by-word', params: { q: 'blue' } });
  expect(body).toMatchObject({ hits: { total: { value: 1 }, hits: [{ _id: '2' }] } });
});

test('what no search can be asked for is refused of a template too', async () => {
  const call = await service();
  const refused: readonly (readonly [string, string])[] = [
    ['batched_reduce_size=1', 'batchedReduceSize must be >= 2'],
    ['max_concurrent_shard_requests=0', 'maxConcurrentShardRequests must be >= 1'],
    ['pre_filter_shard_size=0', 'preFilterShardSize must be >= 1'],
    ['search_type=x', 'No search type for [x]'],
    ['search_pipeline=x', 'Pipeline x is not defined'],
  ];
  for (const [params, reason] of refused) {
    const { status, body } = await call('POST', `/_search/template?${params}`, { source: {} });
    expect([params, status, body]).toMatchObject([params, 400, { error: { reason } }]);
  }
});

test('values are escaped for JSON, lists and objects are written by functions', async () => {
  const source =
    '{"a":"{{a}}","l":{{#toJson}}l{{/toJson}},"j":"{{#join}}l{{/join}}","u":"{{#url}}{{a}}{{/url}}"}';
  const { text } = await rendered(source, { a: 'x"y z', l: [1, 'b', 2.5] });
  expect(JSON.parse(text)).toEqual({
    template_output: { a: 'x"y z', l: [1, 'b', 2.5], j: '1,b,2.5', u: 'x%5C%22y+z' },
  });
});

test('a template that would grow beyond all bounds is refused, however it does so', async () => {
  const many = Array.from({ length: 200 }, (_, place) => place);
  const loops = '{{#l}}{{#l}}{{#l}}{{#l}}x{{/l}}{{/l}}{{/l}}{{/l}}';
  const { status, body } = await rendered(loops, { l: many });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { reason: expect.stringContaining('1000000 steps') } });
  const long = `{{#l}}${'y'.repeat(60_000)}{{/l}}`;
  expect((await rendered(long, { l: many })).body).toMatchObject({
    error: { reason: expect.stringContaining('characters') },
  });
  const deep = '{{#l}}'.repeat(1100) + '{{/l}}'.repeat(1100);
  expect((await rendered(deep, { l: true })).body).toMatchObject({ error: { type: 'script_exception' } });
  const source = 'x'.repeat(65_536);
  expect((await rendered(source, {})).body).toMatchObject({
    error: { reason: expect.stringContaining('exceeded max allowed inline script size in bytes [65535]') },
  });
});

test('comments before what a template gives are left out where it takes another form', async () => {
  const call = await service();
  for (const source of ['// one\n{"a":1}', '/* { */ {"a":/* [ */1} x']) {
    const { text } = await call('POST', '/_render/template?filter_path=template_output', { source });
    expect(JSON.parse(text)).toEqual({ template_output: { a: 1 } });
  }
});

test('a template that gives no JSON is refused where it takes another form', async () => {
  const call = await service();
  for (const source of [' ', '// none', '/* none */\n']) {
    for (const form of ['filter_path=template_output', 'pretty']) {
      const { status, text } = await call('POST', `/_render/template?${form}`, { source });
      expect([status, text.includes('No current event to copy')]).toEqual([500, true]);
    }
  }
});

test('names that objects have by themselves are nothing in a template', async () => {
  const { text } = await rendered('{"q":"{{constructor}}{{a.__proto__}}{{toString}}"}', { a: {} });
  expect(JSON.parse(text)).toEqual({ template_output: { q: '' } });
});

test('stored scripts are there after a restart, and the state of the cluster shows them', async () => {
  const app = await testApp();
  apps.push(app);
  const script = { lang: 'mustache', source: '{"size":0}' };
  await app.call('PUT', '/_scripts/kept', { body: { script } });
  const { disk } = app;
  const again = await testApp({ disk });
  apps.push(again);
  expect((await again.call('GET', '/_scripts/kept')).json()).toEqual({ _id: 'kept', found: true, script });
  const state = (await again.call('GET', '/_cluster/state/metadata')).json<{ metadata: object }>();
  expect(state.metadata).toMatchObject({ stored_scripts: { kept: script } });
});

test('names that are looked for in many places, and lists that are joined to nothing, count as what they take', async () => {
  const many = Array.from({ length: 2000 }, () => '');
  const inner = "{{#join delimiter=''}}l{{/join delimiter=''}}".repeat(20);
  const sources = [
    `{{#l}}${inner}{{/l}}`,
    `{{#l}}${`{{${'a.'.repeat(1000)}}}`.repeat(10)}{{/l}}`,
    `{{#l}}${`{{#toJson}}${'a.'.repeat(1000)}{{/toJson}}`.repeat(10)}{{/l}}`,
    `${'{{#o}}'.repeat(900)}{{#l}}${'{{x}}'.repeat(30)}{{/l}}${'{{/o}}'.repeat(900)}`,
  ];
  for (const source of sources) {
    const { status, body } = await rendered(source, {
      l: many.map((_, i) => (source.includes('join') ? '' : i)),
      o: { o: 1 },
    });
    expect([status, body]).toMatchObject([
      400,
      { error: { reason: expect.stringContaining('1000000 steps') } },
    ]);
  }
});

test('a list is not joined to a text that is longer than any', async () => {
  const join = `join delimiter='${'x'.repeat(30_000)}'`;
  const l = Array.from({ length: 20_000 }, () => '');
  expect(await rendered(`{{#${join}}}l{{/${join}}}`, { l })).toMatchObject({
    status: 400,
    body: { error: { reason: expect.stringContaining('5242880 characters') } },
  });
});
