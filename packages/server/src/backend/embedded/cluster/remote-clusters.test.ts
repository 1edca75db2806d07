import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';
import { TransportServer } from '../../../transport/transport-server.ts';

let app: TestApp;
let leader: TransportServer;
beforeAll(async () => {
  app = await testApp();
  leader = await TransportServer.listen({
    host: '127.0.0.1',
    ports: [0],
    cluster: { clusterName: 'leader', clusterUuid: 'L' },
    handlers: new Map(),
    clock: new FakeClock(),
    log: new MemoryLog(),
  });
});
afterAll(async () => {
  await app.close();
  await leader.close();
});

interface Sent {
  readonly status: number;
  readonly body: { readonly error: Record<string, unknown>; readonly a?: unknown };
}
async function send(to: TestApp, method: string, path: string, body?: object): Promise<Sent> {
  const options = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, text } = await to.call(method, path, options);
  return { status, body: JSON.parse(text) as Sent['body'] };
}
const put = (persistent: object, transient: object = {}) =>
  send(app, 'PUT', '/_cluster/settings', { persistent, transient });
const info = async () => (await send(app, 'GET', '/_remote/info')).body;
const of = (settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [`cluster.remote.a.${key}`, value]));
const reset = () => put({ 'cluster.remote.*': null }, { 'cluster.remote.*': null });

test.each([
  [{ seeds: ['127.0.0.1'] }, 'remote hosts need to be configured as [host:port], found [127.0.0.1] instead'],
  [{ seeds: [''] }, 'remote hosts need to be configured as [host:port], found [] instead'],
  [{ seeds: ['h:abc'] }, 'failed to parse port'],
  [{ seeds: ['h:'] }, 'failed to parse port'],
  [{ seeds: ['h:0'] }, 'port number must be > 0 but was: [0]'],
  [
    { seeds: Array.from({ length: 101 }, () => 'h:1') },
    '[cluster.remote.a.seeds] takes at most [100] addresses',
  ],
  [
    { mode: 'nope' },
    'No enum constant org.opensearch.transport.RemoteConnectionStrategy.ConnectionStrategy.NOPE',
  ],
  [
    { mode: 'proxy', seeds: ['h:1'] },
    'Setting "cluster.remote.a.seeds" cannot be used with the configured "cluster.remote.a.mode" [required=SNIFF, configured=PROXY]',
  ],
  [
    { proxy_address: 'h:1' },
    'Setting "cluster.remote.a.proxy_address" cannot be used with the configured "cluster.remote.a.mode" [required=PROXY, configured=SNIFF]',
  ],
  [
    { server_name: 'x' },
    'Setting "cluster.remote.a.server_name" cannot be used with the configured "cluster.remote.a.mode" [required=PROXY, configured=SNIFF]',
  ],
  [
    { mode: 'proxy', proxy_address: 'h' },
    'remote hosts need to be configured as [host:port], found [h] instead',
  ],
  [
    { skip_unavailable: true },
    'Cannot configure setting [cluster.remote.a.skip_unavailable] if remote cluster is not enabled.',
  ],
  [{ skip_unavailable: 'x' }, 'Failed to parse value [x] as only [true] or [false] are allowed.'],
  [
    { node_connections: 0 },
    'Failed to parse value [0] for setting [cluster.remote.a.node_connections] must be >= 1',
  ],
  [{ foo: 1 }, 'persistent setting [cluster.remote.a.foo], not recognized'],
  [{ 'x.seeds': ['h:1'] }, 'persistent setting [cluster.remote.a.x.seeds], not recognized'],
])('settings of a remote cluster that are not sound are refused: %j', async (settings, reason) => {
  const answer = await put(of(settings));
  expect(answer.status).toBe(400);
  expect(answer.body.error.reason).toBe(reason);
  expect(await info()).toEqual({});
});

test('a port that is no number names what is wrong with it', async () => {
  expect((await put(of({ seeds: ['h:abc'] }))).body.error.caused_by).toEqual({
    type: 'number_format_exception',
    reason: 'For input string: "abc"',
  });
});

test('what a remote cluster needs cannot be taken away under what depends on it', async () => {
  await put(of({ seeds: ['127.0.0.1:1'], skip_unavailable: true }));
  const answer = await put(of({ seeds: null }));
  expect(answer.body.error.reason).toBe(
    'Cannot configure setting [cluster.remote.a.skip_unavailable] if remote cluster is not enabled.',
  );
  expect((await put(of({ seeds: null, skip_unavailable: null }))).status).toBe(200);
  expect(await info()).toEqual({});
});

test('a remote cluster is shown with its settings, transient ones before persistent ones', async () => {
  await put(of({ seeds: ['127.0.0.1:1', ':2'], node_connections: 5, skip_unavailable: true }));
  const shown = {
    connected: false,
    mode: 'sniff',
    seeds: ['127.0.0.1:1', ':2'],
    num_nodes_connected: 0,
    max_connections_per_cluster: 5,
    initial_connect_timeout: '30s',
    skip_unavailable: true,
  };
  expect(await info()).toEqual({ a: shown });
  await put({}, of({ seeds: ['[::1]:3'] }));
  expect(await info()).toEqual({ a: { ...shown, seeds: ['[::1]:3'] } });
  await reset();
  expect(await info()).toEqual({});
  await put(of({ mode: 'PROXY', proxy_address: '127.0.0.1:1', server_name: 'x' }));
  expect(await info()).toEqual({
    a: {
      connected: false,
      mode: 'proxy',
      proxy_address: '127.0.0.1:1',
      server_name: 'x',
      num_proxy_sockets_connected: 0,
      max_proxy_socket_connections: 18,
      initial_connect_timeout: '30s',
      skip_unavailable: false,
    },
  });
  await put({ 'cluster.remote.a.*': null });
  expect(await info()).toEqual({});
});

test('a remote cluster that answers is shown as connected, also after a restart, until it goes', async () => {
  const connected = async (from: TestApp) => (await send(from, 'GET', '/_remote/info')).body.a;
  await put(of({ seeds: [`127.0.0.1:${leader.port}`] }));
  await expect.poll(() => connected(app)).toMatchObject({ connected: true, num_nodes_connected: 1 });
  await app.close();
  app = await testApp({ disk: app.disk });
  await expect.poll(() => connected(app)).toMatchObject({ connected: true });
  await leader.close();
  await expect.poll(() => connected(app)).toMatchObject({ connected: false, num_nodes_connected: 0 });
});
