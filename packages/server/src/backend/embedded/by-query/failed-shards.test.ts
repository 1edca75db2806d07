import { DiskError } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

test('nothing is copied from a shard whose disk failed: not all that it acknowledged is found', async () => {
  const disk = new MemoryDisk();
  const { open } = disk;
  let isFull = false;
  disk.open = (path, mode) => {
    const file = open.call(disk, path, mode);
    const sync = file.sync.bind(file);
    file.sync = () => {
      if (isFull) throw new DiskError('no_space', path, 'no space left on device');
      sync();
    };
    return file;
  };
  app = await testApp({ disk });
  for (let id = 0; id < 4; id++) await app.call('PUT', `/s/_doc/${id}?refresh=true`, { body: { n: 1 } });
  const put = async (id: string) => (await app.call('PUT', `/s/_doc/${id}`, { body: { n: 1 } })).status;
  expect(await put('unseen')).toBe(201);
  isFull = true;
  expect(await put('unseen')).toBe(503);
  const body = { source: { index: 's' }, dest: { index: 'd' } };
  const refused = await app.call('POST', '/_reindex', { body });
  expect(refused).toMatchObject({ status: 503 });
  // None of its parameters would help.
  const reason =
    'Search rejected due to missing shards [[s][0]]: all documents that match are wanted. Try again when these shards work.';
  expect(refused.json()).toMatchObject({ error: { caused_by: { reason } } });
  isFull = false;
  app.clock.advance(60_000);
  await app.call('POST', '/s/_refresh');
  expect((await app.call('POST', '/_reindex', { body })).json()).toMatchObject({ total: 5, created: 5 });
});
