import { DiskError } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { sectionFile } from '../cluster/section-store.ts';
import { dataStreams } from '../streams/data-stream.ts';
import { rolloverIntents } from './rollover-intent.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service(disk = new MemoryDisk()) {
  const app = await testApp({ disk });
  apps.push(app);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.json(), text: answer.text };
  };
  return { app, call, aliases: async () => (await call('GET', '/_alias')).body };
}

test('an alias with a write index keeps the old one, which is written to no more', async () => {
  const { call, aliases } = await service();
  await call('PUT', '/logs-000001', { aliases: { logs: { is_write_index: true } } });
  await call('POST', '/logs/_doc?refresh=true', { n: 1 });
  const conditions = { max_docs: 2, max_age: '1d' };
  const early = await call('POST', '/logs/_rollover', { conditions });
  expect(early.body).toEqual({
    acknowledged: false,
    shards_acknowledged: false,
    old_index: 'logs-000001',
    new_index: 'logs-000002',
    rolled_over: false,
    dry_run: false,
    conditions: { '[max_docs: 2]': false, '[max_age: 1d]': false },
  });
  const settings = { 'index.number_of_replicas': 0 };
  const done = await call('POST', '/logs/_rollover', {
    conditions: { max_docs: 1, max_size: '1gb' },
    settings,
  });
  expect(done.body).toMatchObject({
    rolled_over: true,
    conditions: { '[max_docs: 1]': true, '[max_size: 1gb]': false },
  });
  expect(await aliases()).toEqual({
    'logs-000001': { aliases: { logs: { is_write_index: false } } },
    'logs-000002': { aliases: { logs: { is_write_index: true } } },
  });
  expect((await call('POST', '/logs/_doc', { n: 2 })).body._index).toBe('logs-000002');
});

test('an alias of one index moves to the new one', async () => {
  const { call, aliases } = await service();
  await call('PUT', '/a-9', { aliases: { a: {} } });
  expect((await call('POST', '/a/_rollover?dry_run=true')).body).toMatchObject({
    new_index: 'a-000010',
    dry_run: true,
  });
  await call('POST', '/a/_rollover');
  expect(await aliases()).toEqual({ 'a-9': { aliases: {} }, 'a-000010': { aliases: { a: {} } } });
});

test('a name by date math counts on and keeps the math', async () => {
  const { call } = await service();
  const name = encodeURIComponent('<d-{now/y{yyyy}}-1>');
  const { text } = await call('PUT', `/${name}`, { aliases: { d: {} } });
  expect(text).toMatch(/"d-\d{4}-1"/);
  const { body } = await call('POST', '/d/_rollover');
  expect(body.new_index).toMatch(/^d-\d{4}-000002$/);
  const settings = await call('GET', `/${String(body.new_index)}/_settings?flat_settings=true`);
  expect(settings.text).toContain('"index.provided_name":"<d-{now/y{yyyy}}-000002>"');
});

test.each([true, false])(
  'a rollover that was killed before the alias turned is finished by the next start (%s)',
  async (isExplicit) => {
    const disk = new MemoryDisk();
    const { app, call } = await service(disk);
    await call('PUT', '/k-1', { aliases: { k: isExplicit ? { is_write_index: true } : {} } });
    await call('PUT', '/k-000002');
    await apps.pop()!.close();
    const metadata = new ClusterMetadata(sectionFile(app.disk, '/data'));
    metadata.change({
      section: rolloverIntents,
      entries: new Map([
        ['k-000002', { alias: 'k', source: 'k-1', isExplicit }],
        ['never-made', { alias: 'k', source: 'k-1', isExplicit }],
      ]),
    });
    const turned = isExplicit ? { k: { is_write_index: true } } : { k: {} };
    const left = isExplicit ? { k: { is_write_index: false } } : {};
    for (let starts = 0; starts < 2; starts++) {
      const next = await service(disk);
      expect(await next.aliases()).toEqual({ 'k-1': { aliases: left }, 'k-000002': { aliases: turned } });
      await apps.pop()!.close();
    }
    expect(new ClusterMetadata(sectionFile(disk, '/data')).entries(rolloverIntents).size).toBe(0);
  },
);

