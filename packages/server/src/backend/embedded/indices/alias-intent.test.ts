import { DiskError } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { sectionFile } from '../cluster/section-store.ts';
import { aliasIntents } from './alias-intent.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service(disk: MemoryDisk) {
  const app = await testApp({ disk });
  apps.push(app);
  const call = (method: string, path: string, body?: object) =>
    app.call(method, path, body === undefined ? {} : { body });
  return { app, call, aliases: async () => (await call('GET', '/_alias')).json() };
}

const swap = {
  actions: [{ remove_index: { index: 'books' } }, { add: { index: 'books-2', alias: 'books' } }],
};

/** What the disk holds before and after each time that a folder of it is made durable, while `books` becomes an alias. */
async function killedAt(): Promise<readonly MemoryDisk[]> {
  const disk = new MemoryDisk();
  const { call } = await service(disk);
  const settings = { number_of_replicas: 0 };
  await call('PUT', '/books', { settings });
  await call('PUT', '/books/_doc/1?refresh=true', { old: true });
  await call('PUT', '/books-2', { settings, aliases: { other: {} } });
  const left: MemoryDisk[] = [];
  const { syncDirectory } = disk;
  disk.syncDirectory = (path) => {
    left.push(disk.clone());
    syncDirectory.call(disk, path);
    left.push(disk.clone());
  };
  expect((await call('POST', '/_aliases', swap)).status).toBe(200);
  disk.syncDirectory = syncDirectory;
  return left;
}

test('indices alone are removed also where the disk has no room', async () => {
  const disk = new MemoryDisk();
  const { call } = await service(disk);
  await call('PUT', '/books');
  const { open } = disk;
  disk.open = (path, mode) => {
    if (mode === 'read') return open.call(disk, path, mode);
    throw new DiskError('no_space', path, 'no space left on device');
  };
  const gone = await call('POST', '/_aliases', { actions: [{ remove_index: { index: 'books' } }] });
  expect([gone.status, (await call('HEAD', '/books')).status]).toEqual([200, 404]);
  disk.open = open;
});

test('an index becomes an alias of another one in one step, whenever the process is killed', async () => {
  const before = { books: { aliases: {} }, 'books-2': { aliases: { other: {} } } };
  const after = { 'books-2': { aliases: { books: {}, other: {} } } };
  const seen = new Set<string>();
  for (const disk of await killedAt()) {
    disk.crash();
    const { aliases } = await service(disk);
    const found = await aliases();
    expect([before, after]).toContainEqual(found);
    seen.add(JSON.stringify(found));
    await apps.pop()!.close();
    expect(new ClusterMetadata(sectionFile(disk, '/data')).entries(aliasIntents).size).toBe(0);
  }
  expect(seen.size).toBe(2);
});

test('an index that could not be removed, nor its removal be forgotten, stays at the next start', async () => {
  const disk = new MemoryDisk();
  const { call, aliases } = await service(disk);
  for (const name of ['books', 'books-2'])
    await call('PUT', `/${name}`, { settings: { number_of_replicas: 0 } });
  const before = await aliases();
  const { open, rename, remove } = disk;
  const kept = `/data/indices/`;
  let notes = 0;
  disk.open = (path, mode) => {
    const isNote = path.includes('cluster-metadata.json') && mode !== 'read';
    if (isNote && notes++ > 0) throw new DiskError('no_space', path, 'no space left on device');
    return open.call(disk, path, mode);
  };
  disk.rename = (from, to) => {
    if (from.startsWith(kept)) throw new DiskError('no_space', from, 'no space left on device');
    rename.call(disk, from, to);
  };
  disk.remove = (path) => {
    if (path.startsWith(kept)) throw new DiskError('no_space', path, 'no space left on device');
    remove.call(disk, path);
  };
  expect((await call('POST', '/_aliases', swap)).status).not.toBe(200);
  Object.assign(disk, { open, rename, remove });
  await apps.pop()!.close();
  expect(new ClusterMetadata(sectionFile(disk, '/data')).entries(aliasIntents).size).toBe(1);
  expect(await (await service(disk)).aliases()).toEqual(before);
});

test.each(['books', 'books-2'])(
  'that is finished, too, where %s cannot be read at the next start, and is put right',
  async (hurt) => {
    const before = { books: { aliases: {} }, 'books-2': { aliases: { other: {} } } };
    const after = { 'books-2': { aliases: { books: {}, other: {} } } };
    for (const disk of await killedAt()) {
      disk.crash();
      const rows = await uuids(disk.clone());
      const file = `/data/indices/${rows.get(hurt)}/index.meta`;
      const flip = (): void => {
        if (disk.exists(file)) disk.damage(file, 30);
      };
      flip();
      await service(disk);
      await apps.pop()!.close();
      flip();
      const { aliases } = await service(disk);
      expect([before, after]).toContainEqual(await aliases());
      await apps.pop()!.close();
      expect(new ClusterMetadata(sectionFile(disk, '/data')).entries(aliasIntents).size).toBe(0);
    }
  },
);

test('an index that cannot be read until then gets no alias whose name has been taken meanwhile', async () => {
  let tried = 0;
  for (const disk of await killedAt()) {
    disk.crash();
    const [intent] = new ClusterMetadata(sectionFile(disk, '/data')).entries(aliasIntents).values();
    if (intent === undefined) continue;
    const file = `/data/indices/${intent.changed[0]!.uuid}/index.meta`;
    disk.damage(file, 30);
    const { call } = await service(disk);
    const isGone = (await call('HEAD', '/books')).status === 404;
    if (isGone) expect((await call('PUT', '/books/_doc/1', { new: true })).status).toBe(201);
    await apps.pop()!.close();
    disk.damage(file, 30);
    if (!isGone) continue;
    tried++;
    const { aliases } = await service(disk);
    const found = (await aliases()) as Record<string, unknown>;
    expect(found.books).toEqual({ aliases: {} });
    expect([undefined, { aliases: { other: {} } }]).toContainEqual(found['books-2']);
    await apps.pop()!.close();
  }
  expect(tried).toBeGreaterThan(0);
});

/** By name, as a start finds them before it finishes anything. */
async function uuids(disk: MemoryDisk): Promise<ReadonlyMap<string, string>> {
  const kept = new ClusterMetadata(sectionFile(disk, '/data')).entries(aliasIntents);
  const named = [...kept.values()].flatMap(({ removed, changed }) => [...removed, ...changed]);
  const { call } = await service(disk);
  const rows = (await call('GET', '/_cat/indices?format=json&h=index,uuid')).json<
    { index: string; uuid: string }[]
  >();
  await apps.pop()!.close();
  const all = [...rows.map(({ index, uuid }) => ({ name: index, uuid })), ...named];
  return new Map(all.map(({ name, uuid }) => [name, uuid]));
}
