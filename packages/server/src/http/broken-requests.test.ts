import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Listener, listen } from './listener.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const served: RequestListener = (_, response) => void response.end('served');

async function serve(onPlainHttp2?: () => void, handle = served): Promise<Listener> {
  const listener = await listen(handle, {
    host: '127.0.0.1',
    port: 0,
    ...(onPlainHttp2 === undefined ? {} : { onPlainHttp2 }),
  });
  closing.push(() => listener.close(0));
  return listener;
}

/** All that comes back, as text. */
async function answerTo(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(sent);
  await once(socket, 'close');
  return text;
}

test('HTTP/2 without TLS is refused in its own words: HTTP/1.1 is required', async () => {
  let told = 0;
  const { port } = await serve(() => told++);
  const session: ClientHttp2Session = connectHttp2(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  closing.push(() => session.destroy());
  session
    .request({ ':path': '/' })
    .on('error', () => {})
    .end();
  const [code, lastStream, reason] = await once(session, 'goaway');
  expect([code, lastStream]).toEqual([0xd, 0]);
  expect(String(reason)).toContain('HTTP/2 is served over TLS only');
  expect(told).toBe(1);
});

test('what is no request is answered with 400, too long fields with 431, too long chunk extensions with 413', async () => {
  const { port } = await serve();
  const reading = await listen((request) => request.resume(), { host: '127.0.0.1', port: 0 });
  closing.push(() => reading.close(0));
  expect(await answerTo(port, 'NONSENSE\r\n\r\n')).toBe(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  );
  const long = `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`;
  expect(await answerTo(port, long)).toMatch(/^HTTP\/1\.1 431 /);
  const chunk = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n`;
  expect(await answerTo(reading.port, chunk)).toMatch(/^HTTP\/1\.1 413 /);
});

test('nonsense behind an answer that has begun does not spoil it', async () => {
  const listener = await listen((_, response) => response.write('begun'), { host: '127.0.0.1', port: 0 });
  closing.push(() => listener.close(0));
  const text = await answerTo(listener.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n');
  expect(text).not.toContain('400 Bad Request');
});

test('HTTP/2 behind an answer that has begun does not spoil it', async () => {
  let told = 0;
  const handle = (_: unknown, response: { write(text: string): void }): void => response.write('begun');
  const listener = await listen(handle, { host: '127.0.0.1', port: 0, onPlainHttp2: () => told++ });
  closing.push(() => listener.close(0));
  const text = await answerTo(
    listener.port,
    'GET / HTTP/1.1\r\nHost: a\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  );
  expect(text).not.toContain('HTTP/2 is served over TLS only');
  expect(told).toBe(1);
});

test('what cannot be read does not take the place of an answer that goes out at the end of the turn', async () => {
  const handle: RequestListener = ({ socket }, response) => {
    response.writeHead(200, { 'content-length': 6 });
    setImmediate(() => response.end('served'));
    (socket as Socket & { server: Server }).server.emit(
      'clientError',
      { code: 'HPE_INVALID_METHOD' },
      socket,
    );
  };
  const { port } = await serve(undefined, handle);
  const got = await answerTo(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(got).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*servedHTTP\/1.1 400 Bad Request\r\n/);
});
