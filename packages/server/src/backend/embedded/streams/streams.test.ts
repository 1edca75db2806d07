import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { sectionFile } from '../cluster/section-store.ts';
import { dataStreams } from './data-stream.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service(disk = new MemoryDisk()) {
  const app = await testApp({ disk });
  apps.push(app);
  const call = async (method: string, path: string, body?: object | string) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return {
      status: answer.status,
      body: answer.json<Record<string, never>>() as Record<string, unknown>,
      text: answer.text,
    };
  };
  const template = {
    index_patterns: ['ds-*'],
    data_stream: {},
    template: { settings: { number_of_replicas: 0 }, mappings: { properties: { n: { type: 'long' } } } },
  };
  await call('PUT', '/_index_template/t', template);
  return { app, call };
}

const time = '2024-01-01T00:00:00Z';

test('a write makes the stream; documents need their time, and can only be made', async () => {
  const { call } = await service();
  const made = await call('POST', '/ds-a/_doc?refresh=true', { '@timestamp': time, n: 1 });
  expect([made.status, made.body._index]).toEqual([201, '.ds-ds-a-000001']);
  const timeless = await call('POST', '/ds-a/_doc', { n: 1 });
  expect([timeless.status, timeless.text]).toEqual([
    400,
    expect.stringContaining(
      "documents must contain a single-valued timestamp field '@timestamp' of date type",
    ),
  ]);
  const twice = await call('POST', '/ds-a/_doc', { '@timestamp': [time, time] });
  expect(twice.text).toContain('single-valued timestamp field');
  const replaced = await call('PUT', '/ds-a/_doc/1', { '@timestamp': time });
  expect(replaced.text).toContain('only write ops with an op_type of create are allowed in data streams');
  expect((await call('GET', '/ds-a/_count')).body.count).toBe(1);
  expect((await call('GET', '/ds-*/_count')).body.count).toBe(1);
});

test('a rollover adds an index, which is written to; reads see all of them', async () => {
  const { call } = await service();
  await call('POST', '/ds-a/_doc?refresh=true', { '@timestamp': time });
  const { body } = await call('POST', '/ds-a/_rollover');
  expect(body).toMatchObject({
    rolled_over: true,
    old_index: '.ds-ds-a-000001',
    new_index: '.ds-ds-a-000002',
  });
  const next = await call('POST', '/ds-a/_doc?refresh=true', { '@timestamp': time });
  expect(next.body._index).toBe('.ds-ds-a-000002');
  expect((await call('GET', '/ds-a/_count')).body.count).toBe(2);
  const refused = await call('DELETE', '/.ds-ds-a-000002');
  expect(refused.text).toContain('is the write index for data stream [ds-a] and cannot be deleted');
  expect((await call('DELETE', '/.ds-ds-a-000001')).status).toBe(200);
  expect((await call('GET', '/_data_stream/ds-a')).body).toMatchObject({
    data_streams: [{ generation: 2, indices: [{ index_name: '.ds-ds-a-000002' }] }],
  });
  expect((await call('DELETE', '/_data_stream/ds-a')).status).toBe(200);
  expect((await call('GET', '/ds-a')).status).toBe(404);
});

test('streams outlive a restart; what a killed process had only named does not count', async () => {
  const disk = new MemoryDisk();
  const { call } = await service(disk);
  await call('PUT', '/_data_stream/ds-a');
  await apps.pop()!.close();
  const metadata = new ClusterMetadata(sectionFile(disk, '/data'));
  const kept = metadata.entries(dataStreams).get('ds-a')!;
  metadata.change({
    section: dataStreams,
    entries: new Map([
      ['ds-a', { ...kept, generation: 2, indices: [...kept.indices, '.ds-ds-a-000002'] }],
      ['ds-b', { ...kept, indices: ['.ds-ds-b-000001'] }],
    ]),
  });
  const next = await service(disk);
  expect((await next.call('GET', '/_data_stream')).body).toMatchObject({
    data_streams: [{ name: 'ds-a', generation: 2, indices: [{ index_name: '.ds-ds-a-000001' }] }],
  });
  const { body } = await next.call('POST', '/ds-a/_doc', { '@timestamp': time });
  expect(body._index).toBe('.ds-ds-a-000001');
  expect((await next.call('POST', '/ds-a/_rollover')).body.new_index).toBe('.ds-ds-a-000003');
});

