import { createServer } from 'node:net';
import { MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { replyJson as json, StubClusters, testApp, testScheduler } from '../../testing/index.ts';
import { createOpenSearchBackend } from './opensearch-backend.ts';

const stubs = new StubClusters();
const cluster = stubs.cluster.bind(stubs);
const serviceOver = stubs.serviceOver.bind(stubs);

afterEach(() => stubs.close());

/** An address at which nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const lines = { 'content-type': 'application/x-ndjson' };

test('calls go round several addresses', async () => {
  const one = await cluster((response) => json(response, 200, '{"count":1}'));
  const two = await cluster((response) => json(response, 200, '{"count":1}'));
  const app = await serviceOver(`${one.url},${two.url}`);
  for (let i = 0; i < 20; i++) expect((await app.call('GET', '/a/_count')).status).toBe(200);
  expect([one.seen.length > 3, two.seen.length > 3]).toEqual([true, true]);
});

test('an address that cannot be connected to is passed over, for writes and streams too', async () => {
  const live = await cluster((response) => json(response, 200, '{"items":[]}'));
  const app = await serviceOver(`${await deadAddress()}, ${live.url}`);
  for (let i = 0; i < 6; i++) {
    expect((await app.call('PUT', '/a/_doc/1', { body: '{}' })).status).toBe(200);
    const body = '{"index":{"_index":"a"}}\n{}\n';
    expect((await app.call('POST', '/_bulk', { body, headers: lines })).status).toBe(200);
    expect((await app.call('GET', '/a/_count')).status).toBe(200);
  }
  expect(live.seen.length).toBe(18);
});

test('a call that breaks off is asked again where that changes nothing, and nowhere else', async () => {
  let broken = 1;
  const one = await cluster((response) => {
    if (broken-- > 0) response.socket?.destroy();
    else json(response, 200, '{"count":1}');
  });
  const app = await serviceOver(one.url);
  expect((await app.call('GET', '/a/_count')).status).toBe(200);
  expect(one.seen.length).toBe(2);
  for (const [method, path] of [
    ['PUT', '/a/_doc/1'],
    ['POST', '/a/_search'],
    ['POST', '/a/_update/1'],
  ] as const) {
    broken = 1;
    const before = one.seen.length;
    const answer = await app.call(method, path, { body: '{}' });
    expect([method, path, answer.status, one.seen.length - before]).toEqual([method, path, 503, 1]);
  }
  broken = 1;
  expect((await app.call('DELETE', '/a/_doc/1')).status).toBe(503);
});

test('an account in the address is used, and shown nowhere', async () => {
  const { url, seen } = await cluster((response, { url: asked }) => {
    if (asked.includes('gone')) response.socket?.destroy();
    else json(response, 200, '{}');
  });
  const app = await serviceOver(url.replace('//', '//me:p%40ss%3Aword@'));
  await app.call('GET', '/a/_count');
  const token = Buffer.from('me:p@ss:word').toString('base64');
  expect(seen[0]!.headers.authorization).toBe(`Basic ${token}`);
  const lost = await app.call('GET', '/gone/_count');
  expect([lost.status, lost.text.includes(url)]).toEqual([503, true]);
  expect(lost.text + JSON.stringify(app.log.entries)).not.toMatch(/p%40ss|p@ss|word|me:/);
});

test('a cluster that refuses the account of the service is not the fault of the caller', async () => {
  const forbidden =
    '{"error":{"type":"security_exception","reason":"no permissions for [x] and User [name=me]"},"status":403}';
  const blocked = '{"error":{"type":"cluster_block_exception","reason":"index [a] blocked"},"status":403}';
  let reply: readonly [number, string] = [401, 'Unauthorized'];
  const { url } = await cluster((response) => json(response, ...reply));
  const app = await serviceOver(url, { username: 'me', password: 'hush' });
  for (const each of [reply, [403, forbidden], [403, '']] as const) {
    reply = each;
    const answer = await app.call('GET', '/a/_count');
    expect(answer.status).toBe(502);
    expect(answer.json()).toMatchObject({ error: { type: 'backend_account_exception' } });
    expect(answer.text).toMatch(
      /refuses the service's account \[me\] \(40[13]\); correct opensearch.username/,
    );
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect((await app.call('HEAD', '/a')).status).toBe(502);
  }
  expect(app.log.entries.at(-1)).toMatchObject({ level: 'error' });
  expect(JSON.stringify(app.log.entries)).not.toContain('hush');
  reply = [403, blocked];
  expect((await app.call('GET', '/a/_count')).text).toBe(blocked);
  expect((await app.call('HEAD', '/a')).status).toBe(403);
});

test('a start with an account that the cluster refuses ends, and says which settings are wrong', async () => {
  const { url } = await cluster(
    () => {},
    0,
    (response) => json(response, 401, 'Unauthorized'),
  );
  const { clock, scheduler } = testScheduler();
  const backend = createOpenSearchBackend({
    url,
    username: 'me',
    password: 'x',
    log: new MemoryLog(),
    clock,
    scheduler,
  });
  await expect(backend.start()).rejects.toThrow('correct opensearch.username, opensearch.password');
  await backend.stop();
});

test('a cluster that is still recovering is waited for, and said to be that', async () => {
  let recovering = true;
  const noState = '{"error":{"type":"cluster_block_exception","reason":"state not recovered"},"status":503}';
  const { url } = await cluster(
    (response) => json(response, recovering ? 503 : 200, recovering ? noState : '{"count":1}'),
    0,
    (response) => json(response, recovering ? 503 : 200, recovering ? noState : '{}'),
  );
  const { clock, scheduler } = testScheduler();
  const log = new MemoryLog();
  const backend = createOpenSearchBackend({ url, log, clock, scheduler });
  const app = await testApp({ backend });
  expect(backend.status()).toMatchObject({
    ready: false,
    problem: expect.stringContaining('recovering (503)'),
  });
  expect((await app.call('GET', '/a/_count')).status).toBe(503);
  recovering = false;
  clock.advance(2_000);
  while (!backend.status().ready) await new Promise((resume) => setTimeout(resume, 1));
  expect((await app.call('GET', '/a/_count')).text).toBe('{"count":1}');
  expect(log.entries.map(({ message }) => message)).toEqual([
    expect.stringContaining('still starting or recovering'),
    `connected to ${url}`,
  ]);
  await app.close();
});

test('a call that the cluster took and does not answer is not a cluster that is away, and is not repeated', async () => {
  const { url, seen } = await cluster(() => {});
  const app = await serviceOver(url, { answerTimeoutMs: 300 });
  const answer = await app.call('GET', '/a/_count');
  expect([answer.status, seen.length]).toEqual([504, 1]);
  expect(answer.text).toMatch(/took the call and gave no answer within 0.3s; it may still be at it/);
});
