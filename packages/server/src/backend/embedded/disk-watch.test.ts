import { MemoryDisk } from '@sextant/base/testing';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const gb = 1024 ** 3;

/** A service whose disk has 100 GB, of which `freeGb` are free; it can be filled. */
async function onDisk(freeGb: number, disk = new MemoryDisk()) {
  let free = freeGb * gb;
  disk.space = () => ({ totalBytes: 100 * gb, freeBytes: free, availableBytes: free });
  const app = await testApp({ disk });
  const looked = async (gigabytes: number): Promise<void> => {
    free = gigabytes * gb;
    app.clock.advance(30_000);
    // What a look changes is durable some turns of the event loop later.
    await vi.waitFor(async () => {
      expect((await app.call('GET', '/_cluster/health')).status).toBe(200);
    });
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { app, looked };
}

const put = (app: TestApp, index: string) => app.call('PUT', `/${index}/_doc/1`, { body: { a: 1 } });
const texts = (app: TestApp): string[] =>
  app.log.entries.filter(({ component }) => component === 'cluster.disk').map(({ message }) => message);

test('beyond the flood stage indices take nothing but deletions, until there is space again', async () => {
  const { app, looked } = await onDisk(50);
  await put(app, 'a');
  await app.call('PUT', '/shut');
  await app.call('POST', '/shut/_close');
  await looked(4);
  const refused = await put(app, 'a');
  expect([refused.status, refused.json<{ error: { type: string; reason: string } }>().error]).toMatchObject([
    429,
    {
      type: 'cluster_block_exception',
      reason:
        'index [a] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];',
    },
  ]);
  expect((await app.call('GET', '/a/_search')).status).toBe(200);
  expect((await app.call('GET', '/shut/_settings')).text).toContain('"read_only_allow_delete":"true"');
  await looked(8);
  expect((await put(app, 'a')).status).toBe(429);
  await looked(12);
  expect((await put(app, 'a')).status).toBe(200);
  expect((await app.call('GET', '/a,shut/_settings')).text).not.toContain('read_only_allow_delete');
  expect(texts(app)[0]).toMatch(
    /^flood stage disk watermark \[95%\] exceeded on \[.{22}\]\[test-node\]\[\/data\] free: 4gb\[4%\], all indices on this node will be marked read-only$/,
  );
  expect(texts(app)[1]).toMatch(/^flood stage disk watermark \[95%\] no longer exceeded on .* free: 8gb/);
  expect(texts(app)[2]).toMatch(/^high disk watermark \[90%\] no longer exceeded .* low disk watermark/);
  expect(texts(app)[3]).toBe('releasing read-only-allow-delete block on indices: [a, shut]');
  await looked(50);
  expect(texts(app)[4]).toMatch(/^low disk watermark \[85%\] no longer exceeded on/);
  await app.close();
});

test('beyond the high mark no index can be made, and what somebody else forbade stays forbidden', async () => {
  const { app, looked } = await onDisk(50);
  await looked(8);
  expect((await app.call('PUT', '/a')).json<{ error: object }>().error).toMatchObject({
    type: 'index_create_block_exception',
  });
  await looked(50);
  expect((await app.call('PUT', '/a')).status).toBe(200);
  const forbidden = { body: { persistent: { 'cluster.blocks.create_index': true } } };
  await app.call('PUT', '/_cluster/settings', forbidden);
  await looked(8);
  await looked(50);
  expect((await app.call('PUT', '/b')).status).toBe(403);
  await app.close();
});

test('marks are percentages, ratios or bytes, and may be switched off', async () => {
  const { app, looked } = await onDisk(50);
  await put(app, 'a');
  const marks = async (low: string, high: string, flood: string, enabled = true): Promise<void> => {
    const at = 'cluster.routing.allocation.disk.';
    const transient = {
      [`${at}watermark.low`]: low,
      [`${at}watermark.high`]: high,
      [`${at}watermark.flood_stage`]: flood,
      [`${at}threshold_enabled`]: enabled,
    };
    expect((await app.call('PUT', '/_cluster/settings', { body: { transient } })).status).toBe(200);
    await looked(50);
  };
  await marks('0.3', '0.35', '0.4');
  expect((await put(app, 'a')).status).toBe(429);
  await marks('40gb', '30gb', '20gb');
  expect((await put(app, 'a')).status).toBe(200);
  await marks('80gb', '70gb', '60gb');
  expect((await put(app, 'a')).status).toBe(429);
  await marks('40gb', '30gb', '20gb');
  await marks('80gb', '70gb', '60gb', false);
  expect((await put(app, 'a')).status).toBe(200);
  await app.close();
});

test('a block that is not to be released by itself stays, and accounts are never blocked', async () => {
  const disk = new MemoryDisk();
  const { app, looked } = await onDisk(50, disk);
  await put(app, 'a');
  const at = 'cluster.routing.allocation.disk.auto_release';
  await app.call('PUT', '/_cluster/settings', { body: { persistent: { [at]: false } } });
  await looked(2);
  await looked(50);
  expect((await put(app, 'a')).status).toBe(429);
  const lift = { body: { 'index.blocks.read_only_allow_delete': null } };
  expect((await app.call('PUT', '/a/_settings', lift)).status).toBe(200);
  expect((await put(app, 'a')).status).toBe(200);
  await app.close();
});
