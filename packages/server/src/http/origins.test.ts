import { afterEach, expect, test } from 'vitest';
import type { BackendResponse } from '../backend/backend.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';

const open: ScriptedService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

const done = (): BackendResponse => ({ kind: 'json', status: 200, body: { done: true } });

async function service(settings: Readonly<Record<string, string>> = {}): Promise<ScriptedService> {
  const answers = { search: done, index: done, 'indices.refresh': done, bulk: done, 'cluster.health': done };
  const made = await scriptedService(answers, settings);
  open.push(made);
  return made;
}

const evil = 'http://evil.example';

test('without security, a host that is not of loopback is refused, and the refusal names the setting', async () => {
  const { call, backend } = await service();
  const status = async (host: string, path = '/_cluster/health') =>
    (await call('GET', path, { headers: { host } })).status;
  for (const host of [
    'localhost',
    'LocalHost:9200',
    'localhost.',
    'a.localhost:1',
    '127.0.0.1:9200',
    '[::1]:9200',
  ]) {
    expect(await status(host), host).toBe(200);
  }
  for (const host of ['evil.example', 'evil.example:9200', 'localhost.evil.example', 'xlocalhost']) {
    expect([host, await status(host)]).toEqual([host, 403]);
  }
  expect(await status('evil.example', '/_ui/')).toBe(403);
  expect(await status('localhost')).toBe(200);
  const { text } = await call('GET', '/', { headers: { host: 'evil.example' } });
  expect(text).toBe(
    '{"error":"the host [evil.example] is not known: without security only the names of loopback and those of http.allowed_hosts are answered","status":403}',
  );
  expect(backend.asked.length).toBe(7);
});

test('names of http.allowed_hosts are answered, and with security any name is', async () => {
  const named = await service({ 'http.allowed_hosts': 'Search.internal, probe' });
  const status = async ({ call }: ScriptedService, host: string) =>
    (await call('GET', '/_openapi.json', { headers: { host } })).status;
  expect(await status(named, 'search.internal:80')).toBe(200);
  expect(await status(named, 'probe')).toBe(200);
  expect(await status(named, 'other')).toBe(403);
  expect(await status(await service({ 'http.allowed_hosts': '*' }), 'other')).toBe(200);
});

test('an address with scheme and host is called by that host', async () => {
  const { call } = await service();
  expect((await call('GET', 'http://localhost:9200/_cluster/health?pretty')).status).toBe(200);
  expect((await call('GET', 'http://evil.example/_cluster/health')).status).toBe(403);
});

