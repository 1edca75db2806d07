import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { WriteMeter } from './write-meter.ts';

const bulkHeaders = { 'content-type': 'application/x-ndjson' };

function cluster(app: TestApp, transient: Record<string, unknown>): Promise<unknown> {
  return app.call('PUT', '/_cluster/settings', { body: { transient } });
}

function bulkOf(index: string, ids: readonly number[]): string {
  return ids.map((id) => `{"index":{"_index":"${index}","_id":"${id}"}}\n{"n":${id}}\n`).join('');
}

async function statuses(app: TestApp, body: string): Promise<readonly number[]> {
  const answer = await app.call('POST', '/_bulk', { headers: bulkHeaders, body });
  return answer.json<{ items: { index: { status: number } }[] }>().items.map(({ index }) => index.status);
}

test('a meter lets begin what is below its limit; what goes beyond it is missing in later intervals', () => {
  const limit = { maxRequests: 10, maxBytes: 0, intervalMs: 1000 };
  const meter = new WriteMeter(0);
  expect(meter.waitMs(limit, 0)).toBe(0);
  meter.count({ requests: 35, bytes: 1e9 });
  expect(meter.waitMs(limit, 400)).toBe(2600);
  expect(meter.waitMs(limit, 2999)).toBe(1);
  expect(meter.waitMs(limit, 3000)).toBe(0);
  const bytes = { maxRequests: 0, maxBytes: 100, intervalMs: 1000 };
  expect(meter.waitMs(bytes, 4000)).toBe(0);
  meter.count({ requests: 1, bytes: 250 });
  expect(meter.waitMs(bytes, 4000)).toBe(2000);
  expect(meter.waitMs(limit, -5000)).toBe(0);
});

test('beyond the limit of the node writes are refused until the next interval; indices with a dot are not', async () => {
  const app = await testApp();
  await cluster(app, { 'cluster.throttle.node.write': true, 'cluster.throttle.node.write.max_requests': 3 });
  expect(await statuses(app, bulkOf('a', [1, 2, 3]))).toEqual([201, 201, 201]);
  expect(await statuses(app, bulkOf('a', [4]))).toEqual([429]);
  const single = await app.call('PUT', '/b/_doc/1', { body: {} });
  expect(single.status).toBe(429);
  expect(single.json()).toMatchObject({
    error: {
      type: 'rejected_execution_exception',
      reason:
        'rejected execution of write to [b]: beyond [cluster.throttle.node.write] [max_requests=3, max_bytes=0, interval=1s]',
    },
  });
  expect((await app.call('PUT', '/.own/_doc/1', { body: {} })).status).toBe(201);
  app.clock.advance(1000);
  expect((await app.call('PUT', '/b/_doc/1', { body: {} })).status).toBe(201);
  await cluster(app, { 'cluster.throttle.node.write': null });
  expect(await statuses(app, bulkOf('a', [4, 5, 6, 7]))).toEqual([201, 201, 201, 201]);
  await app.close();
});

test('an index with `retry` lets writes wait, and others go on meanwhile', async () => {
  const app = await testApp();
  const settings = {
    'index.throttle.write.enable': true,
    'index.throttle.write.max_bytes': '10b',
    'index.throttle.write.action': 'retry',
    'index.throttle.write.interval': 2,
  };
  await app.call('PUT', '/slow', { body: { settings } });
  expect(await statuses(app, bulkOf('slow', [1, 2]))).toEqual([201, 201]);
  let ended = false;
  const waiting = statuses(app, bulkOf('slow', [3])).finally(() => (ended = true));
  expect(await statuses(app, bulkOf('other', [1]))).toEqual([201]);
  expect(ended).toBe(false);
  app.clock.advance(2000);
  expect(await waiting).toEqual([201]);
  await app.close();
});

