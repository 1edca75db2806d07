import { MemoryDisk } from '@sextant/base/testing';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const gb = 1024 ** 3;

/** A service over two disks of 100 GB; what is free of them can be changed. */
async function onTwoDisks(free: Record<string, number> = { '/data': 50, '/more': 60 }) {
  const disk = new MemoryDisk();
  disk.space = (path) => {
    const bytes = (path.startsWith('/more') ? free['/more']! : free['/data']!) * gb;
    return { totalBytes: 100 * gb, freeBytes: bytes, availableBytes: bytes };
  };
  const app = await testApp({ disk, further: ['/more'] });
  const looked = async (now: Record<string, number>): Promise<void> => {
    Object.assign(free, now);
    app.clock.advance(30_000);
    await vi.waitFor(async () => {
      expect((await app.call('GET', '/_cluster/health')).status).toBe(200);
    });
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { app, looked };
}

const put = (app: TestApp, index: string) =>
  app.call('PUT', `/${index}/_doc/1?refresh=true`, { body: { a: 1 } });

async function placeOf(app: TestApp, index: string): Promise<unknown> {
  const rows = (await app.call('GET', `/_cat/shards/${index}?format=json&h=prirep,path.data`)).json<
    Record<string, string>[]
  >();
  return rows.find(({ prirep }) => prirep === 'p')?.['path.data'];
}

test('statistics name each data path, and sum them up', async () => {
  const { app } = await onTwoDisks();
  await put(app, 'a');
  expect(await placeOf(app, 'a')).toBe('/more');
  const stats = (await app.call('GET', '/_nodes/stats/fs')).json<{ nodes: Record<string, { fs: object }> }>();
  const [{ fs }] = Object.values(stats.nodes) as [
    { fs: { data: { path: string; free_in_bytes: number }[] } },
  ];
  expect(fs.data.map(({ path, free_in_bytes: bytes }) => [path, bytes / gb])).toEqual([
    ['/data', 50],
    ['/more', 60],
  ]);
  const info = (await app.call('GET', '/_nodes/settings?flat_settings=true')).text;
  expect(info).toContain('"path.data":["/data","/more"]');
  const shards = (await app.call('GET', '/a/_stats?level=shards&filter_path=**.shard_path')).text;
  expect(shards).toContain('"data_path":"/more"');
  const explained = await app.call('GET', '/_cluster/allocation/explain?include_disk_info=true', {
    body: { index: 'a', shard: 0, primary: true },
  });
  expect(explained.text).toMatch(/"least_available":\{"path":"\/data".*"most_available":\{"path":"\/more"/);
  expect(explained.text).toContain('/more/indices');
  await app.close();
});

test('beyond the low mark of a data path no new shard is placed there', async () => {
  const { app, looked } = await onTwoDisks();
  await looked({ '/more': 14, '/data': 16 });
  await put(app, 'a');
  expect(await placeOf(app, 'a')).toBe('/data');
  await looked({ '/more': 90 });
  await put(app, 'b');
  expect(await placeOf(app, 'b')).toBe('/more');
  await app.close();
});

test('beyond the high mark of a data path a shard goes to another, and indices can be made', async () => {
  const { app, looked } = await onTwoDisks();
  await put(app, 'a');
  expect(await placeOf(app, 'a')).toBe('/more');
  await looked({ '/more': 9 });
  expect(await placeOf(app, 'a')).toBe('/data');
  expect((await app.call('GET', '/a/_doc/1')).json<{ found: boolean }>().found).toBe(true);
  expect((await put(app, 'b')).status).toBe(201);
  expect(await placeOf(app, 'b')).toBe('/data');
  await looked({ '/more': 90 });
  await put(app, 'c');
  expect(await placeOf(app, 'c')).toBe('/more');
  await app.call('PUT', '/_cluster/settings', {
    body: { persistent: { 'cluster.routing.allocation.enable': 'none' } },
  });
  await looked({ '/more': 9 });
  expect(await placeOf(app, 'c')).toBe('/more');
  await app.close();
});

test('where searches keep one shard from coming back, another one leaves the disk that is full', async () => {
  const { app, looked } = await onTwoDisks();
  await app.call('PUT', '/large/_doc/1?refresh=true', { body: { a: 'long '.repeat(1000) } });
  expect(await placeOf(app, 'large')).toBe('/more');
  const scroll = await app.call('POST', '/large/_search?scroll=1h', { body: {} });
  await looked({ '/more': 9 });
  expect(await placeOf(app, 'large')).toBe('/data');
  await put(app, 'small');
  expect(await placeOf(app, 'small')).toBe('/data');
  await looked({ '/more': 90, '/data': 9 });
  expect([await placeOf(app, 'large'), await placeOf(app, 'small')]).toEqual(['/data', '/more']);
  const { _scroll_id: id } = scroll.json<{ _scroll_id: string }>();
  await app.call('DELETE', '/_search/scroll', { body: { scroll_id: id } });
  await looked({});
  expect(await placeOf(app, 'large')).toBe('/more');
  await app.close();
});

test('beyond the flood stage of a data path the indices with a shard there are read-only; of the first path, all', async () => {
  const { app, looked } = await onTwoDisks();
  await put(app, 'a');
  await looked({ '/more': 20, '/data': 50 });
  await put(app, 'b');
  expect([await placeOf(app, 'a'), await placeOf(app, 'b')]).toEqual(['/more', '/data']);
  await app.call('PUT', '/_cluster/settings', {
    body: { persistent: { 'cluster.routing.allocation.enable': 'none' } },
  });
  await looked({ '/more': 2 });
  expect([(await put(app, 'a')).status, (await put(app, 'b')).status]).toEqual([429, 200]);
  expect(app.log.entries.map(({ message }) => message).join('\n')).toMatch(
    /flood stage disk watermark \[95%\] exceeded on \[.*\]\[test-node\]\[\/more\] free: 2gb\[2%\]/,
  );
  await looked({ '/data': 2, '/more': 50 });
  expect([(await put(app, 'a')).status, (await put(app, 'b')).status]).toEqual([429, 429]);
  await looked({ '/data': 50 });
  expect([(await put(app, 'a')).status, (await put(app, 'b')).status]).toEqual([200, 200]);
  await app.close();
});
