import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { type AddressInfo, connect as connectPlain, createServer, type Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { BackendRequest, BackendResponse } from '../backend/backend.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';
import { type Http2Limits, Http2Sessions } from './http2-sessions.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Served {
  readonly sessions: Http2Sessions;
  readonly server: Server;
  readonly client: ClientHttp2Session;
}

/** Sessions over connections of this machine in the clear: HTTP/2 is the same over TLS. */
async function serve(handle: RequestListener, limits: Partial<Http2Limits> = {}): Promise<Served> {
  const all = { headerBytes: 64 * 1024, idleMs: 60_000, requestMs: 60_000, ...limits };
  const sessions = new Http2Sessions(handle, all);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    sessions.accept(socket as TLSSocket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('error', () => {});
  closing.push(() => {
    client.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { sessions, server, client };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly reset: number;
}

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  let headers: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
  const chunks: Buffer[] = [];
  stream.on('response', (given) => {
    headers = given;
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => {});
  await new Promise((resolve) => stream.once('close', resolve));
  return {
    status: headers[':status'] ?? 0,
    headers,
    text: Buffer.concat(chunks).toString(),
    reset: stream.rstCode ?? 0,
  };
}

function ask({ client }: Served, headers: OutgoingHttpHeaders, body?: string | Buffer): Promise<Answer> {
  const stream = client.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

const post = { ':method': 'POST', 'content-type': 'application/json' };
const echo = async (request: BackendRequest): Promise<BackendResponse> => {
  const bytes = await request.body.bytes();
  return { kind: 'json', status: 200, body: { bytes: bytes.length, from: request.route.name } };
};

async function rim(settings: Readonly<Record<string, string>> = {}, limits: Partial<Http2Limits> = {}) {
  /** How the bodies of bulk requests came, in their order. */
  const bulks: Promise<string>[] = [];
  const answers = {
    search: echo,
    index: echo,
    bulk: async ({ body }: BackendRequest): Promise<BackendResponse> => {
      const bytes = body.bytes();
      bulks.push(bytes.then(String, String));
      return { kind: 'json', status: 200, body: { bytes: (await bytes).length } };
    },
    get: async (): Promise<BackendResponse> => ({
      kind: 'bytes',
      status: 200,
      contentType: 'application/json',
      body: Buffer.alloc(3_000_000, 'x'),
    }),
  };
  const service: ScriptedService = await scriptedService(answers, settings);
  closing.push(() => service.close());
  return { service, bulks, served: await serve(service.handle, limits) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('a request is answered as over HTTP/1.1: body, fields, errors, no body for HEAD', async () => {
  const { served } = await rim();
  const searched = await ask(served, { ...post, ':path': '/a/_search', 'x-opaque-id': 'me' }, '{"size":0}');
  expect([searched.status, searched.text]).toEqual([200, '{"bytes":10,"from":"search"}']);
  expect(searched.headers).toMatchObject({ 'x-opaque-id': 'me', 'content-length': '28' });
  expect(searched.headers).not.toHaveProperty('connection');
  const unknown = await ask(served, { ':path': '/a/_nothing/here' });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('no handler found')]);
  const head = await ask(served, { ':method': 'HEAD', ':path': '/a/_doc/1' });
  expect([head.status, head.text]).toEqual([200, '']);
});

test('a body needs no length, and may be compressed', async () => {
  const { served } = await rim();
  const zipped = { ...post, ':path': '/a/_search', 'content-encoding': 'gzip' };
  expect((await ask(served, zipped, gzipSync('{"size":   0}'))).text).toContain('"bytes":13');
  const announced = { ...post, ':path': '/a/_search', 'content-length': '2' };
  expect((await ask(served, announced, '{}')).text).toContain('"bytes":2');
});

test('the authority is what the guard of hosts judges', async () => {
  const { served } = await rim();
  const foreign = await ask(served, { ':path': '/', ':authority': 'evil.example', host: '127.0.0.1' });
  expect(foreign.status).toBe(403);
});

const unannounced: OutgoingHttpHeaders = { ...post, ':path': '/_bulk' };
const announced: OutgoingHttpHeaders = { ...unannounced, 'content-length': '500' };

function beginBulk({ client }: Served, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  const stream = client.request(headers);
  stream.on('error', () => {});
  stream.write('{"index":{"_index":"a"}}\n{"a":1}\n');
  return stream;
}

/** A frame as it goes over the wire. */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Each name and each value behind its length, as is allowed; those with a colon come first. */
function packed(headers: OutgoingHttpHeaders): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
  const fields = Object.entries({ ':scheme': 'http', ':authority': 'localhost', ...headers }).sort();
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(String(value))]));
}

