import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type Call,
  replicatedClusters,
  same,
  started,
  statusOf,
  untilStatus,
  write,
} from '../../../testing/replication/two-clusters.ts';

const { two, close } = replicatedClusters();
afterEach(close);

const chunk = 'indices:data/read/plugins/replication/file_chunk';
const incoming = '/data/incoming';

/** An index of several files of which some have come, one after the other, when the link was cut. */
async function halfCopied(disk = new MemoryDisk()) {
  const both = await two(disk);
  const { l, f, link } = both;
  await l('PUT', '/l', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
  // No document twice: what says which are deleted is not kept.
  for (let part = 0; part < 2; part++) {
    await write(l, part * 20, part * 20 + 20);
    await l('POST', '/l/_flush?force=true');
  }
  const name = 'replication.follower.index.recovery.max_concurrent_file_chunks';
  await f('PUT', '/_cluster/settings', { persistent: { [name]: 1 } });
  link.cutAfter(chunk, 3);
  expect((await f('PUT', '/_replication/f/_start', started)).status).toBe(200);
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  const { files_total: total } = (await statusOf(f)).bootstrap_details as { files_total: number };
  const askedSince = (at: number) => link.asked.slice(at).filter((action) => action === chunk).length;
  return { ...both, total, askedSince };
}

const foldersOf = (disk: MemoryDisk) => (disk.exists(incoming) ? disk.list(incoming) : []);

async function whole(l: Call, f: Call, pass: () => void): Promise<void> {
  await untilStatus(f, 'SYNCING', pass);
  await same(l, f);
}

test('after a restart of the follower only what has not come is asked for', async () => {
  const { l, link, again, total, askedSince, disk } = await halfCopied().then((all) => ({
    ...all,
    disk: all.follower.disk,
  }));
  const { f, follower } = await again();
  expect(disk.list(incoming)).toHaveLength(1);
  const at = link.asked.length;
  link.isCut = false;
  await whole(l, f, () => follower.clock.advance(60_000));
  expect(askedSince(at)).toBe(total - 2);
  expect(foldersOf(disk)).toEqual([]);
});

test('a process that did not end by itself is gone on with as well, and what the power took comes again', async () => {
  const { l, link, total, askedSince, beside, follower } = await halfCopied();
  for (const power of [true, false]) {
    const left = follower.disk.clone();
    if (!power) left.crash();
    link.isCut = false;
    const at = link.asked.length;
    const f = await beside(left);
    await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('SYNCING'), 8000);
    await same(l, f);
    if (power) expect(askedSince(at)).toBe(total - 2);
    link.isCut = true;
  }
});

test('a part that was damaged meanwhile makes no index: all of it comes again', async () => {
  const { l, link, again, follower } = await halfCopied();
  const { disk } = follower;
  const [id] = disk.list(incoming);
  const folder = `${incoming}/${id}/0`;
  for (const name of disk.list(folder)) disk.damage(`${folder}/${name}`, 40);
  const { f, follower: after } = await again();
  link.isCut = false;
  await whole(l, f, () => after.clock.advance(60_000));
});

test('what has come is removed by a stop, and by the next start where nobody goes on with it', async () => {
  const { f, follower, l, link, again } = await halfCopied();
  const { disk } = follower;
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
  expect(foldersOf(disk)).toEqual([]);
  disk.makeDirectory(`${incoming}/of-nobody/0`);
  const { f: after } = await again();
  expect(foldersOf(disk)).toEqual([]);
  link.isCut = false;
  expect((await after('PUT', '/_replication/f/_start?wait_for_restore=true', started)).status).toBe(200);
  await same(l, after);
});
