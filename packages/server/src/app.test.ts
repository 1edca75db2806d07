import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import type { JsonMap } from '@sextant/contract';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import type { BackendRequest, BackendResponse } from './backend/backend.ts';
import { Settings } from './config/settings.ts';
import { LogLevels } from './observe/log-levels.ts';
import { serviceMemory } from './observe/service-memory.ts';
import { RecordBackend } from './testing/record-backend.ts';
import { ScriptedBackend } from './testing/scripted-backend.ts';
import { testApp } from './testing/test-app.ts';
import { testSecret } from './testing/test-secret.ts';
import { testScheduler, testTasks } from './testing/test-tasks.ts';

const secured = { 'security.enabled': 'true' };

function basic(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

test('the first start makes an administrator, who signs in and works, and the second start knows both', async () => {
  const first = await testApp({ settings: secured });
  const { username, password } = first.firstAccount ?? { username: '', password: '' };
  const login = await first.call('POST', '/account/login', { body: { password } });
  expect(login.json()).toMatchObject({ expire_in: 86_400, status: 'ok', username });
  const bearer = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
  expect((await first.call('PUT', '/a/_doc/1', { headers: bearer, body: { n: 1 } })).status).toBe(201);
  expect((await first.call('GET', '/account/profile', { headers: bearer })).json()).toMatchObject({
    username,
  });
  await first.close();

  const second = await testApp({ settings: secured, disk: first.disk });
  expect(second.firstAccount).toBeUndefined();
  const answer = await second.call('GET', '/a/_source/1', { headers: basic(username, password) });
  expect(answer.json()).toEqual({ n: 1 });
  expect((await second.call('GET', '/a/_doc/1', { headers: bearer })).status).toBe(200);
  await second.close();
});

test('who is not known gets nothing but the description of the interface', async () => {
  const app = await testApp({ settings: { ...secured, 'security.admin_password': 'correct-Horse-7' } });
  for (const path of ['/', '/_cat/indices', '/a/_search', '/account/profile']) {
    expect((await app.call('GET', path)).status, path).toBe(401);
  }
  expect((await app.call('GET', '/_openapi.json')).status).toBe(200);
  expect((await app.call('GET', '/', { headers: basic('admin', 'wrong') })).status).toBe(401);
  expect((await app.call('GET', '/', { headers: basic('admin', 'correct-Horse-7') })).status).toBe(200);
  await app.close();
});

test('a password in the address is refused without being tried', async () => {
  const app = await testApp({ settings: { ...secured, 'security.admin_password': 'correct-Horse-7' } });
  const source = encodeURIComponent(JSON.stringify({ password: 'correct-Horse-7' }));
  const answer = await app.call(
    'POST',
    `/account/login?source=${source}&source_content_type=application/json`,
  );
  expect([answer.status, answer.json()]).toEqual([
    400,
    { status: 400, error: { reason: 'a password does not belong in the address: send it in the body' } },
  ]);
  await app.close();
});

test('nobody reaches the index of accounts', async () => {
  const app = await testApp({ settings: { ...secured, 'security.admin_password': 'correct-Horse-7' } });
  const headers = basic('admin', 'correct-Horse-7');
  expect((await app.call('GET', '/.sextant-security/_search', { headers })).status).toBe(403);
  expect((await app.call('DELETE', '/.sextant-security', { headers })).status).toBe(403);
  const all = await app.call('GET', '/_search?expand_wildcards=all', { headers });
  expect(all.json<{ hits: { total: { value: number } } }>().hits.total.value).toBe(0);
  await app.close();
});

test('with security off everybody is signed in, and there is no password to check', async () => {
  const app = await testApp();
  expect((await app.call('GET', '/account/profile')).json()).toMatchObject({
    username: 'anonymous',
    status: 'ok',
  });
  const login = await app.call('POST', '/account/login', { body: { password: 'x' } });
  expect([login.status, login.json<{ error: { reason: string } }>().error.reason]).toEqual([
    400,
    'security is off: there are no accounts, and no sign-in is needed',
  ]);
  await app.close();
});

test('the service answers for itself and for its backend', async () => {
  const app = await testApp();
  const paths = [
    '/',
    '/_license',
    '/_xpack',
    '/_xpack/usage',
    '/_openapi.json',
    '/_cluster/health',
    '/_nodes',
    '/_stats',
  ];
  for (const path of paths) expect((await app.call('GET', path)).status, path).toBe(200);
  await app.close();
});

/** A cluster that holds records, and may be away. */
class AwayBackend extends ScriptedBackend {
  readonly records = new RecordBackend();
  isAway = true;

  constructor() {
    super({});
  }

  override status(): ReturnType<ScriptedBackend['status']> {
    return { kind: 'opensearch', ready: !this.isAway };
  }

  override async handle({ method, askedPath: path, params, body }: BackendRequest): Promise<BackendResponse> {
    if (this.isAway) throw new Error('the cluster is away');
    const text = (await body.bytes()).toString();
    const given = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
    const query = new URLSearchParams(given).toString();
    const answer = await this.records.call({ method, path, query, ...(text === '' ? {} : { body: text }) });
    return { kind: 'json', status: answer.status, body: answer.body as JsonMap };
  }
}

test('a backend that is away is asked again until accounts can be made', async () => {
  const backend = new AwayBackend();
  const clock = new FakeClock();
  const log = new MemoryLog();
  const app = createApp({
    settings: Settings.of([]),
    backend,
    clock,
    random: new SeededRandom(1),
    log,
    logLevels: new LogLevels('info'),
    ui: { serve: async () => undefined },
    tasks: testTasks(),
    scheduler: testScheduler(clock).scheduler,
    memory: serviceMemory(0),
    secret: () => testSecret,
  });
  await app.start();
  const prepared = app.prepareAccounts();
  while (log.entries.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(log.entries[0]?.message).toContain('accounts wait for the backend');
  backend.isAway = false;
  clock.advance(2_000);
  expect((await prepared)?.username).toBe('admin');
  await app.stop();
});