const [dataFrame, headersFrame, resetFrame, settingsFrame, endHeaders] = [0, 1, 3, 4, 4];

test('a body that is taken back is no whole body, however it is taken back', async () => {
  const { bulks, served } = await rim();
  const { port } = served.server.address() as AddressInfo;
  // The client of the runtime ends a body before it takes it back without an error.
  const socket = connectPlain(port, '127.0.0.1');
  closing.push(() => socket.destroy());
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame(settingsFrame, 0, 0, Buffer.alloc(0)));
  let stream = -1;
  for (const code of [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL]) {
    for (const headers of [unannounced, announced]) {
      const before = bulks.length;
      stream += 2;
      socket.write(frame(headersFrame, endHeaders, stream, packed(headers)));
      socket.write(frame(dataFrame, 0, stream, Buffer.from('{"index":{"_index":"a"}}\n{"a":1}\n')));
      await until(() => bulks.length > before);
      const reason = Buffer.alloc(4);
      reason.writeUInt32BE(code);
      socket.write(frame(resetFrame, 0, stream, reason));
      expect(await bulks.at(-1)).toContain('the body was cut off');
    }
  }
});

test('bodies that end with their connection are cut off, which is no fault of the service', async () => {
  const { bulks, served } = await rim();
  for (const headers of [unannounced, announced]) beginBulk(served, headers);
  await until(() => bulks.length === 2);
  served.client.destroy();
  for (const outcome of await Promise.all(bulks)) expect(outcome).toContain('the body was cut off');
});

test('what is longer than its limit is refused, announced or not, and the connection goes on', async () => {
  const { served } = await rim({ 'http.max_structured_content_length': '1kb' });
  const long = JSON.stringify({ text: 'x'.repeat(200_000) });
  const announced = { ...post, ':path': '/a/_search', 'content-length': String(long.length) };
  expect((await ask(served, announced, long)).status).toBe(413);
  expect((await ask(served, { ...post, ':path': '/a/_search' }, long)).status).toBe(413);
  expect((await ask(served, { ...post, ':path': '/a/_search' }, '{}')).status).toBe(200);
});

