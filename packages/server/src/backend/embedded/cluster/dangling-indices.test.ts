import { readFramed, writeFramed } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function start(disk = new MemoryDisk()): Promise<TestApp> {
  const app = await testApp({ disk });
  open.push(app);
  return app;
}

/** The folder of an index, as another service wrote it. `shifts`: indices that are made before, so that its uuid is another one. */
async function foreign(name: string, shifts: number, settings: object = {}) {
  const disk = new MemoryDisk();
  const app = await start(disk);
  for (let i = 0; i < shifts; i++) await app.call('PUT', `/shift-${i}`);
  await app.call('PUT', `/${name}`, { body: settings });
  await app.call('PUT', `/${name}/_doc/1?refresh=true`, { body: { from: 'far' } });
  await app.call('POST', `/${name}/_flush`);
  const state = (await app.call('GET', `/_cat/indices/${name}?format=json&h=uuid`)).json<
    [{ uuid: string }]
  >();
  const { uuid } = state[0];
  return { uuid, disk };
}

function bring(from: MemoryDisk, to: MemoryDisk, uuid: string): void {
  const folder = `/data/indices/${uuid}`;
  for (const path of from.files(folder)) {
    to.makeDirectory(path.slice(0, path.lastIndexOf('/')));
    const file = to.open(path, 'create');
    file.write(from.readFile(path));
    file.sync();
    file.close();
    to.syncDirectory(path.slice(0, path.lastIndexOf('/')));
  }
  for (const path of ['/data/indices', folder, `${folder}/0`]) to.syncDirectory(path);
}

const listed = async (app: TestApp, query = ''): Promise<unknown> =>
  (await app.call('GET', `/_dangling${query}`)).json<{ dangling_indices: unknown }>().dangling_indices;

test('the folder of an index that is brought in is listed, and taken in when somebody says that data may be lost', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const brought = await foreign('books', 1);
  bring(brought.disk, disk, brought.uuid);
  const entry = { index_name: 'books', index_uuid: brought.uuid, node_ids: [expect.any(String)] };
  expect(await listed(app)).toEqual([{ ...entry, creation_date_millis: expect.any(Number) }]);
  expect(await listed(app, '?human')).toMatchObject([{ creation_date: expect.stringMatching(/Z$/) }]);
  const unsaid = await app.call('POST', `/_dangling/${brought.uuid}`);
  expect([unsaid.status, unsaid.text]).toEqual([
    400,
    expect.stringContaining('accept_data_loss must be set to true'),
  ]);
  const taken = await app.call('POST', `/_dangling/${brought.uuid}?accept_data_loss=true`);
  expect([taken.status, taken.text]).toEqual([202, '{"acknowledged":true}']);
  expect(await listed(app)).toEqual([]);
  expect((await app.call('GET', '/books/_search?q=from:far')).json()).toMatchObject({
    hits: { total: { value: 1 } },
  });
  expect((await app.call('PUT', '/books/_doc/2', { body: { from: 'here' } })).status).toBe(201);
  await app.close();
  open.splice(0);
  const again = await start(disk);
  expect((await again.call('GET', '/books/_doc/2')).json()).toMatchObject({ _source: { from: 'here' } });
});

test('a name that another index, an alias or an alias of the index has is not taken twice', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const brought = await foreign('books', 12, { aliases: { read: {} } });
  bring(brought.disk, disk, brought.uuid);
  const take = async (): Promise<readonly [number, string]> => {
    const { status, text } = await app.call('POST', `/_dangling/${brought.uuid}?accept_data_loss=true`);
    return [status, text];
  };
  await app.call('PUT', '/books');
  expect(await take()).toEqual([400, expect.stringContaining('resource_already_exists_exception')]);
  await app.call('DELETE', '/books');
  await app.call('PUT', '/read');
  expect(await take()).toEqual([500, expect.stringContaining('names need to be unique')]);
  await app.call('DELETE', '/read');
  await app.call('PUT', '/others', { body: { aliases: { books: {} } } });
  expect(await take()).toEqual([400, expect.stringContaining('already exists as alias')]);
  await app.call('DELETE', '/others');
  expect((await take())[0]).toBe(202);
  expect((await app.call('GET', '/read/_count')).json()).toMatchObject({ count: 1 });
});

