import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type Service, startService } from '../support/service.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sextant-tls-'));
const certificates = join(folder, 'certs');

function sextant(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, SEXTANT_DIAGNOSE_PASSWORD: 'correct-Horse-7-battery' };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder, env }, (_, out, problems) => {
      resolve(out + problems);
    });
  });
}

interface Asked {
  readonly body?: object;
  readonly certificate?: string;
}

/** Over TLS, as the administrator, or by the certificate alone. */
function ask(
  port: number,
  method: string,
  path: string,
  { body, certificate }: Asked = {},
): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const shown = certificate === undefined ? undefined : readFileSync(join(certificates, certificate));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        ca: readFileSync(join(certificates, 'ca.crt')),
        ...(shown === undefined ? { auth: 'admin:correct-Horse-7-battery' } : { key: shown, cert: shown }),
        ...(text === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
      },
      (answer) => {
        let all = '';
        answer.on('data', (chunk) => {
          all += String(chunk);
        });
        answer.on('end', () => resolve(JSON.parse(all)));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const running: Service[] = [];
async function start(name: string, ...args: readonly string[]): Promise<Service> {
  const own = ['--tls', '--certificates', join(certificates, name), '-E', `cluster.name=${name}`];
  const clients = [
    '-E',
    'security.ssl.http.clientauth_mode=OPTIONAL',
    '-E',
    'security.authcz.admin_dn=CN=root',
  ];
  const service = await startService({
    data: join(folder, name),
    args: [...own, ...clients, ...args],
    probe: (port) => ask(port, 'GET', '/_cluster/health'),
  });
  running.push(service);
  return service;
}

let east: Service;
let west: Service;
let transport: number;
beforeAll(async () => {
  expect(await sextant('certificates', '--output', 'certs', 'east', 'west', '--client', 'root')).toContain(
    'bring the folder there',
  );
  transport = await freePort();
  east = await start('east', '-E', `transport.port=${transport}`);
  west = await start('west');
}, 120_000);
afterAll(async () => {
  for (const service of running) await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const seeds = (): object => ({ persistent: { 'cluster.remote.east.seeds': [`127.0.0.1:${transport}`] } });

test('keys are their user’s alone', () => {
  for (const name of ['ca.pem', 'east/node.pem', 'west/node.pem', 'root.client.pem']) {
    expect(statSync(join(certificates, name)).mode & 0o077).toBe(0);
  }
});

test('a caller of HTTP/2 writes and reads over one connection', async () => {
  const session = connect(`https://127.0.0.1:${east.port}`, {
    ca: readFileSync(join(certificates, 'ca.crt')),
  });
  const authorization = `Basic ${Buffer.from('admin:correct-Horse-7-battery').toString('base64')}`;
  const send = (method: string, path: string, body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const type = body === '' ? {} : { 'content-type': 'application/x-ndjson' };
      const stream = session.request(
        { ':method': method, ':path': path, authorization, ...type },
        { endStream: body === '' },
      );
      let text = '';
      stream.on('data', (chunk) => {
        text += String(chunk);
      });
      stream.once('error', reject);
      stream.once('end', () => resolve(text));
      if (body !== '') stream.end(body);
    });
  const pad = 'x'.repeat(1000);
  const rows = Array.from(
    { length: 500 },
    (_, n) => `{"index":{"_id":"${n}"}}\n${JSON.stringify({ n, pad })}\n`,
  );
  expect(await send('POST', '/h2/_bulk?refresh=true', rows.join(''))).toContain('"errors":false');
  const counts = Array.from({ length: 50 }, (_, n) => send('GET', `/h2/_count?q=n:${n}`));
  for (const text of await Promise.all(counts)) expect(JSON.parse(text)).toMatchObject({ count: 1 });
  const all = JSON.parse(await send('GET', '/h2/_search?size=500')) as { hits: { hits: unknown[] } };
  expect(all.hits.hits).toHaveLength(500);
  expect(session.alpnProtocol).toBe('h2');
  session.close();
});

test('two clusters with security on follow each other over mutual TLS', async () => {
  await ask(east.port, 'PUT', '/books/_doc/1?refresh=true', { body: { title: 'The Sextant' } });
  await ask(west.port, 'PUT', '/_cluster/settings', { body: seeds() });
  const started = await ask(west.port, 'PUT', '/_replication/copy/_start?wait_for_restore=true', {
    body: {
      leader_alias: 'east',
      leader_index: 'books',
      use_roles: {
        leader_cluster_role: 'replication_leader',
        follower_cluster_role: 'replication_follower',
      },
    },
  });
  expect(started).toEqual({ acknowledged: true });
  await expect
    .poll(() => ask(west.port, 'GET', '/_replication/copy/_status'), { timeout: 30_000 })
    .toMatchObject({ status: 'SYNCING' });
  expect(await ask(west.port, 'GET', '/copy/_doc/1')).toMatchObject({ _source: { title: 'The Sextant' } });
  expect(await ask(west.port, 'GET', '/_remote/info')).toMatchObject({ east: { connected: true } });
  const certs = await ask(west.port, 'GET', '/_security/ssl/certs');
  expect(certs).toMatchObject({
    http_certificates_list: [{ subject_dn: 'CN=west,O=Sextant' }],
    transport_certificates_list: [{ subject_dn: 'CN=west,O=Sextant' }],
  });
  expect(await ask(west.port, 'PUT', '/_security/ssl/transport/reloadcerts')).toEqual({
    message: 'updated transport certs',
  });
}, 60_000);

test('a cluster without security is told that the other one has it, on both sides', async () => {
  const open = await startService({ data: join(folder, 'open'), security: false });
  running.push(open);
  const json = { 'content-type': 'application/json' };
  const put = (path: string, body: object): Promise<Response> =>
    open.fetch(path, { method: 'PUT', headers: json, body: JSON.stringify(body) });
  await put('/_cluster/settings', seeds());
  const answer = await put('/_replication/copy/_start', { leader_alias: 'east', leader_index: 'books' });
  expect(await answer.text()).toContain('security on there and off here');
  await expect.poll(() => east.output(), { timeout: 10_000 }).toContain('security is on here and off there');
}, 60_000);

test('a certificate of an administrator needs no account, and one of a node is no user', async () => {
  const whoami = (certificate: string) => ask(east.port, 'GET', '/_security/whoami', { certificate });
  expect(await whoami('root.client.pem')).toEqual({
    dn: 'CN=root',
    is_admin: true,
    is_node_certificate_request: false,
  });
  expect(await whoami('west/node.pem')).toMatchObject({ is_node_certificate_request: true });
  const node = await ask(east.port, 'GET', '/_cluster/health', { certificate: 'west/node.pem' });
  expect(node).toMatchObject({ status: 401 });
  const administrator = await ask(east.port, 'GET', '/_cluster/health', { certificate: 'root.client.pem' });
  expect(administrator).toMatchObject({ cluster_name: 'east' });
});

test('diagnose reaches the service with the flags of its start, and no key is in its archive, the log or _nodes', async () => {
  const flags = ['--port', String(east.port), '--data', east.data, '--tls'];
  const own = ['--certificates', join(certificates, 'east')];
  const output = await sextant('diagnose', ...flags, ...own, '--user', 'admin', '--output', 'd.tar.gz');
  expect(output).not.toContain('not there');
  const archive = gunzipSync(readFileSync(join(folder, 'd.tar.gz'))).toString('latin1');
  expect(archive).toContain('"cluster_name" : "east"');
  const nodes = JSON.stringify(await ask(east.port, 'GET', '/_nodes'));
  for (const text of [archive, nodes, east.output(), west.output()])
    expect(text).not.toContain('PRIVATE KEY');
}, 60_000);
