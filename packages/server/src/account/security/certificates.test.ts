import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { testAuthority, testFolder } from '../../testing/certificates.ts';
import { type TestAnswer, type TestApp, testApp } from '../../testing/index.ts';
import { type TestTls, testTls } from '../../testing/listener-tls.ts';

const password = 'a long enough secret';
const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const administrator = 'CN=root,OU=ops';
const dayMs = 86_400_000;

const authority = testAuthority();
const serving = authority.issue();
const folder = testFolder();

let app: TestApp;
let tls: TestTls;
async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  tls = testTls(folder, { shows: serving, trusts: authority, clients: 'OPTIONAL' });
  const settings = {
    'security.enabled': 'true',
    'security.admin_password': password,
    'security.authcz.admin_dn': 'CN=root',
    'security.nodes_dn': 'CN=*.nodes.example',
    ...more,
  };
  app = await testApp({ settings, tls });
  app.clock.setNow(Date.now());
}
afterAll(() => folder.remove());
beforeEach(() => start());
afterEach(async () => {
  await app.close();
});

type Shown = NonNullable<NonNullable<Parameters<TestApp['call']>[2]>['certificate']>;
const client = (commonName: string, more: { days?: number; kind?: 'client' | 'node' } = {}): Shown => {
  const wish = { kind: 'client', commonName, names: [], ...more } as const;
  const { cert, keyText } = authority.issue(wish);
  return { cert, key: keyText };
};
const ask = (path: string, certificate?: Shown, headers = {}): Promise<TestAnswer> =>
  app.call('GET', path, { headers, ...(certificate === undefined ? {} : { certificate }) });
const withPassword = (method: string, path: string): Promise<TestAnswer> =>
  app.call(method, path, { headers: { authorization: basic } });

const os = '/_plugins/_security/api';

test('a certificate is that of the account that has its common name', async () => {
  const profile = await ask('/account/profile', client('admin'));
  expect([profile.status, profile.json().username]).toEqual([200, 'admin']);
  expect((await ask('/_security/authinfo', client('admin'))).json()).toMatchObject({
    principal: 'CN=admin',
    peer_certificates: '1',
  });
  const none = await ask('/_cluster/health', client('nobody-here'));
  expect([none.status, none.text]).toEqual([401, expect.stringContaining('that of no account')]);
  expect((await ask('/_cluster/health')).status).toBe(401);
});

test('a header says who calls before the certificate does, and a wrong one is not mended by it', async () => {
  const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };
  expect((await ask('/_cluster/health', client('admin'), wrong)).status).toBe(401);
  expect((await ask('/_cluster/health', client('nobody-here'), { authorization: basic })).status).toBe(200);
});

test('the names of administrators are let in without an account, whatever else is sent', async () => {
  const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };
  for (const headers of [{}, wrong]) {
    expect((await ask(`${os}/internalusers`, client('root'), headers)).status).toBe(200);
  }
  expect((await ask(`${os}/internalusers`, client('root\\+x'))).status).toBe(401);
});

test('an account that is disabled or removed is not signed in by its certificate any more', async () => {
  const user = `/_security/user/ann`;
  const put = (body: object) => app.call('PUT', user, { headers: { authorization: basic }, body });
  const secret = { password: 'Str0ng-Enough-Phrase!' };
  const profile = async (): Promise<number> => (await ask('/account/profile', client('ann'))).status;
  expect([(await put(secret)).status, await profile()]).toEqual([201, 200]);
  expect([(await put({ enabled: false })).status, await profile()]).toEqual([200, 401]);
  expect([(await put({ enabled: true })).status, await profile()]).toEqual([200, 200]);
  expect([(await withPassword('DELETE', user)).status, await profile()]).toEqual([200, 401]);
});

test('nodes are no users, also where an account or an administrator has their name', async () => {
  for (const shown of [client('admin', { kind: 'node' }), client('root', { kind: 'node' })]) {
    expect((await ask('/_cluster/health', shown)).status).toBe(401);
  }
  expect((await ask('/_security/whoami', client('a.nodes.example'))).json()).toEqual({
    dn: 'CN=a.nodes.example',
    is_admin: false,
    is_node_certificate_request: true,
  });
});

