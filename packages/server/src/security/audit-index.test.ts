import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/index.ts';
import { AuditIndex } from './audit-index.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const dayMs = 86_400_000;

interface Page {
  readonly total: number;
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly next?: string;
}

async function open(more: Readonly<Record<string, string>> = {}, disk?: TestApp['disk']) {
  const app = await testApp({
    settings: {
      'security.enabled': 'true',
      'security.admin_password': password,
      'plugins.security.audit.type': 'internal_opensearch',
      ...more,
    },
    ...(disk === undefined ? {} : { disk }),
  });
  apps.push(app);
  const as = (user: string, word: string) => async (method: string, path: string, body?: object) => {
    const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
    return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
  };
  const admin = as('admin', password);
  const entries = async (query = '') => (await admin('GET', `/_security/audit${query}`)).json<Page>();
  return { app, as, admin, entries };
}

test('what is told of accounts is in the index too, and comes back by category, user and time, page by page', async () => {
  const { app, as, admin, entries } = await open();
  await as('eve', 'secret-guess')('GET', '/');
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['readonly'] });
  await as('ann', strong)('PUT', '/books/_doc/1', { title: 'a document' });
  const { total, entries: all } = await entries();
  expect(total).toBe(3);
  expect(all.map(({ audit_category: category, audit_event: event }) => [category, event])).toEqual([
    ['MISSING_PRIVILEGES', 'access denied'],
    ['COMPLIANCE_INTERNAL_CONFIG_WRITE', 'security changed'],
    ['FAILED_LOGIN', 'login failed'],
  ]);
  expect(all[0]).toMatchObject({
    audit_request_effective_user: 'ann',
    audit_request_remote_address: expect.stringContaining('127.0.0.1'),
    '@timestamp': new Date(app.clock.now()).toISOString(),
  });
  expect(JSON.stringify(all)).not.toMatch(/secret-guess|Enough|a document|Basic/);
  expect((await entries('?category=FAILED_LOGIN&user=eve')).total).toBe(1);
  expect((await entries('?user=nobody')).total).toBe(0);
  expect((await entries(`?from=${app.clock.now() + 1}`)).total).toBe(0);
  expect((await entries(`?to=${new Date(app.clock.now()).toISOString()}`)).total).toBe(3);
  const { next, entries: first } = await entries('?size=2');
  const { entries: rest } = await entries(`?size=2&after=${next}`);
  expect([...first, ...rest]).toEqual(all);
  for (const wrong of ['?size=0', '?size=1001', '?from=now', '?after=x']) {
    expect([wrong, (await admin('GET', `/_security/audit${wrong}`)).status]).toEqual([wrong, 400]);
  }
});

test('nobody but an administrator reads it, and nobody reaches its index', async () => {
  const { as, admin, entries } = await open();
  const everything = [{ index_patterns: ['*', '.*'], allowed_actions: ['*'] }];
  await admin('PUT', '/_plugins/_security/api/roles/all', {
    cluster_permissions: ['cluster_all', 'cluster:*', 'indices:*'],
    index_permissions: everything,
  });
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['all'] });
  const ann = as('ann', strong);
  await entries();
  expect((await ann('GET', '/_security/audit')).status).toBe(403);
  const [index] = (await admin('GET', '/_cat/indices/.sextant-*?expand_wildcards=all&h=index')).text.split(
    '\n',
  );
  expect(index).toBe('');
  const name = `.sextant-audit-${new Date().toISOString().slice(0, 10)}`;
  for (const call of [ann, admin]) {
    for (const path of [
      `/${name}/_search`,
      '/.sextant-audit-*/_search',
      '/_all/_search?expand_wildcards=all',
    ]) {
      const answer = await call('GET', path);
      expect(answer.text).not.toContain('security changed');
    }
    expect((await call('DELETE', `/${name}`)).status).toBe(403);
  }
});

test('entries are written beside requests, are there after a stop, and go when their time is over', async () => {
  const { app, admin, entries } = await open({ 'security.audit.retention': '2d' });
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['readonly'] });
  await apps.pop()!.close();
  const second = await open({ 'security.audit.retention': '2d' }, app.disk);
  expect((await second.entries()).total).toBe(1);
  second.app.clock.setNow(second.app.clock.now() + 4 * dayMs);
  second.app.clock.advance(60_000);
  await expect.poll(async () => (await second.entries()).total).toBe(0);
  void entries;
});

test('without the setting there are the files alone', async () => {
  const { admin } = await open({ 'plugins.security.audit.type': 'log4j' });
  const answer = await admin('GET', '/_security/audit');
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('security.audit.type')]);
});

test('what cannot be written is kept up to a bound, the rest is counted, and told once a minute', async () => {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const bodies: string[] = [];
  let isAway = true;
  const audit = new AuditIndex({
    clock,
    log,
    keptMs: dayMs,
    call: async ({ path, body }) => {
      if (isAway) return { status: 503, body: { error: 'away' } };
      if (path.endsWith('/_bulk')) bodies.push(String(body));
      return { status: 200, body: {} };
    },
  });
  for (let i = 0; i < 5_000; i++) audit.note('login failed', { i });
  await audit.write();
  await audit.write();
  expect(audit.waiting).toBe(2_000);
  expect(log.entries).toHaveLength(1);
  isAway = false;
  await audit.write();
  const lines = bodies
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{"@'));
  expect(lines).toHaveLength(2_001);
  expect(lines.at(-1)).toContain('"audit_event":"more of these were not written","count":3000');
  expect(bodies).toHaveLength(5);
});

test('an entry that a shard or a disk cannot take now is written another time, one that is refused for itself is not', async () => {
  const log = new MemoryLog();
  const bodies: string[] = [];
  let statuses = [201, 503, 400, 429];
  const audit = new AuditIndex({
    clock: new FakeClock(),
    log,
    keptMs: dayMs,
    call: async ({ path, body }) => {
      if (!path.endsWith('/_bulk')) return { status: 200, body: {} };
      bodies.push(String(body));
      const items = statuses.map((status) => ({ create: { status } }));
      return { status: 200, body: { errors: statuses.some((status) => status !== 201), items } };
    },
  });
  for (let i = 0; i < 4; i++) audit.note('login failed', { i });
  await audit.write();
  expect(audit.waiting).toBe(2);
  expect(log.entries).toHaveLength(1);
  statuses = [201, 201];
  await audit.write();
  expect(audit.waiting).toBe(0);
  expect(bodies[1]!.match(/"i":\d/g)).toEqual(['"i":1', '"i":3']);
});