test('with a limit for each shard only what goes to a full one is refused', async () => {
  const app = await testApp();
  await app.call('PUT', '/s', { body: { settings: { number_of_shards: 2 } } });
  const shards = { 'cluster.throttle.shard.write': true, 'cluster.throttle.shard.write.max_requests': 1 };
  await cluster(app, shards);
  const ids = Array.from({ length: 20 }, (_, id) => id);
  const places = await Promise.all(
    ids.map(async (id) => {
      const answer = await app.call('GET', `/s/_search_shards?routing=${id}`);
      return answer.json<{ shards: { shard: number }[][] }>().shards[0]![0]!.shard;
    }),
  );
  const ofFirst = ids.filter((id) => places[id] === 0);
  const ofSecond = ids.filter((id) => places[id] === 1);
  expect(await statuses(app, bulkOf('s', [ofFirst[0]!]))).toEqual([201]);
  expect(await statuses(app, bulkOf('s', [ofFirst[1]!, ofSecond[0]!, ofFirst[2]!]))).toEqual([429, 201, 429]);
  await app.close();
});

test('work by query waits for the limits, also where they say `drop`', async () => {
  const app = await testApp();
  await statuses(app, bulkOf('q', [1, 2, 3]));
  await app.call('POST', '/q/_refresh');
  const limit = { 'index.throttle.write.enable': true, 'index.throttle.write.max_requests': 1 };
  await app.call('PUT', '/q/_settings', { body: limit });
  expect(await statuses(app, bulkOf('q', [9]))).toEqual([201]);
  const updated = app.call('POST', '/q/_update_by_query');
  while ((await app.call('GET', '/q/_doc/3')).json<{ _version: number }>()._version === 1) {
    app.clock.advance(1000);
  }
  expect((await updated).json()).toMatchObject({ updated: 3, failures: [] });
  await app.close();
});

test('work by query that waits for a limit ends when it is cancelled, and writes nothing more', async () => {
  const app = await testApp();
  await statuses(app, bulkOf('q', [1, 2, 3]));
  await app.call('POST', '/q/_refresh');
  const limit = {
    'index.throttle.write.enable': true,
    'index.throttle.write.max_requests': 1,
    'index.throttle.write.interval': 3600,
  };
  await app.call('PUT', '/q/_settings', { body: limit });
  expect(await statuses(app, bulkOf('q', [9]))).toEqual([201]);
  const begun = await app.call('POST', '/q/_delete_by_query?wait_for_completion=false', {
    body: { query: { match_all: {} } },
  });
  const { task } = begun.json<{ task: string }>();
  app.clock.advance(1000);
  await app.call('POST', `/_tasks/${task}/_cancel`);
  await vi.waitFor(async () => {
    app.clock.advance(1000);
    const answer = await app.call('GET', `/_tasks/${task}`);
    expect(answer.json()).toMatchObject({
      completed: true,
      response: { deleted: 0, canceled: 'by user request', failures: [] },
    });
  });
  await app.call('POST', '/q/_refresh');
  expect((await app.call('GET', '/q/_count')).json()).toMatchObject({ count: 4 });
  await app.close();
});

test('settings of the limits are checked', async () => {
  const app = await testApp();
  const refusedBy = async (settings: Record<string, unknown>): Promise<string> => {
    const answer = await app.call('PUT', '/_cluster/settings', { body: { transient: settings } });
    expect(answer.status).toBe(400);
    return answer.json<{ error: { reason: string } }>().error.reason;
  };
  expect(await refusedBy({ 'cluster.throttle.node.write.action': 'x' })).toBe(
    'invalid throttle action [x], must be [drop] or [retry]',
  );
  expect(await refusedBy({ 'cluster.throttle.shard.write.interval': 0 })).toBe(
    'Failed to parse value [0] for setting [cluster.throttle.shard.write.interval] must be >= 1',
  );
  expect(await refusedBy({ 'cluster.throttle.node.write.max_bytes': '5' })).toContain('unit is missing');
  await app.close();
});
