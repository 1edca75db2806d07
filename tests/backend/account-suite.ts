import { expect, test } from 'vitest';
import { at, basic, type Client } from '../support/client.ts';

/** Accounts, the protection of their index and the interface, over any backend. */
export function accountSuite(parts: () => { readonly client: Client; readonly password: string }): void {
  const call: Client['call'] = (...args) => parts().client.call(...args);
  const anonymous = { authorization: '' };
  const login = () => call('POST', '/account/login', { password: parts().password }, anonymous);

  test('a login gives the token record, and the token opens the cluster', async () => {
    const answer = await login();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expire_in: 86_400,
      id: expect.any(String),
      status: 'ok',
      username: 'admin',
    });
    const bearer = { authorization: `Bearer ${at(answer.body, 'access_token')}` };
    expect((await call('GET', '/_cluster/health', undefined, bearer)).status).toBe(200);
    expect((await call('GET', '/account/profile', undefined, bearer)).body).toMatchObject({
      username: 'admin',
    });
    expect((await call('POST', '/account/logout', undefined, bearer)).body).toEqual({ status: 'ok' });
    expect((await call('GET', '/_cluster/health', undefined, bearer)).status).toBe(401);
  });

  test('without credentials, or with wrong ones, nothing but the sign-in answers', async () => {
    for (const path of ['/', '/_cluster/health', '/products/_search', '/_cat/indices']) {
      const answer = await call('GET', path, undefined, anonymous);
      expect(answer.status).toBe(401);
      expect(at(answer.body, 'error.type')).toBe('security_exception');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
    }
    const wrong = await call('POST', '/account/login', { password: 'guess' }, anonymous);
    expect(wrong.status).toBe(403);
    expect(wrong.body).toEqual({ status: 403, error: { reason: 'failed to login' } });
    const empty = await call('POST', '/account/login', {}, anonymous);
    expect(empty.body).toEqual({ status: 400, error: { reason: 'password is required' } });
    const profile = await call('GET', '/account/profile', undefined, anonymous);
    expect(profile.status).toBe(401);
    expect((await login()).status).toBe(200);
  });

  test('a password that nobody can have is refused without a look', async () => {
    const long = await call('POST', '/account/login', { password: 'x'.repeat(5000) }, anonymous);
    expect(long.body).toEqual({
      status: 400,
      error: { reason: 'password is longer than 4096 bytes' },
    });
    const header = { authorization: basic('admin', 'x'.repeat(9000)) };
    expect((await call('GET', '/', undefined, header)).status).toBe(401);
  });

  test('guessing is answered 429, and who signed in from here before comes in all the same', async () => {
    expect((await login()).status).toBe(200);
    const guesses = Array.from({ length: 40 }, (_, i) =>
      call('GET', '/', undefined, { authorization: basic('eve', `guess ${i}`) }),
    );
    const answers = await Promise.all(guesses);
    const tried = answers.filter(({ status }) => status === 401);
    const refused = answers.filter(({ status }) => status === 429);
    expect([tried.length <= 10, tried.length + refused.length]).toEqual([true, 40]);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await login()).status).toBe(200);
    expect((await call('GET', '/')).status).toBe(200);
  });

  test('nobody reaches the index of the accounts, by name, wildcard, bulk, multi get or lookup', async () => {
    const name = '.sextant-security';
    for (const [method, path] of [
      ['GET', `/${name}/_search`],
      ['GET', `/${name}/_doc/user:admin`],
      ['DELETE', `/${name}`],
      ['PUT', `/${name}/_settings`],
      ['GET', `/products,${name}/_search`],
    ] as const) {
      const answer = await call(method, path, method === 'PUT' ? { 'index.blocks.write': true } : undefined);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    for (const path of [
      '/*/_search?expand_wildcards=all',
      '/.*/_search?expand_wildcards=all',
      '/_all/_search?expand_wildcards=all',
      '/_search?expand_wildcards=all',
    ]) {
      expect((await call('GET', path)).text).not.toContain('passwordHash');
    }
    const bulk = `{"index":{"_index":"${name}","_id":"user:admin"}}\n{"record":"{}"}\n`;
    const written = await call('POST', '/_bulk', bulk);
    expect(written.status === 403 || at(written.body, 'items.0.index.status') === 403).toBe(true);
    const read = await call('POST', '/_mget', { docs: [{ _index: name, _id: 'user:admin' }] });
    expect(read.text).not.toContain('passwordHash');
    expect((await login()).status).toBe(200);
  });

  test('a password in the address is refused without being tried', async () => {
    const source = encodeURIComponent(JSON.stringify({ password: 'x' }));
    const answer = await call('POST', `/account/login?source=${source}`, undefined, anonymous);
    expect([answer.status, at(answer.body, 'error.reason')]).toEqual([
      400,
      'a password does not belong in the address: send it in the body',
    ]);
  });

  test('the service says who it is, describes itself and serves the interface', async () => {
    const info = await call('GET', '/');
    expect(info.body).toMatchObject({
      name: expect.any(String),
      cluster_uuid: expect.any(String),
      version: {},
    });
    expect((await call('GET', '/_openapi.json', undefined, anonymous)).body).toMatchObject({
      openapi: '3.1.0',
    });
    const page = await call('GET', '/_ui/', undefined, anonymous);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root">');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
  });
}
