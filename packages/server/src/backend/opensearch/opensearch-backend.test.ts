import { gunzipSync } from 'node:zlib';
import { MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { replyJson as json, StubClusters, testScheduler } from '../../testing/index.ts';
import { createOpenSearchBackend } from './opensearch-backend.ts';

const stubs = new StubClusters();
const cluster = stubs.cluster.bind(stubs);
const serviceOver = stubs.serviceOver.bind(stubs);

afterEach(() => stubs.close());

test('a call goes to the cluster with the credentials of the service instead of the caller’s', async () => {
  const { url, seen } = await cluster((response) => json(response, 201, '{"result":"created"}'));
  const app = await serviceOver(url, { username: 'sextant', password: 'secret' });
  const answer = await app.call('PUT', '/docs/_doc/a%2Fb?refresh=true&routing=x', {
    body: '{"n": 1.0}',
    headers: { authorization: 'Basic b2g6bm8=', 'x-opaque-id': 'me', cookie: 'a=b' },
  });
  expect([answer.status, answer.text]).toEqual([201, '{"result":"created"}']);
  const [asked] = seen;
  expect([asked!.method, asked!.url, asked!.body]).toEqual([
    'PUT',
    '/docs/_doc/a%2Fb?refresh=true&routing=x',
    '{"n": 1.0}',
  ]);
  const token = Buffer.from('sextant:secret').toString('base64');
  expect(asked!.headers.authorization).toBe(`Basic ${token}`);
  expect(asked!.headers['x-opaque-id']).toBe('me');
  expect(asked!.headers.cookie).toBeUndefined();
});

test('answers keep status, body and the headers that mean something', async () => {
  const { url } = await cluster((response) => {
    response.setHeader('warning', '299 OpenSearch "old"');
    response.setHeader('location', '/docs/_doc/1');
    response.setHeader('x-other', 'secret');
    response.writeHead(404, { 'content-type': 'text/plain; charset=UTF-8' }).end('a b\n');
  });
  const app = await serviceOver(url);
  const answer = await app.call('GET', '/_cat/indices/docs?v&h=index&filter_path=x&pretty');
  expect([answer.status, answer.text]).toEqual([404, 'a b\n']);
  expect(answer.headers['content-type']).toBe('text/plain; charset=UTF-8');
  expect(answer.headers.warning).toBe('299 OpenSearch "old"');
  expect(answer.headers.location).toBe('/docs/_doc/1');
  expect(answer.headers['x-other']).toBeUndefined();
});

test('HEAD answers without a body, a caller that takes gzip gets gzip', async () => {
  const long = `{"text":"${'x'.repeat(5000)}"}`;
  const { url } = await cluster((response, { method }) => {
    if (method === 'HEAD') response.writeHead(404, { 'content-type': 'application/json' }).end();
    else json(response, 200, long);
  });
  const app = await serviceOver(url);
  const head = await app.call('HEAD', '/docs/_doc/1');
  expect([head.status, head.text]).toEqual([404, '']);
  const answer = await app.call('GET', '/docs/_doc/1', { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.bytes).toString()).toBe(long);
});

test.each(['/_list/indices', '/_list/shards', '/_list/indices/docs?v'])(
  '%s is refused before the cluster is asked: its tokens tell names',
  async (path) => {
    const { url, seen } = await cluster((response) => response.end('a'));
    const answer = await (await serviceOver(url)).call('GET', path);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('is not supported over this backend; [_cat/');
    expect(seen.filter(({ url }) => url?.startsWith('/_list') === true)).toEqual([]);
  },
);

test('a count that a client asks by POST goes on as the GET that the cluster knows', async () => {
  const { url, seen } = await cluster((response) => response.end('1 2 3'));
  const app = await serviceOver(url);
  await app.call('POST', '/_cat/count/docs', { body: { query: { match_all: {} } } });
  const [asked] = seen;
  expect([asked!.method, asked!.url, asked!.body]).toEqual([
    'GET',
    '/_cat/count/docs',
    '{"query":{"match_all":{}}}',
  ]);
});

test('a body in the URL goes on as a body', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  const source = encodeURIComponent('{"size":0}');
  await app.call('GET', `/docs/_search?source=${source}&source_content_type=application%2Fjson&pretty=true`);
  expect([seen[0]!.url, seen[0]!.body]).toEqual(['/docs/_search?pretty=true', '{"size":0}']);
});

test('while the cluster is away calls answer 503 with what to do, and work again when it is back', async () => {
  const first = await cluster((response) => json(response, 200, '{"count":1}'));
  const app = await serviceOver(first.url);
  expect((await app.call('GET', '/docs/_count')).status).toBe(200);
  first.server.closeAllConnections();
  await new Promise((resolve) => first.server.close(resolve));
  const away = await app.call('GET', '/docs/_count');
  expect(away.status).toBe(503);
  expect(away.text).toContain('start it or correct opensearch.url');
  await cluster((response) => json(response, 200, '{"count":2}'), Number(new URL(first.url).port));
  expect((await app.call('GET', '/docs/_count')).text).toBe('{"count":2}');
});