test('a page of another site changes nothing, by whatever method, and may ask', async () => {
  const { call, backend } = await service();
  const calls: readonly (readonly [method: string, path: string])[] = [
    ['PUT', '/a/_doc/1'],
    ['POST', '/_bulk?source=x&source_content_type=application/json'],
    ['GET', '/_refresh'],
    ['GET', '/account/logout'],
    ['POST', '/account/login'],
  ];
  const origins = [
    { origin: evil },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site', origin: evil, 'content-type': 'text/plain' },
  ];
  for (const [method, path] of calls) {
    for (const headers of origins) {
      const { status, text } = await call(method, path, { headers });
      expect([path, headers, status, text]).toEqual([
        path,
        headers,
        403,
        expect.stringContaining('http.cors.'),
      ]);
    }
  }
  expect(backend.asked).toEqual([]);
  const read = await call('GET', '/a/_search', { headers: { origin: evil, 'sec-fetch-site': 'cross-site' } });
  expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

test('what comes from the same address, from a person or from no browser is not concerned', async () => {
  const { call, url } = await service();
  const given: readonly Readonly<Record<string, string>>[] = [
    {},
    { origin: url },
    { origin: 'https://localhost', host: 'LOCALHOST' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://search.example' },
  ];
  for (const headers of given) {
    const host = new URL(url).host;
    const { status } = await call('PUT', '/a/_doc/1', { headers: { host, ...headers }, body: {} });
    expect([headers, status]).toEqual([headers, 200]);
  }
});

test('without CORS a browser that asks beforehand learns nothing', async () => {
  const { call } = await service();
  const headers = { origin: evil, 'access-control-request-method': 'PUT' };
  const answer = await call('OPTIONS', '/a/_doc/1', { headers });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

const cors = {
  'http.cors.enabled': 'true',
  'http.cors.allow-origin': 'http://good.example, http://fine.example',
};

test('with CORS, pages of allowed origins may call, with headers on every answer, and others get nothing', async () => {
  const { call } = await service(cors);
  const headers = { origin: 'http://fine.example', 'sec-fetch-site': 'cross-site' };
  for (const [method, path, status] of [
    ['PUT', '/a/_doc/1', 200],
    ['GET', '/a/_search', 200],
    ['GET', '/a/_nope', 400],
    ['GET', '/a/_search?wrong=1', 400],
    ['OPTIONS', '/a/_search', 200],
  ] as const) {
    const body = method === 'PUT' ? { body: {} } : {};
    const answer = await call(method, path, { headers, ...body });
    expect([path, answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual(
      [path, status, 'http://fine.example', 'origin'],
    );
  }
  for (const origin of [evil, 'null', 'http://GOOD.example', '']) {
    const refused = await call('GET', '/a/_search', { headers: { origin } });
    expect([origin, refused.status, refused.text, refused.headers['content-length']]).toEqual([
      origin,
      403,
      '',
      '0',
    ]);
  }
  expect((await call('GET', '/a/_search')).headers['access-control-allow-origin']).toBeUndefined();
});

test('with CORS, a browser that asks beforehand is answered as by OpenSearch, on any path', async () => {
  const { call } = await service({
    ...cors,
    'http.cors.allow-credentials': 'true',
    'http.cors.max-age': '60',
    'http.cors.allow-methods': 'GET,POST',
    'http.cors.allow-headers': 'X-Foo,Content-Type',
  });
  const headers = { origin: 'http://good.example', 'access-control-request-method': 'PUT' };
  const answer = await call('OPTIONS', '/_no/such/path', { headers });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': 'http://good.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'X-Foo, Content-Type',
    'access-control-max-age': '60',
    vary: 'origin',
    'content-length': '0',
  });
  expect((await call('OPTIONS', '/a', { headers: { ...headers, origin: evil } })).status).toBe(403);
});

test('any origin is answered with a star, and with its own name where credentials may come', async () => {
  const plain = await service({ 'http.cors.enabled': 'true', 'http.cors.allow-origin': '*' });
  const headers = { origin: evil };
  const starred = await plain.call('PUT', '/a/_doc/1', { headers, body: {} });
  expect([starred.status, starred.headers['access-control-allow-origin'], starred.headers.vary]).toEqual([
    200,
    '*',
    undefined,
  ]);
  const credentials = await service({
    'http.cors.enabled': 'true',
    'http.cors.allow-origin': '*',
    'http.cors.allow-credentials': 'true',
  });
  const named = await credentials.call('GET', '/a/_search', { headers });
  expect([named.headers['access-control-allow-origin'], named.headers.vary]).toEqual([evil, 'origin']);
});

test('an origin between slashes is an expression that matches the whole, in time that grows with its length', async () => {
  const { call } = await service({
    'http.cors.enabled': 'true',
    'http.cors.allow-origin': '/https?:\\/\\/(a+)+\\.example(:[0-9]+)?/',
  });
  const status = async (origin: string) => (await call('GET', '/a/_search', { headers: { origin } })).status;
  expect(await status('https://aaa.example:8080')).toBe(200);
  expect(await status('https://aaa.example.evil')).toBe(403);
  expect(await status(`https://${'a'.repeat(900)}!`)).toBe(403);
  expect(await status(`https://${'a'.repeat(20_000)}.example`)).toBe(403);
  const backwards = { 'http.cors.enabled': 'true', 'http.cors.allow-origin': '/(a)\\1/' };
  await expect(service(backwards)).rejects.toThrow(/http\.cors\.allow-origin .* cannot be used as a regular/);
});
