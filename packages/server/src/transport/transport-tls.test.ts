import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import {
  type TestAuthority,
  type TestCertificate,
  testAuthority,
  testFolder,
} from '../testing/certificates.ts';
import { testTls } from '../testing/listener-tls.ts';
import { CertificateJudge } from '../tls/certificate-judge.ts';
import { RemoteCluster } from './remote-cluster.ts';
import type { RemoteHandler, WireValue } from './remote-clusters.ts';
import { remoteAddress } from './remote-config.ts';
import { TransportServer } from './transport-server.ts';
import type { TransportTls } from './transport-tls.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const authority = testAuthority();
const stranger = testAuthority('Another CA');
const dayMs = 86_400_000;

interface SideOptions {
  readonly shows?: TestCertificate;
  readonly trusts?: TestAuthority;
  readonly nodes?: readonly string[];
  readonly skipsNames?: boolean;
  readonly handshakeMs?: number;
}

interface Side extends TransportTls {
  readonly log: MemoryLog;
  readonly clock: FakeClock;
  readonly replace: (next: TestCertificate) => void;
  readonly trust: (next: TestAuthority) => void;
}

function side(options: SideOptions = {}): Side {
  const folder = testFolder();
  closing.push(() => folder.remove());
  const {
    shows = authority.issue(),
    trusts = authority,
    nodes = [],
    skipsNames = false,
    handshakeMs,
  } = options;
  const clock = new FakeClock();
  clock.setNow(Date.now());
  const log = new MemoryLog();
  const { identity, refused } = testTls(folder, { layer: 'transport', shows, trusts, log, clock });
  const own = () => [identity.current.chain[0]];
  return {
    identity,
    judge: new CertificateJudge({ administrators: [], nodes, own }),
    refused,
    skipsNames,
    ...(handshakeMs === undefined ? {} : { handshakeMs }),
    log,
    clock,
    replace: (next) => {
      folder.write('transport.crt', next.cert);
      folder.write('transport.key', next.keyText);
      identity.reload();
    },
    trust: (next) => {
      folder.write('transport.ca', next.cert);
      identity.reload();
    },
  };
}

async function serve(tls: Side | undefined, log = tls?.log ?? new MemoryLog()): Promise<TransportServer> {
  const server = await TransportServer.listen({
    host: '127.0.0.1',
    ports: [0],
    cluster: { clusterName: 'leader', clusterUuid: 'L' },
    handlers: new Map<string, RemoteHandler>([
      ['name', async (_, { clusterName }) => `hello ${clusterName}`],
      ['certificate', async (_, { certificate }) => certificate ?? null],
    ]),
    clock: tls?.clock ?? new FakeClock(),
    log,
    tls,
  });
  closing.push(() => server.close());
  return server;
}

function remote(
  port: number,
  tls: Side | undefined,
  { serverName = '', host = '127.0.0.1' } = {},
): RemoteCluster {
  const config = {
    mode: 'proxy',
    addresses: [remoteAddress(`${host}:${port}`)],
    serverName,
    skipUnavailable: false,
    connectionsMax: 18,
  } as const;
  const cluster = new RemoteCluster('a', config, {
    cluster: { clusterName: 'follower', clusterUuid: 'F' },
    clock: tls?.clock ?? new FakeClock(),
    random: new SeededRandom(1),
    log: tls?.log ?? new MemoryLog(),
    tls,
    connectTimeoutMs: 5_000,
  });
  closing.push(() => cluster.close());
  return cluster;
}

/** The answer, or why there is none. */
const call = (cluster: RemoteCluster): Promise<WireValue> =>
  cluster
    .call('name', null, {})
    .catch((error: { error?: { reason: string } }) => error.error?.reason ?? null);

const refusals = ({ log }: Side): readonly unknown[] =>
  log.entries.filter(({ message }) => message === 'a caller was turned away').map(({ fields }) => fields.why);

test('whose certificate a cluster has shown goes with its calls, the same when it is renewed', async () => {
  const server = await serve(side({ trusts: authority }));
  const shown = (commonName: string) =>
    remote(server.port, side({ shows: authority.issue({ commonName, names: ['127.0.0.1'] }) })).call(
      'certificate',
      null,
      {},
    );
  const first = await shown('east');
  expect(first).toMatch(/^CN=east,O=Sextant of CN=Test CA/);
  expect(await shown('east')).toBe(first);
  expect(await shown('west')).not.toBe(first);
});

test('two nodes of one authority call each other', async () => {
  const server = await serve(side());
  expect(await call(remote(server.port, side()))).toBe('hello follower');
});

