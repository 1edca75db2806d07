import type { RequestListener, ServerResponse } from 'node:http';
import { Agent, get, type RequestOptions } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import {
  type TestAuthority,
  type TestCertificate,
  testAuthority,
  testFolder,
} from '../testing/certificates.ts';
import { type TestTls, type TestTlsOptions, testTls } from '../testing/listener-tls.ts';
import { revokedCertificates } from '../testing/revoked-certificates.ts';
import { type Listener, listen } from './listener.ts';
import { peerCertificate } from './peer-certificate.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const authority = testAuthority();
const stranger = testAuthority('Another CA');
const serving = authority.issue();

interface Served {
  readonly listener: Listener;
  readonly tls: TestTls;
  readonly replace: (next: TestCertificate, key?: string) => void;
}

async function serve(
  options: Partial<TestTlsOptions> = {},
  handle: RequestListener = (incoming, response) =>
    response.end(peerCertificate(incoming.socket)?.subject ?? 'nobody'),
): Promise<Served> {
  const folder = testFolder();
  closing.push(() => folder.remove());
  const tls = testTls(folder, { shows: serving, ...options });
  const listener = await listen(handle, { host: '127.0.0.1', port: 0, tls });
  closing.push(() => listener.close(0));
  const replace = (next: TestCertificate, key = next.keyText): void => {
    folder.write('http.crt', next.cert);
    folder.write('http.key', key);
  };
  return { listener, tls, replace };
}

/** The body of the answer, or the code of the error. */
function ask({ listener }: Served, options: RequestOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const all = { host: '127.0.0.1', port: listener.port, ca: authority.cert, agent: false, ...options };
    get(all, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += String(chunk);
      });
      incoming.on('end', () => resolve(text));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** Of a connection without HTTP: the version that was agreed on, or the code of the error. */