test('whoami tells the certificate of anybody', async () => {
  const said = async (certificate?: Shown) => (await ask('/_plugins/_security/whoami', certificate)).json();
  expect(await said()).toEqual({ dn: null, is_admin: false, is_node_certificate_request: false });
  expect(await said(client('root'))).toEqual({
    dn: 'CN=root',
    is_admin: true,
    is_node_certificate_request: false,
  });
});

test('a certificate that ends while its connection lives lets nobody in any more', async () => {
  expect((await ask('/account/profile', client('admin', { days: 2 }))).status).toBe(200);
  app.clock.setNow(Date.now() + 3 * dayMs);
  expect((await ask('/account/profile', client('admin', { days: 2 }))).status).toBe(401);
  expect((await ask('/_cluster/health', client('root', { days: 2 }))).status).toBe(401);
  app.clock.setNow(Date.now() - 3 * dayMs);
  expect((await ask('/_cluster/health', client('root', { days: 2 }))).status).toBe(401);
  const refused = app.log.entries.filter(({ message }) => message === 'certificate refused');
  expect(refused[0]?.fields).toMatchObject({ user: 'CN=admin', address: '127.0.0.1' });
});

test('certificates are shown in the form of the security plugin', async () => {
  const { certificate } = serving;
  const shown = {
    issuer_dn: 'CN=Test CA,O=Sextant',
    subject_dn: 'CN=node,O=Sextant',
    san: '[[2, localhost], [7, 127.0.0.1], [8, 1.2.3.4.5.5]]',
    not_before: certificate.validFromDate.toISOString().replace('.000Z', 'Z'),
    not_after: certificate.validToDate.toISOString().replace('.000Z', 'Z'),
  };
  for (const path of ['/_security/ssl/certs', `${os}/ssl/certs`]) {
    const answer = await withPassword('GET', path);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { http_certificates_list: [shown], transport_certificates_list: null },
    ]);
  }
  expect((await ask('/_security/ssl/certs')).status).toBe(401);
});

test('certificates are read anew when it is asked for, and a broken one is told and changes nothing', async () => {
  const next = authority.issue({ commonName: 'next' });
  folder.write('http.crt', next.cert);
  const broken = await withPassword('PUT', `${os}/ssl/http/reloadcerts`);
  expect(broken.status).toBe(500);
  expect(broken.text).toMatch(/is not the key of the certificate in .*the certificate before it stays/);
  expect((await withPassword('GET', '/_security/ssl/certs')).text).toContain('CN=node,');
  folder.write('http.key', next.keyText);
  const done = await withPassword('PUT', '/_security/ssl/http/reloadcerts');
  expect([done.status, done.text]).toEqual([200, '{"message":"updated http certs"}']);
  expect((await withPassword('GET', '/_security/ssl/certs')).text).toContain('CN=next,');
  expect(JSON.stringify(app.log.entries)).not.toContain('PRIVATE');
});

test('what is not served, or not known, cannot be read anew', async () => {
  const transport = await withPassword('PUT', `${os}/ssl/transport/reloadcerts`);
  expect([transport.status, transport.json()]).toEqual([
    400,
    { status: 'BAD_REQUEST', message: 'SSL for transport is disabled' },
  ]);
  expect((await withPassword('PUT', `${os}/ssl/rest/reloadcerts`)).status).toBe(403);
  await app.close();
  await start({ 'security.ssl.cert_reload.enabled': 'false' });
  const off = await withPassword('PUT', `${os}/ssl/http/reloadcerts`);
  expect([off.status, off.text]).toEqual([400, expect.stringContaining('no handler found for uri')]);
});

test(`${administrator} is not who is called CN=root`, async () => {
  await app.close();
  await start({ 'security.authcz.admin_dn': administrator });
  expect((await ask('/_cluster/health', client('root'))).status).toBe(401);
});
