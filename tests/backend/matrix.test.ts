import { type Route, routeTable } from '@sextant/contract';
import {
  builtInGroups,
  builtInRoles,
  indexNamingOf,
  type Role,
  type TestAnswer,
  type TestApp,
  testApp,
} from '@sextant/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';

/** Beside the built-in ones: everything that can be done to one index. */
const roles: Readonly<Record<string, Role>> = {
  ...builtInRoles,
  'one-index': { description: '', cluster: [], indices: [{ names: ['m-1*'], privileges: ['indices_all'] }] },
};

let app: TestApp;
const tokens = { expired: '', revoked: '' };

function basic(user: string, word: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}` };
}

const admin = basic('admin', password);

async function fill(): Promise<void> {
  await app.call('PUT', '/m-1/_doc/1?refresh=true', { headers: admin, body: { n: 1 } });
}

beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  const { description: _, ...one } = roles['one-index']!;
  await app.call('PUT', '/_security/role/one-index', { headers: admin, body: one });
  for (const role of Object.keys(roles)) {
    const body = { password: strong, roles: [role] };
    const made = await app.call('PUT', `/_security/user/u-${role}`, { headers: admin, body });
    expect([role, made.status]).toEqual([role, 201]);
  }
  for (const name of ['expired', 'revoked'] as const) {
    const body = { expire_in: name === 'expired' ? 1 : 86_400 };
    const made = await app.call('POST', '/auth/access_token', { headers: admin, body });
    const { id, access_token: secret } = made.json<{ id: string; access_token: string }>();
    tokens[name] = secret;
    if (name === 'revoked') await app.call('DELETE', `/auth/access_token/${id}`, { headers: admin });
  }
  app.clock.advance(1_000);
}, 60_000);
afterAll(() => app.close());

const values: Readonly<Record<string, string>> = {
  id: '1',
  block: 'write',
  metric: '_all',
  name: 'm-1-named',
};
/** Rows whose operations are judged one by one, after the row. */
const itemRows: ReadonlySet<string> = new Set([
  'bulk',
  'mget',
  'msearch',
  'msearch_template',
  'mtermvectors',
]);

function pathOf({ name, paths }: Route): string {
  const param = indexNamingOf(name)?.param ?? 'index';
  const named = paths.find((path) => path.includes(`{${param}}`)) ?? paths[0]!;
  return named.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    key === param && indexNamingOf(name) !== undefined ? 'm-1' : (values[key] ?? 'nothing'),
  );
}

/** What a row needs to get as far as its indices. */
const bodies: Readonly<Record<string, object>> = {
  delete_by_query: { query: { match_all: {} } },
  explain: { query: { match_all: {} } },
  termvectors: { doc: {} },
  mtermvectors: { ids: ['1'] },
  rank_eval: { requests: [{ id: 'a', request: {}, ratings: [] }], metric: { dcg: {} } },
  search_template: { source: { query: { match_all: {} } } },
  'indices.put_settings': { 'index.refresh_interval': '1s' },
  'indices.split': { settings: { 'index.number_of_shards': 2 } },
  'indices.put_alias_by_body': { alias: 'm-1-named' },
  'replication.start': { leader_alias: 'r', leader_index: 'l' },
  'replication.update': { settings: { 'index.number_of_replicas': 0 } },
};

const queries: Readonly<Record<string, string>> = {
  create_pit: '?keep_alive=1m',
  open_point_in_time: '?keep_alive=1m',
  field_caps: '?fields=*',
};

function ask(row: Route, headers: Readonly<Record<string, string>>): Promise<TestAnswer> {
  const plain = row.bodyFormat === 'ndjson' ? '{}\n{}\n' : (bodies[row.name] ?? {});
  const body = row.body === 'none' ? {} : { body: plain };
  const type = row.bodyFormat === 'ndjson' ? { 'content-type': 'application/x-ndjson' } : {};
  const path = `${pathOf(row)}${queries[row.name] ?? ''}`;
  return app.call(row.methods[0]!, path, { headers: { ...headers, ...type }, ...body });
}

const isNamed = (row: Route): boolean => row.privilege.includes(':');

/** What a role says, worked out here without the code that is tested. */
function grants(privileges: readonly string[], action: string): boolean {
  return privileges.some((privilege) => {
    const group = Object.hasOwn(builtInGroups, privilege) ? builtInGroups[privilege] : undefined;
    if (group !== undefined) return grants(group.privileges, action);
    const parts = privilege.split('*').map((part) => part.replaceAll(/[[\]/.]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(action);
  });
}

/** A row that names indices needs its right on them; another one a right of the cluster, or on some index. */
function isAllowed({ name, privilege, everywhere }: Route, { cluster, indices }: Role): boolean {
  if (!privilege.includes(':')) return true;
  const withRight = indices.filter(({ privileges }) => grants(privileges, privilege));
  if (everywhere) return withRight.some(({ names }) => names.includes('*'));
  if (!privilege.startsWith('indices:')) return grants(cluster, privilege);
  if (indexNamingOf(name) === undefined || itemRows.has(name)) {
    return grants(cluster, privilege) || withRight.length > 0;
  }
  return withRight.some(({ names }) => names.some((pattern) => ['*', 'm-1*'].includes(pattern)));
}

function isRefused({ status, text }: TestAnswer): boolean {
  return status === 403 && (text === '' || /no permissions? (?:for|to)/i.test(text));
}

test('nobody, an expired and a revoked token reach what is public and nothing else, row by row', async () => {
  for (const row of routeTable) {
    for (const headers of [{}, { 'x-api-token': tokens.expired }, { 'x-api-token': tokens.revoked }]) {
      const { status } = await ask(row, headers as Record<string, string>);
      expect([row.name, status === 401]).toEqual([row.name, row.privilege !== 'public']);
    }
  }
}, 60_000);

test('a wrong password reaches what is public and nothing else, row by row', async () => {
  for (const [i, row] of routeTable.entries()) {
    // Before the tenth failure, and then after the time in which failures count.
    if (i % 8 === 7) app.clock.advance(601_000);
    const { status } = await ask(row, basic('admin', 'a wrong password'));
    expect([row.name, status === 401]).toEqual([row.name, row.privilege !== 'public']);
  }
}, 60_000);

test.each(Object.keys(roles))(
  'the role %s opens what it says, row by row',
  async (name) => {
    const role = roles[name]!;
    const caller = basic(`u-${name}`, strong);
    let refused = 0;
    const wrong: unknown[] = [];
    for (const row of routeTable) {
      await fill();
      const answer = await ask(row, caller);
      expect([row.name, row.privilege, answer.status === 401]).toEqual([row.name, row.privilege, false]);
      const expected = isAllowed(row, role);
      if (!expected) refused++;
      if (isRefused(answer) !== expected) continue;
      wrong.push([row.name, row.privilege, expected ? 'is refused' : 'is open', answer.status, answer.text]);
    }
    expect(wrong).toEqual([]);
    const everything = ['superuser', 'all_access'].includes(name);
    expect(refused > 0).toBe(!everything);
    expect(routeTable.filter(isNamed).length).toBeGreaterThan(100);
  },
  120_000,
);
