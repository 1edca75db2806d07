import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import type { ApiError } from '@sextant/contract';
import { afterEach, expect, test } from 'vitest';
import { handshakeAction, handshakeBody } from './handshake.ts';
import { RemoteCluster } from './remote-cluster.ts';
import type { WireValue } from './remote-clusters.ts';
import { remoteAddress } from './remote-config.ts';
import { TransportServer } from './transport-server.ts';
import { decodeWire, encodeWire } from './wire-codec.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

let reached = 0;

async function serve(clock = new FakeClock()): Promise<number> {
  reached = 0;
  const big = new Uint8Array(200 * 1024 * 1024);
  const server = await TransportServer.listen({
    host: '127.0.0.1',
    ports: [0],
    cluster: { clusterName: 'leader', clusterUuid: 'L' },
    handlers: new Map<string, () => Promise<WireValue>>([
      [
        'reach',
        async () => {
          reached++;
          return 'reached';
        },
      ],
      ['big', async () => big],
    ]),
    clock,
    log: new MemoryLog(),
  });
  closing.push(() => server.close());
  return server.port;
}

function client(port: number): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  closing.push(() => session.destroy());
  return session;
}

interface Answer {
  readonly status: number;
  readonly body: WireValue;
}

function ask(
  session: ClientHttp2Session,
  action: string,
  body: Uint8Array,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': `/${action}`, ...headers });
    const chunks: Buffer[] = [];
    let status = 0;
    stream.on('response', (given) => {
      status = Number(given[':status']);
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () =>
      resolve({ status, body: chunks.length === 0 ? null : decodeWire(Buffer.concat(chunks)) }),
    );
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('closed')));
    stream.end(body);
  });
}

const cbor = (value: WireValue): Buffer => Buffer.concat(encodeWire(value));
const greeting = cbor(handshakeBody({ clusterName: 'x', clusterUuid: 'X' }, false));
const request = cbor({ body: null });

async function known(port: number): Promise<ClientHttp2Session> {
  const session = client(port);
  expect((await ask(session, handshakeAction, greeting)).status).toBe(200);
  return session;
}

const ended = (socket: Socket | ClientHttp2Session): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.once('close', () => resolve());
  });

function raw(port: number): Socket {
  const socket = tcpConnect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  closing.push(() => socket.destroy());
  return socket;
}

test('nothing is answered before the handshake, nor after one that was refused', async () => {
  const session = client(await serve());
  const silent = await ask(session, 'reach', request);
  expect(silent).toEqual({
    status: 403,
    body: { error: expect.objectContaining({ reason: 'the connection has not said who calls' }) },
  });
  const wrong = { product: 'sextant', version: 1, cluster_name: 'x', cluster_uuid: 'X' };
  for (const [given, reason] of [
    [{ ...wrong, product: 'other' }, 'the other side is no Sextant'],
    [{ ...wrong, version: 2 }, 'speaks version [2] of the transport protocol, this one [1]'],
    [{ ...wrong, secured: true }, 'security is on at one side and off at the other'],
    [{ ...wrong, secured: false, cluster_name: '' }, 'the other side has no name and id'],
    [{ ...wrong, secured: false, cluster_name: 'x'.repeat(300) }, 'the other side has no name and id'],
    [[], 'the other side is no Sextant'],
  ] as const) {
    const { status, body } = await ask(session, handshakeAction, cbor(given));
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: { reason: expect.stringContaining(reason) } });
  }
  expect((await ask(session, 'reach', request)).status).toBe(403);
  expect(reached).toBe(0);
});

