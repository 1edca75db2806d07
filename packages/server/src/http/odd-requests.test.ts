import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { BackendResponse } from '../backend/backend.ts';
import { type RawLine, rawLine } from '../testing/raw-line.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';

const open: ScriptedService[] = [];
const lines: RawLine[] = [];
afterEach(async () => {
  for (const made of lines.splice(0)) made.end();
  for (const service of open.splice(0)) await service.close();
});

async function service(search: () => BackendResponse | Promise<BackendResponse>): Promise<ScriptedService> {
  const made = await scriptedService({ search });
  open.push(made);
  return made;
}

const done = (): BackendResponse => ({ kind: 'json', status: 200, body: {} });

/** The status line of the answer to bytes as they are. */
async function statusOf(url: string, text: string): Promise<string> {
  const made = rawLine(url);
  lines.push(made);
  made.send(text);
  return /HTTP\/1\.1 (\d+)/.exec(await made.received('\r\n\r\n'))?.[1] ?? 'none';
}

const head = (line: string, ...headers: readonly string[]): string =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n');

test('odd methods, addresses and headers have an answer each', async () => {
  const { url, call } = await service(done);
  const cases: readonly (readonly [text: string, status: string])[] = [
    [head('BREW /_search HTTP/1.1'), '400'],
    [head('TRACE /_search HTTP/1.1'), '405'],
    [head('PROPFIND /_search HTTP/1.1'), '405'],
    [head('CONNECT evil.example:443 HTTP/1.1'), '405'],
    [head('OPTIONS * HTTP/1.1'), '400'],
    [head('GET * HTTP/1.1'), '400'],
    [head('GET /%ff/_search HTTP/1.1'), '400'],
    [head('GET /%/_search HTTP/1.1'), '400'],
    [head('GET //a///_search HTTP/1.1'), '200'],
    [head('GET /_search?%zz HTTP/1.1'), '400'],
    [head('GET http://localhost/_search?size=1 HTTP/1.1'), '200'],
    [head('GET http://localhost HTTP/1.1'), '200'],
    [head('GET /_search HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'), '200'],
    [head('GET /_search HTTP/3.7'), '400'],
    [head('POST /_search HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), '400'],
    [head('POST /_search HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'), '400'],
    [head('POST /_search HTTP/1.1', 'Content-Length: -1'), '400'],
    [head('POST /_search HTTP/1.1', 'Expect: a miracle'), '417'],
    [head(`GET /${'a'.repeat(70_000)} HTTP/1.1`), '431'],
    [head('GET /_search HTTP/1.1', `X: ${'a'.repeat(70_000)}`), '431'],
    [head('GET /_search HTTP/1.1', ...Array<string>(20_000).fill('a:')), '431'],
    [head('GET /_search HTTP/1.1', ...Array<string>(100).fill('a: b')), '200'],
    ['GET /_search HTTP/1.1\r\n\r\n', '400'],
    ['GET /_search HTTP/1.0\r\n\r\n', '200'],
  ];
  for (const [text, status] of cases) {
    expect([text.slice(0, 80), await statusOf(url, text)]).toEqual([text.slice(0, 80), status]);
  }
  expect((await call('GET', '/_search')).status).toBe(200);
});

test('requests that are sent on and on over one connection are answered in order, up to a thousand at a time', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const { url, backend, call } = await service(async () => {
    await promise;
    return done();
  });
  const made = rawLine(url);
  lines.push(made);
  made.send(head('GET /_search HTTP/1.1').repeat(1_500));
  while (backend.asked.length < 1_000) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(backend.asked.length).toBe(1_000);
  goOn();
  const got = await made.received('<closed>');
  expect(got.match(/HTTP\/1\.1 200/g)?.length).toBe(1_000);
  expect(got).toContain('more than [1000] requests wait on one connection');
  expect((await call('GET', '/_search')).status).toBe(200);
});

test('an answer that waits for the end of its turn goes out where the caller says in the same turn that it sends no more', async () => {
  const { handle } = await service(done);
  let came = 0;
  const server = createServer((incoming, response) => {
    handle(incoming, response);
    if (++came < 2) return;
    // As TLS tells of a request and of the end in one event; by then both are answered.
    const ends = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) await Promise.resolve();
      incoming.socket.emit('end');
    };
    void ends();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk;
  });
  socket.write('GET /a/_search HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2));
  await once(socket, 'close');
  // The second one would follow when the first one is through, which is after the end.
  expect(got).toMatch(/^HTTP\/1.1 200 /);
  server.close();
});
