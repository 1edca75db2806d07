import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const counting = (field: string) => ({
  processors: [{ script: { source: `ctx.${field} = (ctx.${field} == null ? 0 : ctx.${field}) + 1` } }],
});

/** An index whose pipelines count in `c` and `f` how often a document went through them. */
async function service(more: object = {}) {
  const app = await testApp();
  apps.push(app);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.json<Record<string, unknown>>() };
  };
  await call('PUT', '/_ingest/pipeline/c', counting('c'));
  await call('PUT', '/_ingest/pipeline/f', counting('f'));
  const settings = { 'index.default_pipeline': 'c', 'index.final_pipeline': 'f', ...more };
  await call('PUT', '/i', { settings, aliases: { a: {} } });
  const source = async (id: string) => (await call('GET', `/i/_doc/${id}`)).body._source;
  return { call, source };
}

test('what an update makes of a document goes through the pipelines of the index, what changes nothing does not', async () => {
  const { call, source } = await service();
  await call('PUT', '/i/_doc/1?pipeline=_none', { n: 1 });
  const update = (body: object) => call('POST', '/a/_update/1?_source=true', body);
  expect(await update({ doc: { n: 2 } })).toMatchObject({
    status: 200,
    body: { _version: 2, _seq_no: 1, result: 'updated', get: { _seq_no: 1, _source: { n: 2, f: 1 } } },
  });
  expect(await source('1')).toEqual({ n: 2, f: 2, c: 1 });
  expect(await update({ doc: { n: 2 } })).toMatchObject({ body: { _version: 2, result: 'noop' } });
  expect(await update({ script: 'ctx._source.n = 3', upsert: {} })).toMatchObject({ body: { _version: 3 } });
  expect(await update({ doc: { n: 4 }, doc_as_upsert: true })).toMatchObject({ body: { _version: 4 } });
  expect(await source('1')).toEqual({ n: 4, f: 4, c: 3 });
  expect(await update({ script: "ctx.op = 'delete'" })).toMatchObject({ body: { result: 'deleted' } });
  expect(await update({ doc: {} })).toMatchObject({ status: 404 });
});

test('what an update inserts goes through them once, as its script has made it, and keeps its routing', async () => {
  const { call } = await service();
  const inserted = { script: 'ctx._source.n += 1', upsert: { n: 5 }, scripted_upsert: true };
  expect(await call('POST', '/i/_update/1?routing=r', inserted)).toMatchObject({
    status: 201,
    body: { _version: 1, result: 'created' },
  });
  await call('POST', '/i/_update/1?routing=r', { doc: { m: 1 } });
  expect((await call('GET', '/i/_doc/1?routing=r')).body).toMatchObject({
    _routing: 'r',
    _version: 2,
    _source: { n: 6, m: 1, c: 2, f: 2 },
  });
});

test('updates at the same time are done one after the other as often as they may be tried, and else refused', async () => {
  const { call, source } = await service();
  await call('PUT', '/i/_doc/1?pipeline=_none', { n: 0, c: 0, f: -1 });
  const body = { script: 'ctx._source.n += 1' };
  const all = (path: string) => Promise.all(Array.from({ length: 12 }, () => call('POST', path, body)));
  const statuses = (await all('/i/_update/1?retry_on_conflict=12')).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  expect(await source('1')).toEqual({ n: 12, c: 12, f: 12 });
  const once = (await all('/i/_update/1')).filter(({ status }) => status === 200).length;
  expect(once).toBeGreaterThan(0);
  expect(await source('1')).toEqual({ n: 12 + once, c: 12 + once, f: 12 + once });
  const never = (await all('/i/_update/1?retry_on_conflict=-1')).filter(({ status }) => status === 200);
  expect(never.length).toBe(once);
});

test('limits of writing count an update once, and refuse it before its script runs', async () => {
  const { call, source } = await service();
  await call('PUT', '/i/_doc/1?pipeline=_none', { n: 0 });
  const throttle = { enable: true, max_requests: 2, interval: 3600 };
  await call('PUT', '/i/_settings', { index: { throttle: { write: throttle } } });
  const add = (n: number) => call('POST', '/i/_update/1', { script: `ctx._source.n += ${n}` });
  expect([(await add(1)).status, (await add(1)).status]).toEqual([200, 200]);
  const refused = await call('POST', '/i/_update/1', { script: 'throw new RuntimeException("ran")' });
  expect(refused).toMatchObject({ status: 429 });
  expect(await source('1')).toEqual({ n: 2, c: 2, f: 3 });
});

test('an update fails with its pipeline, is none where that drops the document, and goes nowhere else', async () => {
  const processors = [
    { fail: { if: 'ctx.n == 7', message: 'seven' } },
    { drop: { if: 'ctx.n == 8' } },
    { set: { if: 'ctx.n == 9', field: '_index', value: 'other' } },
  ];
  const { call, source } = await service({ 'index.default_pipeline': 'p', 'index.final_pipeline': '_none' });
  await call('PUT', '/_ingest/pipeline/p', { processors });
  await call('PUT', '/i/_doc/1', { n: 1 });
  const update = (n: number) => call('POST', '/i/_update/1', { doc: { n } });
  expect(await update(7)).toMatchObject({ status: 500, body: { error: { reason: 'seven' } } });
  expect(await update(8)).toMatchObject({ status: 200, body: { result: 'noop' } });
  expect(await update(9)).toMatchObject({
    status: 400,
    body: { error: { type: 'illegal_argument_exception' } },
  });
  expect(await source('1')).toEqual({ n: 1 });
  const stale = '/i/_update/1?if_seq_no=5&if_primary_term=1';
  expect(await call('POST', stale, { doc: { n: 2 } })).toMatchObject({ status: 409 });
});