test('bytes that are no HTTP/2 end the connection, and others go on', async () => {
  const port = await serve();
  const session = await known(port);
  const socket = raw(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await ended(socket);
  const garbage = raw(port);
  garbage.write(new SeededRandom(7).bytes(100_000));
  await ended(garbage);
  expect((await ask(session, 'reach', request)).status).toBe(200);
});

test('who does not shake hands in ten seconds, or says nothing for two minutes, is hung up on', async () => {
  const clock = new FakeClock();
  const port = await serve(clock);
  const session = await known(port);
  const socket = raw(port);
  socket.write('PRI * HTTP/2.0\r\n');
  // The server has seen the socket when the later connection is answered.
  await known(port);
  clock.advance(10_000);
  await ended(socket);
  expect((await ask(session, 'reach', request)).status).toBe(200);
  clock.advance(130_000);
  await ended(session);
});

test('requests that cannot be read or are too long are refused, and the connection goes on', async () => {
  const session = await known(await serve());
  const broken = await ask(session, 'reach', Buffer.from('ff', 'hex'));
  expect(broken.status).toBe(400);
  expect(broken.body).toMatchObject({ error: { type: 'parse_exception' } });
  expect((await ask(session, 'reach', cbor('no map'))).status).toBe(400);
  const long = await ask(session, 'reach', cbor(new Uint8Array(17 * 1024 * 1024)));
  expect(long.status).toBe(413);
  expect(long.body).toMatchObject({ error: { reason: 'a request is longer than 16777216 bytes' } });
  expect(reached).toBe(0);
  expect((await ask(session, 'reach', request)).status).toBe(200);
});

test('names of actions are names and nothing else', async () => {
  const session = await known(await serve());
  for (const name of ['__proto__', 'constructor', 'toString', '', 'reach/', 'reach?x', '../reach']) {
    expect((await ask(session, name, request)).body).toMatchObject({
      error: { reason: `no action has the name [${name}]` },
    });
  }
  const headers = { 'x-long': 'x'.repeat(60_000) };
  await expect(ask(session, 'reach', request, headers)).rejects.toThrow();
  expect(reached).toBe(0);
});

test('rapid resets end the connection', async () => {
  const port = await serve();
  const session = await known(port);
  const over = ended(session);
  let done = false;
  void over.then(() => {
    done = true;
  });
  for (let i = 0; i < 100 && !done; i++) {
    for (let j = 0; j < 50 && !session.destroyed && !session.closed; j++) {
      const stream = session.request({ ':method': 'POST', ':path': '/reach' });
      stream.on('error', () => {});
      stream.close(8);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  expect((await ask(await known(port), 'reach', request)).status).toBe(200);
});

test('answers that are not read are held back, up to a limit, and given up in time', async () => {
  const clock = new FakeClock();
  const session = await known(await serve(clock));
  const first = session.request({ ':method': 'POST', ':path': '/big' });
  first.on('error', () => {});
  first.pause();
  first.end(request);
  await new Promise((resolve) => first.once('response', resolve));
  expect(await ask(session, 'big', request)).toMatchObject({
    status: 429,
    body: { error: { reason: 'too many answers of this connection are not read yet' } },
  });
  const over = ended(session);
  clock.advance(300_001);
  await over;
});

test('connections beyond 64 are hung up on', async () => {
  const port = await serve();
  const sockets = Array.from({ length: 64 }, () => raw(port));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const late = raw(port);
  await ended(late);
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
});

test('an address where something else answers is told as that', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  closing.push(() => other.close());
  const { port } = other.address() as { port: number };
  const cluster = new RemoteCluster(
    'a',
    {
      mode: 'proxy',
      addresses: [remoteAddress(`127.0.0.1:${port}`)],
      serverName: '',
      skipUnavailable: false,
      connectionsMax: 18,
    },
    {
      cluster: { clusterName: 'x', clusterUuid: 'X' },
      clock: new FakeClock(),
      random: new SeededRandom(1),
      log: new MemoryLog(),
      tls: undefined,
      connectTimeoutMs: 1_000,
    },
  );
  closing.push(() => cluster.close());
  const error: ApiError = await cluster.call('x', null, {}).then(
    () => expect.unreachable(),
    (reason: ApiError) => reason,
  );
  expect(error.error.reason).toBe(
    `[a][127.0.0.1:${port}] connect_exception: what answers there does not speak the transport protocol: is it another port, or is security on there and off here (have it on, or off, at both)?`,
  );
});
