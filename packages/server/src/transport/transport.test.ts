import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { afterEach, expect, test } from 'vitest';
import { RemoteClusterConnections } from './remote-cluster-connections.ts';
import type { RemoteCaller, RemoteHandler, WireValue } from './remote-clusters.ts';
import { type RemoteConfig, remoteAddress } from './remote-config.ts';
import { TransportServer } from './transport-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Made {
  readonly clock: FakeClock;
  readonly log: MemoryLog;
}
const made = (): Made => ({ clock: new FakeClock(), log: new MemoryLog() });

async function serve(
  handlers: Record<string, RemoteHandler>,
  { clock, log }: Made,
  port = 0,
): Promise<TransportServer> {
  const server = await TransportServer.listen({
    host: '127.0.0.1',
    ports: [port],
    cluster: { clusterName: 'leader', clusterUuid: 'L' },
    handlers: new Map(Object.entries(handlers)),
    clock,
    log,
  });
  closing.push(() => server.close());
  return server;
}

function remotes({ clock, log }: Made): RemoteClusterConnections {
  const connections = new RemoteClusterConnections({
    cluster: { clusterName: 'follower', clusterUuid: 'F' },
    clock,
    random: new SeededRandom(1),
    log,
    tls: undefined,
    connectTimeoutMs: 30_000,
  });
  closing.push(() => connections.close());
  return connections;
}

const config = (...ports: readonly number[]): RemoteConfig => ({
  mode: 'sniff',
  addresses: ports.map((port) => remoteAddress(`127.0.0.1:${port}`)),
  serverName: '',
  skipUnavailable: false,
  connectionsMax: 3,
});

const failing = async (call: Promise<WireValue>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`no ApiError: ${String(error)}`);
};

test('a call reaches the handler of its action with who calls, and its answer comes back', async () => {
  const parts = made();
  const callers: RemoteCaller[] = [];
  const server = await serve(
    {
      'indices:data/read/echo': async (body, caller) => {
        callers.push(caller);
        return { body, chunk: new Uint8Array(3_000_000).fill(7) };
      },
    },
    parts,
  );
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  const answer = await all.call('a', 'indices:data/read/echo', [1, 'ö'], { user: 'ann', role: 'leader' });
  expect(answer).toMatchObject({ body: [1, 'ö'] });
  const { chunk } = answer as { chunk: Uint8Array };
  expect([chunk.length, chunk[0], chunk[2_999_999]]).toEqual([3_000_000, 7, 7]);
  expect(callers).toMatchObject([{ clusterName: 'follower', clusterUuid: 'F', user: 'ann', role: 'leader' }]);
  expect([all.connected('a'), all.clusterUuid('a'), all.clusterUuid('b')]).toEqual([true, 'L', undefined]);
  await all.call('a', 'indices:data/read/echo', null);
  expect(callers[1]).not.toHaveProperty('user');
});

test('what a handler throws comes out of the call, and a fault of its own does not tell its inside', async () => {
  const parts = made();
  const server = await serve(
    {
      refuse: async () => {
        throw new ApiError({
          type: 'index_not_found_exception',
          reason: 'no such index [x]',
          details: { index: 'x' },
          causedBy: { type: 'illegal_argument_exception', reason: 'why' },
          status: 410,
        });
      },
      break: async () => {
        throw new TypeError('inside');
      },
    },
    parts,
  );
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  const refused = await failing(all.call('a', 'refuse', null));
  expect(refused.status).toBe(410);
  expect(refused.error).toMatchObject({
    type: 'index_not_found_exception',
    reason: 'no such index [x]',
    details: { index: 'x' },
    causedBy: { type: 'illegal_argument_exception', reason: 'why' },
  });
  expect((await failing(all.call('a', 'break', null))).error.reason).toBe(
    'the action [break] failed; the log of the other cluster says why',
  );
  expect((await failing(all.call('a', 'none', null))).error.reason).toBe('no action has the name [none]');
});

test('an alias that is not configured, and one whose addresses do not answer, are told apart', async () => {
  const parts = made();
  const all = remotes(parts);
  expect((await failing(all.call('b', 'x', null))).error).toEqual({
    type: 'no_such_remote_cluster_exception',
    reason: 'no such remote cluster: [b]',
  });
  all.configure(new Map([['b', config(1)]]));
  const failure = await failing(all.call('b', 'x', null));
  expect([failure.error.type, failure.status]).toEqual(['connect_transport_exception', 500]);
  expect(failure.error.reason).toContain('[b][127.0.0.1:1] connect_exception: ');
  expect(all.connected('b')).toBe(false);
});

