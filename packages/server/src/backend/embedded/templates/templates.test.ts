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
    const parsed = answer.text === '' ? {} : answer.json<Record<string, never>>();
    return { status: answer.status, body: parsed as Record<string, unknown>, answer };
  };
}

test('an index that a write makes is made with its template, parts first, then the template', async () => {
  const call = await service();
  const part = (mappings: object, settings: object) => ({ template: { mappings, settings } });
  await call(
    'PUT',
    '/_component_template/low',
    part({ properties: { 'o.a': { type: 'keyword' }, x: { type: 'text' } } }, { refresh_interval: '3s' }),
  );
  await call(
    'PUT',
    '/_component_template/high',
    part(
      {
        properties: { x: { type: 'keyword' } },
        dynamic_templates: [{ d: { match: 'd_*', mapping: { type: 'ip' } } }],
      },
      { refresh_interval: '4s', number_of_replicas: 0 },
    ),
  );
  const template = {
    mappings: { properties: { o: { properties: { b: { type: 'long' } } } } },
    aliases: { '{index}-al': {} },
  };
  const put = { index_patterns: ['logs-*'], composed_of: ['low', 'high'], template, priority: 5 };
  expect((await call('PUT', '/_index_template/logs', put)).body).toEqual({ acknowledged: true });
  expect((await call('POST', '/logs-1/_doc', { d_x: '127.0.0.1' })).status).toBe(201);
  const { body } = await call('GET', '/logs-1');
  expect(body['logs-1']).toMatchObject({
    aliases: { 'logs-1-al': {} },
    mappings: {
      properties: {
        d_x: { type: 'ip' },
        o: { properties: { a: { type: 'keyword' }, b: { type: 'long' } } },
        x: { type: 'keyword' },
      },
    },
    settings: { index: { refresh_interval: '4s', number_of_replicas: '0' } },
  });
});

test('only the template of the highest priority counts, and legacy ones only where there is none', async () => {
  const call = await service();
  const settings = (shards: number) => ({ settings: { number_of_shards: shards } });
  await call('PUT', '/_template/old', { index_patterns: ['a*'], ...settings(2), aliases: { old: {} } });
  await call('PUT', '/_template/older', {
    index_patterns: ['*'],
    order: -1,
    settings: { number_of_shards: 9, refresh_interval: '9s' },
  });
  const shardsOf = async (name: string) => {
    await call('PUT', `/${name}`);
    const { body } = await call('GET', `/${name}/_settings?flat_settings=true`);
    const shown = body[name] as { readonly settings: Readonly<Record<string, string>> };
    return [shown.settings['index.number_of_shards'], shown.settings['index.refresh_interval']];
  };
  expect(await shardsOf('a1')).toEqual(['2', '9s']);
  await call('PUT', '/_index_template/low', { index_patterns: ['a*'], template: settings(3) });
  await call('PUT', '/_index_template/high', { index_patterns: ['ab*'], priority: 1, template: settings(4) });
  expect(await shardsOf('a2')).toEqual(['3', undefined]);
  expect(await shardsOf('ab')).toEqual(['4', undefined]);
  expect(await shardsOf('b')).toEqual(['9', '9s']);
});

test('a hidden index gets nothing of templates for everything', async () => {
  const call = await service();
  await call('PUT', '/_index_template/all', {
    index_patterns: ['*'],
    template: { settings: { number_of_shards: 3 } },
  });
  await call('PUT', '/h', { settings: { 'index.hidden': true } });
  expect((await call('GET', '/h/_settings')).body).toMatchObject({
    h: { settings: { index: { number_of_shards: '1' } } },
  });
});

test('templates outlive a restart', async () => {
  const app = await testApp();
  apps.push(app);
  await app.call('PUT', '/_index_template/t', { body: '{"index_patterns":["t*"],"_meta":{"__proto__":1}}' });
  await app.call('PUT', '/_component_template/c', {
    body: { template: { settings: { number_of_shards: 2 } } },
  });
  await app.call('PUT', '/_template/l', { body: { index_patterns: 'l*', order: 3 } });
  const shown = async (of: TestApp) =>
    Promise.all(
      ['/_index_template', '/_component_template', '/_template'].map(
        async (path) => (await of.call('GET', path)).text,
      ),
    );
  const before = await shown(app);
  await apps.pop()!.close();
  const again = await testApp({ disk: app.disk });
  apps.push(again);
  expect(before.join()).toContain('"l"');
  expect(await shown(again)).toEqual(before);
});