test.each([
  ['of another authority', { shows: stranger.issue(), trusts: authority }, /may not accept the certificate/],
  [
    'that has ended',
    { shows: authority.issue({ now: Date.now() - 100 * dayMs }) },
    /may not accept the certificate/,
  ],
  [
    'of a user',
    { shows: authority.issue({ kind: 'client', commonName: 'ann', names: ['127.0.0.1'] }) },
    /the certificate of \[CN=ann\] is not that of a node/,
  ],
])('a caller with a certificate %s is turned away, and both sides say why', async (_, wrong, reason) => {
  const leader = side();
  const server = await serve(leader);
  const caller = side(wrong);
  expect(await call(remote(server.port, caller))).toMatch(reason);
  await expect.poll(() => refusals(leader)).toHaveLength(1);
  const told = caller.log.entries.filter(({ level }) => level === 'warn').at(-1);
  expect(told?.fields.why).toMatch(reason);
});

test.each([
  ['of another authority', { shows: stranger.issue() }, /is not in security.ssl.transport.ca_file here/],
  ['that has ended', { shows: authority.issue({ now: Date.now() - 100 * dayMs }) }, /has ended/],
  ['of another name', { shows: authority.issue({ names: ['elsewhere'] }) }, /does not name the address/],
  [
    'of a user',
    { shows: authority.issue({ kind: 'client', commonName: 'ann', names: ['127.0.0.1'] }) },
    /is not that of a node|UNSUITABLE|PURPOSE|purpose/i,
  ],
])('a leader with a certificate %s is not called', async (_, wrong, reason) => {
  const server = await serve(side(wrong));
  expect(await call(remote(server.port, side()))).toMatch(reason);
});

test('names need not be checked, or another name may be asked for', async () => {
  const elsewhere = { shows: authority.issue({ names: ['elsewhere'] }) };
  const server = await serve(side(elsewhere));
  expect(await call(remote(server.port, side({ skipsNames: true })))).toBe('hello follower');
  expect(await call(remote(server.port, side(), { serverName: 'elsewhere' }))).toBe('hello follower');
});

test('certificates without the mark of a node are those of nodes where their names are listed', async () => {
  // For clients alone, and without the mark, as other makers may have it.
  const plain = (commonName: string) =>
    side({ shows: authority.issue({ kind: 'client', commonName, names: ['127.0.0.1'] }) });
  const server = await serve(side({ nodes: ['cn=*.search.example'] }));
  expect(await call(remote(server.port, plain('b.search.example')))).toBe('hello follower');
  expect(await call(remote(server.port, plain('b.other.example')))).toMatch(/is not that of a node/);
});

test('where security is on at one side alone both sides say so', async () => {
  const leader = side();
  const secure = await serve(leader);
  expect(await call(remote(secure.port, undefined))).toMatch(/is security on there and off here/);
  await expect
    .poll(() => refusals(leader))
    .toEqual(['security is on here and off there: have it on, or off, at both']);
  const log = new MemoryLog();
  const open = await serve(undefined, log);
  expect(await call(remote(open.port, side()))).toMatch(/speaks no TLS: security is on here and off there/);
  await expect
    .poll(() => log.entries.map(({ fields }) => fields.why))
    .toEqual([expect.stringContaining('security is off here and on there')]);
});

test('a certificate that is swapped is shown to the next connection, and those that are open go on', async () => {
  const leader = side();
  const server = await serve(leader);
  const before = remote(server.port, side());
  expect(await call(before)).toBe('hello follower');
  leader.replace(stranger.issue());
  expect(await call(before)).toBe('hello follower');
  expect(await call(remote(server.port, side()))).toMatch(/is not in security.ssl.transport.ca_file here/);
});

test('when an authority is trusted no more, connections of its clusters end', async () => {
  const leader = side();
  const server = await serve(leader);
  const cluster = remote(server.port, side());
  expect(await call(cluster)).toBe('hello follower');
  leader.trust(stranger);
  await expect.poll(() => call(cluster)).not.toBe('hello follower');
});

test('a caller whose certificate ends while the connection is open is no longer answered', async () => {
  const leader = side();
  const server = await serve(leader);
  const cluster = remote(server.port, side({ shows: authority.issue({ days: 2 }) }));
  expect(await call(cluster)).toBe('hello follower');
  leader.clock.setNow(Date.now() + 3 * dayMs);
  expect(await call(cluster)).toBe('the certificate of the calling cluster has ended');
});

test('many that stall in the handshake keep no cluster from connecting, and are cut off', async () => {
  const leader = side({ handshakeMs: 60_000 });
  const server = await serve(leader);
  const stalled = Array.from({ length: 100 }, () => {
    const socket = connectPlain(server.port, '127.0.0.1');
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    return socket;
  });
  await Promise.all(stalled.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  expect(await call(remote(server.port, side()))).toBe('hello follower');
  await server.close();
  await expect.poll(() => stalled.every((socket) => socket.closed)).toBe(true);
});

test('without HTTP/2 nothing is spoken', async () => {
  const caller = side();
  const server = await serve(side());
  const { key, cert, ca } = caller.identity.current.options;
  const socket = connectTls({
    host: '127.0.0.1',
    port: server.port,
    ...{ key, cert, ca },
    ALPNProtocols: ['http/1.1'],
  });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
});
