import { DiskError, type DiskFile, type OpenMode } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import {
  documents,
  replicatedClusters,
  same,
  twoShards as settings,
  started,
  statusOf,
  untilStatus,
  write,
} from '../../../testing/replication/two-clusters.ts';

const { two, close } = replicatedClusters();
afterEach(close);

const chunk = 'indices:data/read/plugins/replication/file_chunk';
const forced = { force_resume: true };

test('a forced resume begins anew, searchable until the files are here, and follows what is called so now', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings });
  await write(l, 0, 40);
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await same(l, f);
  const before = await documents(f, 'f');
  await l('DELETE', '/l');
  await untilStatus(f, 'PAUSED');
  const gone = await f('POST', '/_replication/f/_resume', forced);
  expect([gone.status, gone.body.error.reason]).toEqual([404, 'no such index [l]']);
  await l('PUT', '/l', { settings: { number_of_shards: 1 } });
  await write(l, 100, 130);
  link.cutAfter(chunk);
  expect((await f('POST', '/_replication/f/_resume', forced)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  expect((await statusOf(f)).status).toBe('BOOTSTRAPPING');
  expect(await documents(f, 'f')).toEqual(before);
  link.isCut = false;
  await untilStatus(f, 'SYNCING', () => follower.clock.advance(60_000));
  await same(l, f);
  expect((await f('GET', '/f')).body.f.settings.index.number_of_shards).toBe('1');
  expect((await f('PUT', '/f/_doc/1', {})).status).toBe(403);
});

test('a follower that was away for too long goes on by a forced resume, also over a restart in its middle', async () => {
  const { l, f: before, leader, link, again } = await two();
  await l('PUT', '/l', { settings });
  await write(l, 0, 20);
  await before('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await same(l, before);
  await before('POST', '/_replication/f/_pause');
  leader.clock.advance(13 * 3_600_000);
  await write(l, 20, 60);
  await l('POST', '/l/_flush?force=true');
  expect((await before('POST', '/_replication/f/_resume', {})).status).toBe(404);
  link.cutAfter(chunk);
  expect((await before('POST', '/_replication/f/_resume', forced)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  const { f, follower } = await again();
  link.isCut = false;
  await untilStatus(f, 'SYNCING', () => follower.clock.advance(60_000));
  await same(l, f);
});

test('files that have come are not asked for again after a cut, also where the leader was restarted meanwhile', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings: { ...settings, number_of_shards: 1 } });
  for (let part = 0; part < 4; part++) {
    await write(l, part * 20, part * 20 + 20);
    await l('POST', '/l/_flush?force=true');
  }
  await f('PUT', '/_cluster/settings', {
    persistent: { 'replication.follower.index.recovery.max_concurrent_file_chunks': 1 },
  });
  const chunks = () => link.asked.filter((action) => action === chunk).length;
  link.cutAfter(chunk, 4);
  expect((await f('PUT', '/_replication/f/_start', started)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  const { files_total: total } = (await statusOf(f)).bootstrap_details as { files_total: number };
  link.forgetCopies = true;
  link.isCut = false;
  await untilStatus(f, 'SYNCING', () => follower.clock.advance(60_000));
  await same(l, f);
  // The one whose answer did not come, and the one that was told that nothing is held, were asked for twice.
  expect(chunks() - total).toBeLessThanOrEqual(3);
});

test('what was begun anew and paused by itself begins anew once more when it is resumed', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await untilStatus(f, 'SYNCING');
  await f('POST', '/_replication/f/_pause');
  link.cutAfter(chunk);
  await write(l, 0, 10);
  expect((await f('POST', '/_replication/f/_resume', forced)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  await l('DELETE', '/l');
  link.isCut = false;
  await untilStatus(f, 'PAUSED', () => follower.clock.advance(60_000));
  await l('PUT', '/l', { settings });
  expect((await f('POST', '/_replication/f/_resume', {})).status).toBe(200);
  await write(l, 0, 10);
  await untilStatus(f, 'SYNCING', () => follower.clock.advance(60_000));
  await same(l, f);
});

test('an index that somebody makes while files come is not touched by them, nor by a resume', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings: { ...settings, number_of_shards: 1 } });
  await write(l, 0, 10);
  link.cutAfter(chunk);
  await f('PUT', '/_replication/f/_start', started);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  expect((await f('PUT', '/f/_doc/mine', { n: 1 })).status).toBe(201);
  // As many of its own as the leader has: what the leader has beyond that would go on from there.
  for (let i = 0; i < 20; i++) await f('PUT', '/f/_doc/mine', { n: 1 });
  link.isCut = false;
  await untilStatus(f, 'FAILED', () => follower.clock.advance(60_000));
  await write(l, 10, 40);
  expect((await f('POST', '/_replication/f/_resume', {})).status).toBe(400);
  expect((await statusOf(f)).status).toBe('FAILED');
  expect(await documents(f, 'f')).toMatchObject([{ _id: 'mine' }]);
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
  expect(await documents(f, 'f')).toMatchObject([{ _id: 'mine' }]);
});

class FullDisk extends MemoryDisk {
  isFull = false;

  override open(path: string, mode: OpenMode): DiskFile {
    if (this.isFull && mode !== 'read') throw new DiskError('no_space', path, 'no space left');
    return super.open(path, mode);
  }
}

test('a stop while files come that cannot be kept is refused; what was acknowledged stays stopped', async () => {
  const disk = new FullDisk();
  const { l, f, link, follower, beside } = await two(disk);
  await l('PUT', '/l', { settings });
  await write(l, 0, 10);
  link.cutAfter(chunk);
  await f('PUT', '/_replication/f/_start', started);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  disk.isFull = true;
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBeGreaterThanOrEqual(500);
  expect((await statusOf(f)).status).toBe('BOOTSTRAPPING');
  disk.isFull = false;
  link.isCut = false;
  await untilStatus(f, 'SYNCING', () => follower.clock.advance(60_000));
  await f('POST', '/_replication/f/_stop', {});
  await f('DELETE', '/f');
  link.cutAfter(chunk);
  await f('PUT', '/_replication/f/_start', started);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
  const left = disk.clone();
  left.crash();
  expect(await statusOf(await beside(left))).toEqual({ status: 'REPLICATION NOT IN PROGRESS' });
});

test('a stop that was cut off between index and record is finished by the next start', async () => {
  const disk = new MemoryDisk();
  const { l, f, beside } = await two(disk);
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await untilStatus(f, 'SYNCING');
  const before = disk.readFile('/data/cluster-metadata.json');
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
  const left = disk.clone();
  const file = left.open('/data/cluster-metadata.json', 'create');
  file.write(before);
  file.close();
  const other = await beside(left);
  expect(await statusOf(other)).toEqual({ status: 'REPLICATION NOT IN PROGRESS' });
  expect((await other('PUT', '/f/_doc/1', {})).status).toBe(201);
});

test('an alias that gets the name of an index while its files come keeps the name', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings: { ...settings, number_of_shards: 1 } });
  await write(l, 0, 20);
  await l('POST', '/l/_flush?force=true');
  link.cutAfter(chunk);
  expect((await f('PUT', '/_replication/f/_start', started)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  expect((await f('PUT', '/other', { aliases: { f: {} } })).status).toBe(200);
  link.isCut = false;
  await untilStatus(f, 'FAILED', () => follower.clock.advance(60_000));
  expect((await statusOf(f)).reason).toContain('Invalid index name [f], already exists as alias');
  expect(Object.keys((await f('GET', '/_all')).body)).toEqual(['other']);
});