test('a template whose alias is the write index of another index keeps an index from being made', async () => {
  const call = await service();
  const template = { aliases: { w: { is_write_index: true } } };
  await call('PUT', '/_index_template/t', { index_patterns: ['w-*'], template });
  expect((await call('PUT', '/w-1')).status).toBe(200);
  const second = await call('PUT', '/w-2');
  expect([second.status, second.answer.text]).toEqual([
    500,
    expect.stringContaining('alias [w] has more than one write index [w-1,w-2]'),
  ]);
  expect((await call('HEAD', '/w-2')).status).toBe(404);
});

test('a template of more patterns than a thousand is refused: each is held against those of all others', async () => {
  const call = await service();
  const patterns = (count: number) => Array.from({ length: count }, (_, i) => `p${i}*`);
  for (const path of ['/_index_template/t', '/_template/t']) {
    expect((await call('PUT', path, { index_patterns: patterns(1_000) })).status, path).toBe(200);
    const refused = await call('PUT', path, { index_patterns: patterns(1_001) });
    expect([refused.status, refused.answer.text]).toEqual([
      400,
      expect.stringContaining('index_patterns has [1001] entries, and may have [1000]'),
    ]);
  }
});

test('a template whose lists of an order do not fit each other is refused', async () => {
  const call = await service();
  const settings = { 'index.sort.field': ['a', 'b'], 'index.sort.order': ['asc'] };
  const reason = 'index.sort.field:[a, b] index.sort.order:[asc], size mismatch';
  const component = await call('PUT', '/_component_template/c', { template: { settings } });
  expect(component).toMatchObject({ status: 400, body: { error: { reason } } });
  const legacy = await call('PUT', '/_template/l', { index_patterns: ['l*'], settings });
  expect(legacy).toMatchObject({ status: 400, body: { error: { reason } } });
  const composed = await call('PUT', '/_index_template/t', {
    index_patterns: ['t*'],
    template: { settings },
  });
  expect(composed).toMatchObject({ status: 400, body: { error: { caused_by: { reason } } } });
});

test('names with dots in an object without objects stay names', async () => {
  const call = await service();
  const o = (properties: object) => ({ o: { type: 'object', disable_objects: true, properties } });
  const part = { template: { mappings: { properties: o({ 'z.y': { type: 'keyword' } }) } } };
  await call('PUT', '/_component_template/flat', part);
  const template = { mappings: { properties: o({ 'a.b': { type: 'keyword' }, a: { type: 'long' } }) } };
  await call('PUT', '/_index_template/flat', { index_patterns: ['flat-*'], composed_of: ['flat'], template });
  await call('PUT', '/flat-1');
  const { body } = await call('GET', '/flat-1/_mapping/field/o.*');
  expect(body['flat-1']).toEqual({
    mappings: {
      'o.a': { full_name: 'o.a', mapping: { a: { type: 'long' } } },
      'o.a.b': { full_name: 'o.a.b', mapping: { 'a.b': { type: 'keyword' } } },
      'o.z.y': { full_name: 'o.z.y', mapping: { 'z.y': { type: 'keyword' } } },
    },
  });
});

test('patterns of an index template are texts: a bare number is refused, one in a list is its text', async () => {
  const call = await service();
  const bare = await call('POST', '/_index_template/_simulate_index/a', { index_patterns: 5 });
  expect([bare.status, bare.answer.text]).toEqual([
    400,
    expect.stringContaining("index_patterns doesn't support values of type: VALUE_NUMBER"),
  ]);
  expect((await call('PUT', '/_index_template/five', { index_patterns: [5] })).status).toBe(200);
});

test('a template that is tried out is checked as one that is kept', async () => {
  const call = await service();
  for (const path of ['_simulate', '_simulate_index/a']) {
    const tried = await call('POST', `/_index_template/${path}`, { index_patterns: ['a*'], priority: -1 });
    expect([tried.status, tried.answer.text]).toEqual([
      400,
      expect.stringContaining('index template priority must be >= 0'),
    ]);
  }
});
