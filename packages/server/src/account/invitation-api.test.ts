import type { DiskFile, OpenMode } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const security = { 'security.enabled': 'true', 'security.admin_password': password };
const basic = (user: string, word: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
});

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ settings: { ...security, 'account.mode': 'multi' } });
});
afterEach(() => app.close());

const admin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  app.call(method, path, { headers: basic('admin', password), ...(body === undefined ? {} : { body }) });
const accept = (body: object): Promise<TestAnswer> => app.call('POST', '/account/invitation', { body });

async function invite(wish: object): Promise<{ id: string; token: string; link: string; expire_in: number }> {
  const answer = await admin('POST', '/_security/invitation', wish);
  expect(answer.status, answer.text).toBe(201);
  return answer.json();
}

test('who is invited chooses a password, has the roles that he was promised, and signs in by his address', async () => {
  const {
    token,
    link,
    expire_in: expires,
  } = await invite({
    username: 'ann',
    email: 'Ann@Example.org',
    name: 'Ann A.',
    roles: ['readonly'],
  });
  expect(link).toBe(`/_ui/invitation#${token}`);
  expect(expires).toBe(Math.floor(app.clock.now() / 1000) + 3 * 86_400);
  const list = await admin('GET', '/_security/invitation');
  expect(list.json()).toMatchObject({ invitations: [{ username: 'ann', created_by: 'admin' }] });
  expect(list.text).not.toContain(token.slice(25));

  const made = await accept({ token, password: strong });
  expect([made.status, made.json()]).toEqual([201, { username: 'ann', result: 'created', status: 'ok' }]);
  const login = await app.call('POST', '/account/login', {
    body: { email: 'ann@example.org', password: strong },
  });
  const headers = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
  const profile = await app.call('GET', '/account/profile', { headers });
  expect(profile.json()).toMatchObject({ username: 'ann', name: 'Ann A.', roles: ['readonly'] });
  expect((await admin('GET', '/_security/invitation')).json()).toEqual({ invitations: [] });
});

test('an invitation works once, also for two who use it at the same time', async () => {
  const { token } = await invite({ username: 'ann' });
  const weak = await accept({ token, password: 'short' });
  expect([weak.status, weak.json()]).toEqual([
    400,
    { status: 400, error: { reason: 'Password is too short' } },
  ]);
  const both = await Promise.all([accept({ token, password: strong }), accept({ token, password: strong })]);
  const statuses = both.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect((await accept({ token, password: strong })).status).toBe(403);
});

test('who is turned away because too many choose a password at once can use his invitation later', async () => {
  const tokens: string[] = [];
  for (let i = 0; i < 70; i++) tokens.push((await invite({ username: `user-${i}` })).token);
  const answers = await Promise.all(tokens.map((token) => accept({ token, password: strong })));
  const refused = tokens.filter((_, i) => answers[i]!.status !== 201);
  expect(refused).not.toEqual([]);
  expect((await accept({ token: refused[0]!, password: strong })).status).toBe(201);
}, 30_000);

test('an invitation ends with its time, when it is taken back, and is known by its whole secret alone', async () => {
  const brief = await invite({ username: 'ann', expire_in: 60 });
  const { id, token } = await invite({ username: 'bob' });
  for (const wrong of [
    token.slice(0, -1),
    `${token.slice(0, -1)}~`,
    token.toUpperCase(),
    id,
    'a'.repeat(200),
  ]) {
    expect([wrong, (await accept({ token: wrong, password: strong })).status]).toEqual([wrong, 403]);
  }
  app.clock.advance(60_000);
  expect((await accept({ token: brief.token, password: strong })).status).toBe(403);
  expect((await admin('DELETE', `/_security/invitation/${id}`)).status).toBe(200);
  expect((await admin('DELETE', `/_security/invitation/${id}`)).status).toBe(404);
  expect((await accept({ token, password: strong })).status).toBe(403);
  expect((await admin('GET', '/_security/user/bob')).status).toBe(404);
});

test('nobody is invited under the name or address of somebody else, with a missing role, or by who may not', async () => {
  const wrong: readonly (readonly [object, number])[] = [
    [{}, 400],
    [{ username: 'admin' }, 400],
    [{ username: 'ADMIN' }, 409],
    [{ username: 'a:b' }, 400],
    [{ username: ' ann' }, 400],
    [{ username: 'ann', roles: ['nothing'] }, 404],
    [{ username: 'ann', email: 'no address' }, 400],
    [{ username: 'ann', expire_in: 31 * 86_400 }, 400],
    [{ username: 'ann', password: strong }, 400],
  ];
  for (const [wish, status] of wrong) {
    const answer = await admin('POST', '/_security/invitation', wish);
    expect([wish, answer.status]).toEqual([wish, status]);
  }
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['readonly'] });
  const headers = basic('ann', strong);
  expect((await app.call('POST', '/_security/invitation', { headers, body: { username: 'x' } })).status).toBe(
    403,
  );
  expect((await admin('POST', '/_security/invitation', { username: 'ann' })).status).toBe(409);
});

test('an invitation does not take the account of somebody who came before', async () => {
  const { token } = await invite({ username: 'ann', roles: ['superuser'] });
  await admin('PUT', '/_security/user/ann', { password: 'Another-Phrase-77!', roles: [] });
  expect((await accept({ token, password: strong })).status).toBe(409);
  expect((await app.call('GET', '/account/profile', { headers: basic('ann', strong) })).status).toBe(401);
});

/** Keeps what is on it after each sync, as an end of the process there would leave it. */
class RecordedDisk extends MemoryDisk {
  readonly states: MemoryDisk[] = [];
  isRecording = false;

  override open(path: string, mode: OpenMode): DiskFile {
    const file = super.open(path, mode);
    const { sync } = file;
    file.sync = () => {
      sync.call(file);
      if (this.isRecording) this.states.push(this.clone());
    };
    return file;
  }
}

test('an end of the process while an invitation is used loses neither it nor the account', async () => {
  await app.close();
  const disk = new RecordedDisk();
  const settings = { ...security, 'account.mode': 'multi' };
  app = await testApp({ settings, disk });
  const { token } = await invite({ username: 'ann' });
  disk.isRecording = true;
  expect((await accept({ token, password: strong })).status).toBe(201);
  disk.isRecording = false;
  const outcomes = new Set<string>();
  expect(disk.states.length).toBeGreaterThan(1);
  for (const state of disk.states) {
    state.crash();
    await app.close();
    app = await testApp({ settings, disk: state });
    const isThere = (await admin('GET', '/_security/user/ann')).status === 200;
    const { invitations } = (await admin('GET', '/_security/invitation')).json<{ invitations: object[] }>();
    outcomes.add(`account ${isThere}, invitation ${invitations.length > 0}`);
    if (!isThere) expect((await accept({ token, password: strong })).status).toBe(201);
    expect((await app.call('GET', '/account/profile', { headers: basic('ann', strong) })).status).toBe(200);
    await admin('DELETE', '/_security/user/ann');
    expect((await accept({ token, password: strong })).status).toBe(403);
  }
  const whole = ['account false, invitation true', 'account true, invitation false'];
  expect([...outcomes].filter((outcome) => !whole.includes(outcome))).toEqual([]);
}, 30_000);

test('in single-user mode nobody can be invited', async () => {
  const single = await testApp({ settings: security });
  const answer = await single.call('POST', '/_security/invitation', {
    headers: basic('admin', password),
    body: { username: 'ann' },
  });
  expect([answer.status, answer.text]).toEqual([
    400,
    '{"status":"BAD_REQUEST","message":"Invitations need [account.mode: multi]."}',
  ]);
  await single.close();
});
