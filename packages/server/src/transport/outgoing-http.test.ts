import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HostCallError, type HostCaller, openHost } from './outgoing-http.ts';

const servers: Server[] = [];
const callers: HostCaller[] = [];

afterEach(async () => {
  for (const caller of callers.splice(0)) await caller.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function calling(listener: RequestListener, socketTimeoutMs = 10_000): Promise<HostCaller> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { origin, connectTimeoutMs: 10_000, socketTimeoutMs, bytesMax: 1000 };
  const caller = openHost(options, { verification: 'full' });
  callers.push(caller);
  return caller;
}

const call = { method: 'GET', path: '/a?b=c', headers: { 'x-a': 'b' } } as const;

test('a call has the given headers, and its answer is read whole', async () => {
  const caller = await calling((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ url: request.url, a: request.headers['x-a'] }));
  });
  const { status, contentType, body } = await caller.send(call);
  expect({ status, contentType, body: Buffer.from(body).toString() }).toEqual({
    status: 200,
    contentType: 'application/json',
    body: '{"url":"/a?b=c","a":"b"}',
  });
});

test('a redirect is an answer, and nothing else is called', async () => {
  let calls = 0;
  const caller = await calling((_, answer) => {
    calls++;
    answer.writeHead(302, { location: '/elsewhere' });
    answer.end('moved');
  });
  expect(await caller.send(call)).toMatchObject({ status: 302 });
  expect(calls).toBe(1);
});

test.each([
  ['told', true],
  ['not told', false],
])('an answer that is too long is not read on, whether its length is %s', async (_name, told) => {
  const caller = await calling((_, answer) => {
    if (told) answer.setHeader('content-length', '1001');
    answer.write('x'.repeat(600));
    answer.end('x'.repeat(401));
  });
  await expect(caller.send(call)).rejects.toMatchObject({ kind: 'too long' });
});

test('why there is no answer is told by its kind', async () => {
  const dropping = await calling((request) => request.socket.destroy());
  await expect(dropping.send(call)).rejects.toMatchObject({ kind: 'broken' });
  const silent = await calling(() => {}, 1);
  await expect(silent.send(call)).rejects.toMatchObject({ kind: 'silent' });
  const options = {
    origin: 'http://127.0.0.1:1',
    connectTimeoutMs: 1000,
    socketTimeoutMs: 1000,
    bytesMax: 1,
  };
  const nobody = openHost(options, { verification: 'full' });
  callers.push(nobody);
  await expect(nobody.send(call)).rejects.toBeInstanceOf(HostCallError);
  await expect(nobody.send(call)).rejects.toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' });
});

test('a call ends with its signal', async () => {
  const abort = new AbortController();
  const caller = await calling(() => abort.abort());
  await expect(caller.send({ ...call, signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
