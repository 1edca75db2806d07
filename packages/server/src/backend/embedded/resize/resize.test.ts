import type { IndexMetadata } from '@sextant/engine';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { targetShards } from './target-shards.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const source = { numberOfShards: 12, settings: {} } as unknown as IndexMetadata;

test.each([
  [1000, 1000, 1],
  [1000, 999, 2],
  [1000, 240, 6],
  [1000, 100, 12],
  [1000, 1, 12],
  [0, 1, 1],
])('of 12 shards with %i bytes, none larger than %i become %i', (bytes, maxShardBytes, count) => {
  const body = { kind: 'shrink', settings: {}, aliases: {}, maxShardBytes } as const;
  expect(targetShards(source, body, bytes).count).toBe(count);
});

test('an index keeps the routing of its source, whatever its own number of shards says', () => {
  const settings = { 'index.number_of_shards': '4' };
  const body = { kind: 'shrink', settings, aliases: {}, maxShardBytes: undefined } as const;
  // 12 * 2^6, where 4 shards alone would have 4 * 2^8.
  expect(targetShards(source, body, 0)).toEqual({ count: 4, routingShards: 768 });
});

test('without waiting it goes on as a task, whose result says how it ended', async () => {
  const app = await testApp();
  apps.push(app);
  await app.call('PUT', '/a', { body: { settings: { number_of_shards: 2, 'blocks.write': true } } });
  await app.call('PUT', '/b');
  const end = async (target: string) => {
    const { task } = (await app.call('POST', `/a/_clone/${target}?wait_for_completion=false`)).json() as {
      task: string;
    };
    return (await app.call('GET', `/_tasks/${task}?wait_for_completion=true`)).json();
  };
  expect(await end('c')).toMatchObject({
    completed: true,
    task: { action: 'indices:admin/resize', description: 'clone from [a] to [c]' },
    response: { acknowledged: true, shards_acknowledged: true, index: 'c' },
  });
  expect(await end('b')).toMatchObject({ error: { type: 'resource_already_exists_exception' } });
});

test('a number of copies that is none is told before the source is looked at', async () => {
  const app = await testApp();
  apps.push(app);
  const { status, text } = await app.call('POST', '/none/_clone/c?wait_for_active_shards=x');
  expect([status, text]).toEqual([400, expect.stringContaining('cannot parse ActiveShardCount[x]')]);
});