test('seeds are tried in their order until one answers', async () => {
  const parts = made();
  const server = await serve({ name: async () => 'second' }, parts);
  const all = remotes(parts);
  all.configure(new Map([['a', config(1, server.port)]]));
  expect(await all.call('a', 'name', null)).toBe('second');
});

test('after a cut it connects again by itself, later each time, and calls meanwhile fail at once', async () => {
  const parts = made();
  const first = await serve({ name: async () => 'first' }, parts);
  const { port } = first;
  const all = remotes(parts);
  all.configure(new Map([['a', config(port)]]));
  await all.call('a', 'name', null);
  await first.close();
  const told = (message: string): number =>
    parts.log.entries.filter((entry) => entry.message === message).length;
  await expect.poll(() => told('a remote cluster is not connected')).toBe(1);
  expect((await failing(all.call('a', 'name', null))).error.reason).toBe(
    'Unable to connect to [a]: the connection was cut',
  );
  parts.clock.advance(1_000);
  await expect.poll(() => told('a remote cluster is not connected')).toBe(2);
  await serve({ name: async () => 'again' }, parts, port);
  parts.clock.advance(999);
  expect((await failing(all.call('a', 'name', null))).error.type).toBe('connect_transport_exception');
  parts.clock.advance(1_001);
  expect(await all.call('a', 'name', null)).toBe('again');
});

test('a call that is given up reaches the handler as an aborted signal', async () => {
  const parts = made();
  const begun = Promise.withResolvers<AbortSignal>();
  const server = await serve(
    {
      wait: (_, { signal }) => {
        begun.resolve(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
      },
    },
    parts,
  );
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  const giveUp = new AbortController();
  const call = all.call('a', 'wait', null, { signal: giveUp.signal });
  const signal = await begun.promise;
  giveUp.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.aborted).toBe(true);
});

test('a call without an answer in its time ends, and the connection goes on', async () => {
  const parts = made();
  const begun = Promise.withResolvers<void>();
  const server = await serve(
    {
      wait: () => {
        begun.resolve();
        return new Promise(() => {});
      },
      name: async () => 'here',
    },
    parts,
  );
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  const call = failing(all.call('a', 'wait', null, { timeoutMs: 5_000 }));
  await begun.promise;
  parts.clock.advance(5_000);
  expect((await call).error).toMatchObject({
    type: 'receive_timeout_transport_exception',
    reason: `[a][127.0.0.1:${server.port}][wait] no answer within [5000ms]`,
  });
  expect(await all.call('a', 'name', null)).toBe('here');
});

test('calls beyond a hundred at a time are turned away', async () => {
  const parts = made();
  const held = Promise.withResolvers<WireValue>();
  const server = await serve({ wait: () => held.promise, name: async () => 'here' }, parts);
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  await all.call('a', 'name', null);
  const calls = Array.from({ length: 100 }, () => all.call('a', 'wait', null));
  expect((await failing(all.call('a', 'wait', null))).status).toBe(429);
  held.resolve('done');
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 100 }, () => 'done'));
});

test('a cluster that is configured otherwise, or no longer, is cut from', async () => {
  const parts = made();
  const server = await serve({ name: async () => 'here' }, parts);
  const all = remotes(parts);
  all.configure(new Map([['a', config(server.port)]]));
  await all.call('a', 'name', null);
  all.configure(new Map([['a', config(1)]]));
  expect((await failing(all.call('a', 'name', null))).error.type).toBe('connect_transport_exception');
  all.configure(new Map());
  expect(all.has('a')).toBe(false);
});

test('of several ports the first free one is taken', async () => {
  const parts = made();
  const { port } = await serve({}, parts);
  const options = {
    host: '127.0.0.1',
    cluster: { clusterName: 'b', clusterUuid: 'B' },
    handlers: new Map(),
    ...parts,
  };
  const second = await TransportServer.listen({ ...options, ports: [port, 0] });
  closing.push(() => second.close());
  expect(second.port).not.toBe(port);
  await expect(TransportServer.listen({ ...options, ports: [port] })).rejects.toThrow('EADDRINUSE');
});
