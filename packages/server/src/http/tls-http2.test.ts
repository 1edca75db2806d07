import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2';
import { afterEach, expect, test } from 'vitest';
import { OpenConnections } from '../observe/open-connections.ts';
import { testAuthority, testFolder } from '../testing/certificates.ts';
import { type TestTls, testTls } from '../testing/listener-tls.ts';
import { revokedCertificates } from '../testing/revoked-certificates.ts';
import { type Listener, listen } from './listener.ts';
import { peerCertificate } from './peer-certificate.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const authority = testAuthority();
const stranger = testAuthority('Another CA');

interface Served {
  readonly listener: Listener;
  readonly tls: TestTls;
  readonly waiting: ServerResponse[];
  readonly connections: OpenConnections;
  /** Takes others for the certificates that are revoked. */
  readonly revoke: (certificates: readonly X509Certificate[]) => void;
}

async function serve(): Promise<Served> {
  const folder = testFolder();
  closing.push(() => folder.remove());
  const revoked = revokedCertificates(authority, []);
  const tls = testTls(folder, { shows: authority.issue(), trusts: authority, clients: 'OPTIONAL', revoked });
  const waiting: ServerResponse[] = [];
  const connections = new OpenConnections();
  const handle: RequestListener = ({ url, socket }, response) => {
    if (url === '/wait') waiting.push(response);
    else response.end(peerCertificate(socket)?.subject ?? 'nobody');
  };
  const listener = await listen(handle, { host: '127.0.0.1', port: 0, tls, connections });
  closing.push(() => listener.close(0));
  const revoke: Served['revoke'] = (certificates) => {
    folder.write('http.crl', revokedCertificates(authority, certificates));
    tls.identity.reload();
  };
  return { listener, tls, waiting, connections, revoke };
}

function session({ listener }: Served, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const made = connect(`https://127.0.0.1:${listener.port}`, { ca: authority.cert, ...options });
  made.on('error', () => {});
  closing.push(() => made.destroy());
  return made;
}

/** The body of the answer; empty where there is none. */
async function ask(client: ClientHttp2Session, path = '/'): Promise<string> {
  const stream = client.request({ ':path': path });
  let text = '';
  stream.on('error', () => {});
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  await new Promise((resolve) => stream.once('close', resolve));
  return text;
}

const ann = () => authority.issue({ kind: 'client', commonName: 'ann', names: [] });

test('one connection serves many requests, and its caller is known by his certificate', async () => {
  const served = await serve();
  const { keyText: key, cert } = ann();
  const client = session(served, { key, cert });
  expect(await Promise.all([ask(client), ask(client), ask(client)])).toEqual(Array(3).fill('CN=ann'));
  expect(client.alpnProtocol).toBe('h2');
  expect([served.connections.count, served.connections.opened]).toEqual([1, 1]);
  expect(await ask(session(served))).toBe('nobody');
});

test('a certificate that is not trusted ends the connection before anything is answered', async () => {
  const served = await serve();
  const { keyText: key, cert } = stranger.issue({ kind: 'client', commonName: 'ann', names: [] });
  expect(await ask(session(served, { key, cert }))).toBe('');
});

test('a certificate that is revoked ends its session when what is under way is answered', async () => {
  const served = await serve();
  const { keyText: key, cert, certificate } = ann();
  const [known, nobody] = [session(served, { key, cert }), session(served)];
  const underWay = ask(known, '/wait');
  expect(await ask(nobody)).toBe('nobody');
  await expect.poll(() => served.waiting.length).toBe(1);
  const goaway = once(known, 'goaway');
  served.revoke([certificate]);
  await goaway;
  served.waiting[0]!.end('the last one');
  expect(await underWay).toBe('the last one');
  await expect.poll(() => known.destroyed).toBe(true);
  expect(await ask(nobody)).toBe('nobody');
});

test('a listener that closes lets what is under way end, and cuts off what takes longer than its grace', async () => {
  const served = await serve();
  const client = session(served);
  const [short, long] = [ask(client, '/wait'), ask(client, '/wait')];
  await expect.poll(() => served.waiting.length).toBe(2);
  const closed = served.listener.close(300);
  served.waiting[0]!.end('done');
  expect(await short).toBe('done');
  expect(await long).toBe('');
  await closed;
});