test('a caller that goes away ends the call to the cluster', async () => {
  let ended: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let arrived: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url } = await cluster((response) => {
    response.once('close', ended);
    arrived();
  });
  const app = await serviceOver(url);
  const caller = new AbortController();
  const call = fetch(`${app.url}/docs/_search`, { signal: caller.signal }).catch(() => 'aborted');
  await asked;
  caller.abort();
  expect(await call).toBe('aborted');
  await gone;
});

test('tasks of the cluster are shown, those over the accounts are not', async () => {
  const task = (id: number, description: string) => ({
    node: 'n',
    id,
    type: 'transport',
    action: 'indices:data/write/index',
    description,
    start_time_in_millis: 1_700_000_000_000,
    running_time_in_nanos: 1_500_000,
    cancellable: false,
    headers: { 'X-Opaque-Id': 'me' },
  });
  const shown = task(1, 'index {[docs][1], source[{}]}');
  const hidden = task(2, 'index {[.sextant-security][user:admin], source[{"password_hash":"x"}]}');
  const node = { name: 'n1', host: '10.0.0.1', ip: '10.0.0.1:9300' };
  const { url, seen } = await cluster((response, { url: asked }) => {
    const none = asked.includes('group_by=none');
    if (asked.includes('/n%3A')) {
      return json(
        response,
        200,
        JSON.stringify({ completed: false, task: asked.includes('n%3A2') ? hidden : shown }),
      );
    }
    const tasks = none ? [shown, hidden] : { 'n:1': shown, 'n:2': hidden };
    const only = { n: { ...node, tasks }, m: { ...node, tasks: { 'm:2': hidden } } };
    return json(response, 200, JSON.stringify(none ? { tasks } : { nodes: only }));
  });
  const app = await serviceOver(url);
  const get = async (path: string) => (await app.call('GET', path)).json();
  expect(await get('/_tasks?detailed&actions=a,b&timeout=2s')).toEqual({
    nodes: { n: { ...node, tasks: { 'n:1': shown } } },
  });
  expect(seen.at(-1)!.url).toBe('/_tasks?actions=a%2Cb&detailed=true&timeout=2000ms');
  expect(await get('/_tasks?group_by=none&filter_path=tasks.id')).toEqual({ tasks: [{ id: 1 }] });
  expect(await get('/_tasks/n:1')).toMatchObject({ completed: false, task: { id: 1 } });
  expect((await app.call('GET', '/_tasks/n:2')).status).toBe(404);
  const table = await app.call(
    'GET',
    '/_cat/tasks?detailed&h=task_id,ip,port,node,x,running_time,description&v',
  );
  expect(table.text.trim().split('\n').slice(1)).toEqual([
    'n:1     10.0.0.1 9300 n1   me 1.5ms        index {[docs][1], source[{}]}',
  ]);
  await app.call('POST', '/_tasks/n:1/_cancel');
  expect([seen.at(-1)!.method, seen.at(-1)!.url]).toEqual(['POST', '/_tasks/n%3A1/_cancel']);
});

test('names with escapes in what the cluster tells are not taken for others that were read before', async () => {
  const told = (name: string) => `{"tasks":[{"description":".sextant-x"},{"seen":1,"${name}":1}]}`;
  const names = ['ta\\\\', 'ta\\u00f6'];
  const { url } = await cluster((response) => json(response, 200, told(names.shift()!)));
  const app = await serviceOver(url);
  await app.call('GET', '/_tasks?group_by=none');
  expect((await app.call('GET', '/_tasks?group_by=none')).json()).toEqual({ tasks: [{ seen: 1, taö: 1 }] });
});

test('a cluster that is away at the start is asked again until it answers, and not after the stop', async () => {
  const first = await cluster((response) => json(response, 200, '{}'));
  first.server.closeAllConnections();
  await new Promise((resolve) => first.server.close(resolve));
  const { clock, scheduler } = testScheduler();
  const backend = createOpenSearchBackend({ url: first.url, log: new MemoryLog(), clock, scheduler });
  await backend.start();
  expect(backend.status().ready).toBe(false);
  clock.advance(2_000);
  while (clock.pendingTimers === 0) await new Promise((resume) => setImmediate(resume));
  expect(backend.status().ready).toBe(false);
  await cluster((response) => json(response, 200, '{}'), Number(new URL(first.url).port));
  clock.advance(2_000);
  while (!backend.status().ready) await new Promise((resume) => setTimeout(resume, 1));
  await backend.stop();
  expect(clock.pendingTimers).toBe(0);
});
