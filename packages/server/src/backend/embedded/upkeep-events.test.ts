import { afterEach, expect, test } from 'vitest';
import type { ShardKept } from '../../observe/shard-events.ts';
import { upkeepLog } from '../../observe/upkeep-log.ts';
import { type TestApp, testApp } from '../../testing/index.ts';

let app: TestApp;
afterEach(() => app.close());

test('refreshes, flushes and merges are told to those who listen, and can be logged', async () => {
  app = await testApp();
  const told: ShardKept[] = [];
  app.shardEvents.onKept((event) => told.push(event));
  app.shardEvents.onKept(upkeepLog(app.log));
  await app.call('PUT', '/a', { body: { settings: { refresh_interval: -1 } } });
  for (const word of ['one', 'two']) {
    await app.call('POST', '/a/_doc?refresh=true', { body: { word } });
  }
  await app.call('POST', '/a/_flush');
  await app.call('POST', '/a/_forcemerge?max_num_segments=1');
  const index = { name: 'a' };
  const kinds = told.filter(({ docs, kind }) => docs > 0 || kind === 'flush');
  expect(kinds.slice(0, 4)).toMatchObject([
    { index, shard: 0, kind: 'refresh', docs: 1 },
    { index, shard: 0, kind: 'refresh', docs: 1 },
    { index, shard: 0, kind: 'flush', docs: 0, bytes: 0 },
    { index, shard: 0, kind: 'merge', docs: 2 },
  ]);
  expect(kinds[3]!.bytes).toBeGreaterThan(0);
  const lines = app.log.entries.filter(({ component }) => component === 'index.merge');
  expect(lines).toMatchObject([
    { level: 'debug', message: 'merge', fields: { index: 'a', shard: 0, docs: 2 } },
  ]);
});

test('settings of indices are told as they change, and not again for what is the same', async () => {
  app = await testApp();
  const told: unknown[] = [];
  app.indexSettings.onChange('index.refresh_interval', ({ index, before, after }) =>
    told.push([index.name, before, after]),
  );
  await app.call('PUT', '/a', { body: { settings: { refresh_interval: '5s' } } });
  await app.call('PUT', '/a/_mapping', { body: { properties: { n: { type: 'long' } } } });
  await app.call('PUT', '/a/_settings', { body: { refresh_interval: '7s' } });
  await app.call('PUT', '/a/_settings', { body: { refresh_interval: '7s' } });
  await app.call('DELETE', '/a');
  expect(told).toEqual([
    ['a', undefined, 5000],
    ['a', 5000, 7000],
    ['a', 7000, undefined],
  ]);
});