test('a template that a stream needs stays, and the newest time of a stream is told', async () => {
  const { call } = await service();
  await call('POST', '/ds-a/_doc?refresh=true', { '@timestamp': time });
  expect((await call('DELETE', '/_index_template/t')).text).toContain(
    'unable to remove composable templates [t] as they are in use by a data streams [ds-a]',
  );
  const { body } = await call('GET', '/_data_stream/_stats');
  expect(body).toMatchObject({
    data_stream_count: 1,
    data_streams: [{ data_stream: 'ds-a', backing_indices: 1, maximum_timestamp: Date.parse(time) }],
  });
});

test('actions on aliases neither remove an index of a stream nor take its name', async () => {
  const { call } = await service();
  await call('POST', '/ds-a/_doc?refresh=true', { '@timestamp': time });
  await call('PUT', '/other');
  const act = (action: object) => call('POST', '/_aliases', { actions: [action] });
  const index = '.ds-ds-a-000001';
  for (const action of [
    { remove_index: { index } },
    { remove_index: { index: '.ds-*' } },
    { remove: { index, alias: 'x' } },
  ]) {
    const { status, text } = await act(action);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('match a backing index belonging to data stream [ds-a]'),
    ]);
  }
  const named = await act({ add: { index: 'other', alias: 'ds-a' } });
  const uuid = (await call('GET', '/other/_settings/index.uuid?flat_settings')).body as {
    other: { settings: { 'index.uuid': string } };
  };
  const alias = `ds-a (alias of [other/${uuid.other.settings['index.uuid']}])`;
  expect([named.status, named.text]).toEqual([
    500,
    expect.stringContaining(`duplicates were found [${alias} conflicts with data stream]`),
  ]);
  expect((await call('PUT', '/other/_alias/ds-a')).status).toBe(500);
  expect((await call('GET', '/ds-a/_count')).body.count).toBe(1);
  expect((await call('GET', '/other/_alias')).body).toEqual({ other: { aliases: {} } });
});

test('the index that a stream is written to is not closed, and its indices have no aliases', async () => {
  const { call } = await service();
  await call('PUT', '/_data_stream/ds-a');
  await call('POST', '/ds-a/_rollover');
  await call('PUT', '/plain');
  for (const path of ['/.ds-ds-a-000002', '/plain,.ds-ds-a-*']) {
    expect((await call('POST', `${path}/_close`)).text).toContain(
      'cannot close the following data stream write indices [.ds-ds-a-000002]',
    );
  }
  expect((await call('GET', '/_cat/indices/plain?format=json&h=status')).body).toEqual([{ status: 'open' }]);
  expect((await call('POST', '/.ds-ds-a-000001/_close')).status).toBe(200);
  const aliased = await call('PUT', '/.ds-ds-a-000001/_alias/x');
  expect([aliased.status, aliased.text]).toEqual([
    400,
    expect.stringContaining(
      "[.ds-ds-a-000001] match a backing index belonging to data stream [ds-a]. Data streams and their backing indices don't support aliases.",
    ),
  ]);
  expect((await call('PUT', '/*/_alias/x')).status).toBe(200);
});

test('an index is no stream, and no error where streams are asked for; an alias is refused', async () => {
  const { call } = await service();
  await call('PUT', '/books', { aliases: { shelf: {} } });
  expect((await call('GET', '/_data_stream/books')).body).toEqual({ data_streams: [] });
  const alias = await call('GET', '/_data_stream/shelf');
  expect([alias.status, alias.text]).toEqual([400, expect.stringContaining('[shelf] matches an alias')]);
  expect((await call('GET', '/_data_stream/shelf/_stats')).body.data_stream_count).toBe(0);
  expect((await call('GET', '/_data_stream/none')).status).toBe(404);
  const made = await call('PUT', '/_data_stream/books');
  expect([made.status, made.text]).toEqual([400, expect.stringContaining('no matching index template')]);
});