test('an index whose name a younger one has at a start is listed, and can be deleted', async () => {
  const disk = new MemoryDisk();
  const brought = await foreign('books', 3);
  const first = await start(disk);
  await first.call('PUT', '/books/_doc/1?refresh=true', { body: { from: 'here' } });
  await first.close();
  open.splice(0);
  bring(brought.disk, disk, brought.uuid);
  const app = await start(disk);
  const [left] = (await listed(app)) as readonly { readonly index_uuid: string }[];
  expect((await app.call('DELETE', `/_dangling/${left!.index_uuid}`)).status).toBe(400);
  const gone = await app.call('DELETE', `/_dangling/${left!.index_uuid}?accept_data_loss=true`);
  expect([gone.status, gone.text]).toEqual([202, '{"acknowledged":true}']);
  expect(await listed(app)).toEqual([]);
  expect(disk.files('/data/indices').some((path) => path.includes(left!.index_uuid))).toBe(false);
  expect((await app.call('GET', '/books/_count')).json()).toMatchObject({ count: 1 });
});

test('what is no folder of an index, is damaged, has another name than its index, or is not there, is none of them', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const brought = await foreign('books', 4);
  bring(brought.disk, disk, brought.uuid);
  disk.damage(`/data/indices/${brought.uuid}/index.meta`, 20);
  disk.makeDirectory('/data/indices/nothing');
  expect(await listed(app)).toEqual([]);
  for (const method of ['POST', 'DELETE']) {
    const { status, text } = await app.call(method, `/_dangling/nothing?accept_data_loss=true`);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('No dangling index found for UUID [nothing]'),
    ]);
  }
});

/** Writes the metadata in a folder of an index as somebody else might have. */
function rewrite(disk: MemoryDisk, uuid: string, change: object): void {
  const format = { magic: 'SXIM', version: 1 };
  const folder = `/data/indices/${uuid}`;
  const content = readFramed(disk, folder, 'index.meta', format) as { readonly metadata: object };
  writeFramed(disk, folder, 'index.meta', format, {
    ...content,
    metadata: { ...content.metadata, ...change },
  });
}

test('an alias that is an index of the service itself, and a second index that writes to an alias go to, are refused', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const brought = await foreign('books', 5);
  bring(brought.disk, disk, brought.uuid);
  const take = async (change: object): Promise<string> => {
    rewrite(disk, brought.uuid, change);
    return (await app.call('POST', `/_dangling/${brought.uuid}?accept_data_loss=true`)).text;
  };
  const ours = await take({ name: 'books', aliases: { '.sextant-security': {} } });
  expect(ours).toContain('security_exception');
  await app.call('PUT', '/first', { body: { aliases: { w: { is_write_index: true } } } });
  expect(await take({ aliases: { w: { isWriteIndex: true } } })).toContain('more than one write index');
  expect(await take({ aliases: { w: {} } })).toBe('{"acknowledged":true}');
});

test('a folder whose metadata are those of no index does not keep others from being listed', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const brought = await foreign('books', 6);
  bring(brought.disk, disk, brought.uuid);
  const changes = [
    { name: undefined },
    { name: 7 },
    { name: '../books' },
    { name: '' },
    { name: '..' },
    { name: 'Books' },
    { name: '_all' },
    { aliases: { 'a*': {} } },
    { aliases: { books: {} } },
    { creationDate: undefined },
    { aliases: null },
    { numberOfShards: 0 },
    { numberOfShards: 1e6 },
  ];
  for (const change of changes) {
    rewrite(disk, brought.uuid, {
      name: 'books',
      creationDate: 1,
      aliases: {},
      numberOfShards: 1,
      ...change,
    });
    expect([change, await listed(app, '?human=true')]).toEqual([change, []]);
  }
});

test('the index of accounts is nobody’s to bring in', async () => {
  const disk = new MemoryDisk();
  const app = await start(disk);
  const from = new MemoryDisk();
  const secured = await testApp({
    disk: from,
    settings: { 'security.enabled': 'true', 'security.admin_password': 'correct-Horse-7-battery' },
  });
  open.push(secured);
  const known = new Set(disk.list('/data/indices'));
  for (const uuid of from.list('/data/indices')) if (!known.has(uuid)) bring(from, disk, uuid);
  const there = JSON.stringify(await listed(app));
  expect(there).not.toContain('.sextant');
});
