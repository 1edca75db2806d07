import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

// As OpenSearch 3.6 answers.
test('no index is made for an update that cannot be read, or asks for what cannot be', async () => {
  app = await testApp();
  const refused: readonly (readonly [string, string])[] = [
    ['', '{'],
    ['', '{}'],
    ['', '[]'],
    ['', '{"x":1}'],
    ['', '{"doc":{"a":1},"script":"1"}'],
    ['if_seq_no=1&if_primary_term=1', '{"doc":{"a":1},"doc_as_upsert":true}'],
  ];
  const headers = { 'content-type': 'application/json' };
  for (const [params, body] of refused) {
    const { status } = await app.call('POST', `/i/_update/1?${params}`, { headers, body });
    expect([body, status, (await app.call('HEAD', '/i')).status]).toEqual([body, 400, 404]);
  }
  expect((await app.call('POST', '/i/_update/1', { body: { doc: {} } })).status).toBe(404);
  expect((await app.call('HEAD', '/i')).status).toBe(200);
});

test('a long update is read by the writer alone', async () => {
  app = await testApp();
  const body = `{"doc":{"a":[1${',1'.repeat(1 << 17)}]},"x":1}`;
  const headers = { 'content-type': 'application/json' };
  expect((await app.call('POST', '/I/_update/1', { headers, body })).text).toContain('invalid_index_name');
  const refused = await app.call('POST', '/i/_update/1', { headers, body });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('unknown field [x]');
});

// As OpenSearch 3.6 answers.
test('what is wrong within an update is told before what is wrong with its index', async () => {
  app = await testApp();
  await app.call('PUT', '/shut');
  await app.call('POST', '/shut/_close');
  await app.call('PUT', '/blocked', { body: { settings: { 'index.blocks.write': true } } });
  await app.call('PUT', '/_index_template/t', { body: { index_patterns: ['stream'], data_stream: {} } });
  await app.call('PUT', '/_data_stream/stream');
  for (const path of ['shut', 'blocked', 'stream', 'none']) {
    const url = `/${path}/_update/1${path === 'none' ? '?require_alias=true' : ''}`;
    expect((await app.call('POST', url, { body: { x: 1 } })).text).toContain('unknown field [x]');
    expect((await app.call('POST', url, { body: { doc: {} } })).text).not.toContain('unknown field');
  }
});

// As OpenSearch 3.6 answers.
test('what is wrong within an update is told before copies that are missing', async () => {
  app = await testApp();
  await app.call('PUT', '/i');
  const url = '/i/_update/1?wait_for_active_shards=3&timeout=1ms';
  expect((await app.call('POST', url, { body: { x: 1 } })).text).toContain('unknown field [x]');
  expect((await app.call('POST', url, { body: { doc: {}, doc_as_upsert: true } })).status).toBe(503);
});

// As OpenSearch 3.6 answers.
test('copies that are missing matter only to an update that writes', async () => {
  app = await testApp();
  await app.call('PUT', '/i/_doc/1', { body: { a: 1 } });
  const post = async (id: string, body: object, more = '') => {
    const url = `/i/_update/${id}?wait_for_active_shards=3&timeout=1ms&_source=true${more}`;
    const { status, text } = await app.call('POST', url, { body });
    return [status, text] as const;
  };
  const noop = [200, expect.stringContaining('"result":"noop"')];
  expect(await post('1', { doc: { a: 1 } })).toEqual(noop);
  expect((await post('1', { doc: { a: 1 } }))[1]).toContain('"_source":{"a":1}');
  expect(await post('1', { script: 'ctx.op = "none"' })).toEqual(noop);
  expect(await post('1', { script: 'a b (' })).toEqual([400, expect.stringContaining('compile error')]);
  expect(await post('2', { doc: { a: 1 } })).toEqual([404, expect.stringContaining('document missing')]);
  const other = '&if_seq_no=7&if_primary_term=1';
  expect(await post('1', { doc: { a: 2 } }, other)).toEqual([409, expect.stringContaining('seqNo [7]')]);
  const missing = [503, expect.stringContaining('Not enough active copies')];
  expect(await post('1', { doc: { a: 2 } })).toEqual(missing);
  expect(await post('1', { doc: { a: 1 }, detect_noop: false })).toEqual(missing);
  expect(await post('2', { doc: { a: 1 }, doc_as_upsert: true })).toEqual(missing);
  expect((await app.call('GET', '/i/_doc/2')).status).toBe(404);
});