function shake({ listener }: Served, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: listener.port, ca: authority.cert, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

const refusals = ({ tls }: Served): readonly unknown[] =>
  tls.log.entries.filter(({ level }) => level === 'warn').map(({ fields }) => fields.why);

test('who trusts its authority is served, who does not, and who calls by another name, hangs up', async () => {
  const served = await serve();
  expect(await ask(served)).toBe('nobody');
  expect(await ask(served, { ca: stranger.cert })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await ask(served, { servername: 'elsewhere' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  const ended = await serve({ shows: authority.issue({ now: Date.now() - 100 * 86_400_000 }) });
  expect(await ask(ended)).toBe('CERT_HAS_EXPIRED');
  expect(ended.tls.log.entries[0]?.message).toBe('callers will refuse the certificate');
});

test('TLS 1.2 and 1.3 are spoken, what is older is not, and of HTTP 2 goes before 1.1', async () => {
  const served = await serve();
  const ALPNProtocols = ['h2', 'http/1.1'];
  expect(await shake(served, { ALPNProtocols })).toBe('TLSv1.3 h2');
  expect(await shake(served, { ALPNProtocols, maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 h2');
  expect(await shake(served, { ALPNProtocols: ['http/1.1'] })).toBe('TLSv1.3 http/1.1');
  expect(await shake(served, {})).toBe('TLSv1.3 false');
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  expect(await shake(served, old)).toMatch(/ALERT_PROTOCOL_VERSION/);
  await expect.poll(() => refusals(served)).toEqual([expect.stringContaining('no TLS of version 1.2')]);
  expect(await shake(served, { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).toMatch(/HANDSHAKE_FAILURE/);
});

test('a version that the settings leave out is not spoken', async () => {
  const served = await serve({ minVersion: 'TLSv1.3' });
  expect(await shake(served, { maxVersion: 'TLSv1.2' })).toMatch(/ALERT_PROTOCOL_VERSION/);
});

test('nobody may renegotiate', async () => {
  const served = await serve();
  const options = { host: '127.0.0.1', port: served.listener.port, ca: authority.cert } as const;
  const socket = connect({ ...options, maxVersion: 'TLSv1.2' });
  const failed = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.on('secureConnect', () => socket.renegotiate({}, () => {}));
  });
  expect(await failed).toMatch(/NO_RENEGOTIATION/);
  socket.destroy();
  expect(await ask(served)).toBe('nobody');
});

test('half a handshake keeps nobody from being served, nor the listener from closing', async () => {
  const served = await serve();
  const stalled = connectPlain(served.listener.port, '127.0.0.1');
  await new Promise((resolve) => stalled.once('connect', resolve));
  // The beginning of a greeting whose rest never comes.
  stalled.write(Buffer.from('160301020001', 'hex'));
  const cut = new Promise((resolve) => stalled.once('close', resolve));
  stalled.on('error', () => {});
  expect(await ask(served)).toBe('nobody');
  await served.listener.close(60_000);
  await cut;
});

test('who does not end a handshake in time is cut off', async () => {
  const served = await serve({ handshakeMs: 20 });
  const stalled = connectPlain(served.listener.port, '127.0.0.1');
  stalled.on('error', () => {});
  await new Promise((resolve) => stalled.once('close', resolve));
  expect(refusals(served)).toEqual([expect.stringContaining('did not end the handshake in time')]);
});

test('who speaks no TLS is turned away and told of', async () => {
  const served = await serve();
  const plain = connectPlain(served.listener.port, '127.0.0.1');
  plain.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => plain.once('close', resolve));
  expect(refusals(served)).toEqual([expect.stringContaining('it speaks HTTP in the clear')]);
});

test('a certificate that is swapped is shown to new connections, while those that are open go on', async () => {
  const waiting: ServerResponse[] = [];
  const { promise: arrived, resolve: reached } = Promise.withResolvers<void>();
  const served = await serve({}, (incoming, response) => {
    if (incoming.url === '/now') response.end('now');
    else {
      waiting.push(response);
      reached();
    }
  });
  const slow = ask(served);
  await arrived;
  const next = stranger.issue();
  served.replace(next);
  served.tls.identity.reloadIfChanged();
  expect(await ask(served, { path: '/now' })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await ask(served, { path: '/now', ca: stranger.cert })).toBe('now');
  waiting[0]?.end('then');
  expect(await slow).toBe('then');
});

test('what cannot be used leaves the one before it, and is told once', async () => {
  const served = await serve();
  const { identity, log } = served.tls;
  const before = identity.current;
  const others = authority.issue();
  served.replace(others, serving.keyText);
  identity.reloadIfChanged();
  identity.reloadIfChanged();
  expect(() => identity.reload()).toThrow('http.key is not the key of the certificate in');
  served.replace(authority.issue({ now: Date.now() - 100 * 86_400_000 }));
  expect(() => identity.reload()).toThrow('the certificate has ended on');
  served.replace(authority.issue({ now: Date.now() + 100 * 86_400_000 }));
  expect(() => identity.reload()).toThrow('the certificate begins only on');
  expect(identity.current).toBe(before);
  expect(await ask(served)).toBe('nobody');
  const told = log.entries.map(({ message }) => message);
  expect(new Set(told)).toEqual(new Set(['a new certificate cannot be used, the one before it stays']));
  expect(told).toHaveLength(4);
  expect(JSON.stringify(log.entries)).not.toContain('PRIVATE');
});

const client = (of: TestAuthority, more: Parameters<TestAuthority['issue']>[0] = {}) => {
  const { cert, keyText } = of.issue({ kind: 'client', commonName: 'ann', names: [], ...more });
  return { cert, key: keyText };
};

test('where certificates of callers are optional, none is fine, and one that is not trusted is not', async () => {
  const served = await serve({ trusts: authority, clients: 'OPTIONAL' });
  expect(await ask(served)).toBe('nobody');
  expect(await ask(served, client(authority))).toBe('CN=ann');
  const asked: string[] = [];
  for (const shown of [
    client(stranger),
    client(authority, { now: Date.now() - 100 * 86_400_000 }),
    client(authority, { now: Date.now() + 100 * 86_400_000 }),
  ]) {
    asked.push(await ask(served, shown));
  }
  expect(asked).toEqual(['ECONNRESET', 'ECONNRESET', 'ECONNRESET']);
  expect(refusals(served)).toEqual([
    expect.stringContaining('authority that is not trusted'),
    expect.stringContaining('has ended'),
    expect.stringContaining('not valid yet'),
  ]);
});

test('a certificate that its authority has revoked ends the connection, also where the list comes later', async () => {
  const { cert, keyText, certificate } = authority.issue({ kind: 'client', commonName: 'ann', names: [] });
  const shown = { cert, key: keyText };
  const folder = testFolder();
  closing.push(() => folder.remove());
  const options = { shows: serving, trusts: authority, clients: 'OPTIONAL' } as const;
  const tls = testTls(folder, { ...options, revoked: revokedCertificates(authority, []) });
  const listener = await listen((_, response) => response.end('here'), { host: '127.0.0.1', port: 0, tls });
  closing.push(() => listener.close(0));
  const served = { listener, tls, replace: () => {} };
  expect(await ask(served, shown)).toBe('here');
  folder.write('http.crl', revokedCertificates(authority, [certificate]));
  tls.identity.reloadIfChanged();
  expect(await ask(served, shown)).toBe('ECONNRESET');
  expect(refusals(served)).toEqual([expect.stringContaining('was revoked')]);
  expect(await ask(served, client(authority))).toBe('here');
  folder.write('http.crl', 'nothing');
  expect(() => tls.identity.reload()).toThrow('holds no list of revoked certificates in PEM');
});

test('a certificate that is revoked while its connection is open is served no further, what is under way is answered', async () => {
  const folder = testFolder();
  closing.push(() => folder.remove());
  const tls = testTls(folder, {
    shows: serving,
    trusts: authority,
    clients: 'OPTIONAL',
    revoked: revokedCertificates(authority, []),
  });
  const waiting: ServerResponse[] = [];
  const handle: RequestListener = ({ url }, response) => {
    if (url === '/wait') waiting.push(response);
    else response.end('served');
  };
  const listener = await listen(handle, { host: '127.0.0.1', port: 0, tls });
  closing.push(() => listener.close(0));
  const served = { listener, tls, replace: () => {} };
  const {
    keyText: key,
    cert,
    certificate,
  } = authority.issue({ kind: 'client', commonName: 'ann', names: [] });
  const agents = [{ key, cert }, { key, cert }, {}].map((shown) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ...shown });
    closing.push(() => agent.destroy());
    return agent;
  });
  const [idle, busy, nobody] = agents as [Agent, Agent, Agent];
  for (const agent of agents) expect(await ask(served, { agent })).toBe('served');
  const underWay = ask(served, { agent: busy, path: '/wait' });
  await expect.poll(() => waiting.length).toBe(1);
  const openOf = ({ freeSockets }: Agent): number => Object.values(freeSockets).flat().length;
  folder.write('http.crl', revokedCertificates(authority, [certificate]));
  tls.identity.reload();
  await expect.poll(() => openOf(idle)).toBe(0);
  expect(openOf(nobody)).toBe(1);
  waiting[0]!.end('the last one');
  expect(await underWay).toBe('the last one');
  await expect.poll(() => openOf(busy)).toBe(0);
  for (const agent of [idle, busy]) expect(await ask(served, { agent })).toMatch(/ECONNRESET|REVOKED/);
  expect(await ask(served, { agent: nobody })).toBe('served');
});

test('where they are required, nobody is served without one', async () => {
  const served = await serve({ trusts: authority, clients: 'REQUIRE' });
  expect(await ask(served, client(authority))).toBe('CN=ann');
  expect(await ask(served)).toMatch(/CERTIFICATE_REQUIRED/);
  expect(await ask(served, client(stranger))).toMatch(/ALERT|ECONNRESET/);
  expect(refusals(served)).toEqual([
    expect.stringContaining('shows no certificate'),
    expect.stringContaining('authority that is not trusted'),
  ]);
});

test('where none is asked for, one that is sent is not looked at', async () => {
  const served = await serve({ trusts: authority });
  expect(await ask(served, client(authority))).toBe('nobody');
});

test('a session is not resumed with a judgement of another time', async () => {
  const served = await serve({ trusts: authority, clients: 'OPTIONAL' });
  const sessions: Buffer[] = [];
  const once = (session?: Buffer): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: served.listener.port, ca: authority.cert };
      const socket: TLSSocket = connect({
        ...options,
        ...client(authority),
        ...(session === undefined ? {} : { session }),
      });
      socket.on('session', (made) => sessions.push(made));
      socket.on('error', reject);
      let isReused = false;
      socket.on('secureConnect', () => {
        isReused = socket.isSessionReused();
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      });
      socket.on('close', () => resolve(isReused));
      socket.resume();
    });
  expect(await once()).toBe(false);
  for (const session of sessions.slice()) expect(await once(session)).toBe(false);
});