test.each(['r-1', 'r-000002'])(
  'a rollover that was begun is finished when its index %s, which could not be read, is put right',
  async (hurt) => {
    const disk = new MemoryDisk();
    const { call } = await service(disk);
    await call('PUT', '/r-1', { aliases: { r: { is_write_index: true } } });
    await call('PUT', '/r-000002');
    const { text } = await call('GET', `/_cat/indices/${hurt}?format=json&h=uuid`);
    await apps.pop()!.close();
    const [{ uuid }] = JSON.parse(text) as [{ uuid: string }];
    new ClusterMetadata(sectionFile(disk, '/data')).change({
      section: rolloverIntents,
      entries: new Map([['r-000002', { alias: 'r', source: 'r-1', isExplicit: true }]]),
    });
    const flip = (): void => disk.damage(`/data/indices/${uuid}/index.meta`, 30);
    flip();
    await service(disk);
    await apps.pop()!.close();
    flip();
    const other = disk.clone();
    expect(await (await service(disk)).aliases()).toEqual({
      'r-1': { aliases: { r: { is_write_index: false } } },
      'r-000002': { aliases: { r: { is_write_index: true } } },
    });
    // Unless writes to the alias go elsewhere by then.
    if (hurt === 'r-1') return;
    other.damage(`/data/indices/${uuid}/index.meta`, 30);
    const meanwhile = await service(other);
    expect((await meanwhile.call('POST', '/r/_rollover/r-3')).body.rolled_over).toBe(true);
    await apps.pop()!.close();
    other.damage(`/data/indices/${uuid}/index.meta`, 30);
    expect(await (await service(other)).aliases()).toEqual({
      'r-1': { aliases: { r: { is_write_index: false } } },
      'r-000002': { aliases: {} },
      'r-3': { aliases: { r: { is_write_index: true } } },
    });
    expect(new ClusterMetadata(sectionFile(other, '/data')).entries(rolloverIntents).size).toBe(0);
  },
);

test('a start on a full disk leaves to the next one what a killed process had begun', async () => {
  const disk = new MemoryDisk();
  await service(disk);
  await apps.pop()!.close();
  const kept = (): ClusterMetadata => new ClusterMetadata(sectionFile(disk, '/data'));
  kept().change(
    {
      section: rolloverIntents,
      entries: new Map([['never-made', { alias: 'k', source: 'k-1', isExplicit: false }]]),
    },
    {
      section: dataStreams,
      entries: new Map([['s', { timestampField: '@timestamp', generation: 1, indices: ['.ds-s-000001'] }]]),
    },
  );
  const { open } = disk;
  disk.open = (path, mode) => {
    if (path.includes('cluster-metadata.json') && mode !== 'read') {
      throw new DiskError('no_space', path, 'no space left on device');
    }
    return open.call(disk, path, mode);
  };
  const { app, call } = await service(disk);
  expect((await call('GET', '/_data_stream')).status).toBe(200);
  expect(app.log.entries.map(({ message }) => message)).toContain(
    'cannot finish what the last process had begun',
  );
  await apps.pop()!.close();
  disk.open = open;
  await service(disk);
  expect([kept().entries(rolloverIntents).size, kept().entries(dataStreams).size]).toEqual([0, 0]);
});

test('a new index that cannot be made leaves everything as it was', async () => {
  const { app, call, aliases } = await service();
  await call('PUT', '/f-1', { aliases: { f: {} } });
  const before = await aliases();
  const { status } = await call('POST', '/f/_rollover', {
    mappings: { properties: { a: { type: 'nope' } } },
  });
  expect(status).toBe(400);
  expect(await aliases()).toEqual(before);
  expect(new ClusterMetadata(sectionFile(app.disk, '/data')).entries(rolloverIntents).size).toBe(0);
});