test('many requests are under way on one connection at a time', async () => {
  const { served } = await rim();
  const all = await Promise.all(
    Array.from({ length: 300 }, (_, i) => ask(served, { ...post, ':path': `/a/_doc/${i}` }, '{"a":1}')),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a long answer goes out whole, and one that nobody reads is counted until its stream ends', async () => {
  const { service, served } = await rim();
  const { text } = await ask(served, { ':path': '/a/_doc/1' });
  expect(createHash('sha1').update(text).digest('hex')).toBe(
    createHash('sha1').update('x'.repeat(3_000_000)).digest('hex'),
  );
  await until(() => service.memory.answers.usedBytes === 0);
  const unread = served.client.request({ ':path': '/a/_doc/1' });
  unread.on('error', () => {});
  unread.pause();
  await until(() => service.memory.answers.usedBytes >= 2_000_000);
  unread.close(constants.NGHTTP2_CANCEL);
  await until(() => service.memory.answers.usedBytes === 0);
});

test('who takes a request back cancels what is done for it', async () => {
  const signals: AbortSignal[] = [];
  const service = await scriptedService({
    search: (request) =>
      new Promise((_, reject) => {
        signals.push(request.signal);
        request.signal.addEventListener('abort', () => reject(new Error('ended')));
      }),
  });
  closing.push(() => service.close());
  const served = await serve(service.handle);
  const stream = served.client.request({ ':path': '/a/_search' });
  stream.on('error', () => {});
  await until(() => signals.length === 1);
  stream.close(constants.NGHTTP2_CANCEL);
  await until(() => signals[0]!.aborted);
});

test('more requests than may wait on a connection are refused, also those taken back at once', async () => {
  let asked = 0;
  const served = await serve((_, response) => {
    asked++;
    setTimeout(() => response.end(), 60_000).unref();
  });
  const ended = new Promise((resolve) => served.client.once('close', resolve));
  for (let i = 0; i < 20_000 && !served.client.destroyed; i++) {
    const stream = served.client.request({ ':path': '/' });
    stream.on('error', () => {});
    stream.close(constants.NGHTTP2_CANCEL);
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect(asked).toBeLessThan(5_000);
});

test('fields beyond the limit are not read', async () => {
  const { served } = await rim();
  const { status, reset } = await ask(served, { ':path': '/', 'x-long': 'x'.repeat(100_000) });
  expect([status === 431 || reset !== 0, status === 200]).toEqual([true, false]);
});

test('a session without a request ends after its time, and not while one is under way', async () => {
  let end: () => void = () => {};
  const served = await serve(
    (_, response) => {
      end = () => response.end('late');
    },
    { idleMs: 100 },
  );
  const answer = ask(served, { ':path': '/' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(served.client.closed).toBe(false);
  const closed = once(served.client, 'close');
  end();
  expect((await answer).text).toBe('late');
  await closed;
});

test('a body that never ends is cut off after its time, also behind its answer', async () => {
  const served = await serve((_, response) => response.end('early'), { requestMs: 200 });
  const stream = served.client.request({ ...post, ':path': '/' });
  stream.write('x');
  const { text, reset } = await answerOf(stream);
  expect([text, reset]).toEqual(['early', constants.NGHTTP2_CANCEL]);
});

test('a body that nobody wants does not keep the requests behind it', async () => {
  const served = await serve((_, response) => response.end('early'));
  const long = Buffer.alloc(1_000_000, 'x');
  for (let i = 0; i < 5; i++) expect((await ask(served, { ...post, ':path': '/' }, long)).text).toBe('early');
});

test('a session that is ended answers what is under way, and takes no more', async () => {
  let end: () => void = () => {};
  const served = await serve((_, response) => {
    end = () => response.end('done');
  });
  const answer = ask(served, { ':path': '/' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const goaway = once(served.client, 'goaway');
  served.sessions.endAll();
  await goaway;
  end();
  expect((await answer).text).toBe('done');
  await until(() => served.client.destroyed);
});

test('each session knows its own connection, also behind one that was gone when it was taken over', async () => {
  const seen: (number | undefined)[] = [];
  const served = await serve(({ socket }, response) => {
    seen.push(socket.remotePort);
    response.end();
  });
  const gone = new Socket();
  gone.destroy();
  served.sessions.accept(gone as TLSSocket);
  const { port } = served.server.address() as AddressInfo;
  const other = connect(`http://127.0.0.1:${port}`);
  closing.push(() => other.destroy());
  await answerOf(served.client.request({ ':path': '/' }));
  await answerOf(other.request({ ':path': '/' }));
  expect(seen).toEqual([served.client.socket.localPort, other.socket.localPort]);
});

test('who speaks something else is hung up on', async () => {
  const served = await serve((_, response) => response.end());
  const { port } = served.server.address() as AddressInfo;
  const socket = connectPlain(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'close');
});
