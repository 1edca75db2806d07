import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

interface Failed {
  readonly error: { readonly type: string; readonly reason: string };
}

let app: TestApp;
const settings = { number_of_replicas: 0, 'index.append_only.enabled': true };
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/added', {
    body: { settings: { ...settings, 'index.bulk.adaptive_shard_selection.enabled': true } },
  });
  await app.call('PUT', '/added/_create/1', { body: { k: 1 } });
});
afterAll(async () => {
  await app.close();
});

const refusal = (what: string) =>
  `Validation Failed: 1: Operation ${what} as setting \`index.append_only.enabled\` is enabled for this index: added;`;
const custom = (id: string) => refusal(`[INDEX] is not allowed with a custom document id ${id}`);

test('documents are added to an append-only index, also under ids of their own, and never replaced, changed or deleted', async () => {
  expect((await app.call('POST', '/added/_doc', { body: { k: 2 } })).status).toBe(201);
  expect((await app.call('PUT', '/added/_create/2', { body: { k: 3 } })).status).toBe(201);
  const reasonOf = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    const { error } = answer.json<Failed>();
    return [answer.status, error.type, error.reason];
  };
  expect(await reasonOf('PUT', '/added/_doc/1', {})).toEqual([400, 'validation_exception', custom('1')]);
  expect(await reasonOf('DELETE', '/added/_doc/1')).toEqual([
    400,
    'validation_exception',
    refusal('[DELETE] is not allowed'),
  ]);
  expect(await reasonOf('POST', '/added/_update/1', { doc: {} })).toEqual([
    400,
    'validation_exception',
    refusal('[UPDATE] is not allowed'),
  ]);
});

test('of a bulk the additions are done and the rest is refused', async () => {
  const lines = [
    { index: { _index: 'added' } },
    { k: 4 },
    { index: { _index: 'added', _id: '1' } },
    { k: 4 },
    { create: { _index: 'added', _id: '3' } },
    { k: 4 },
    { update: { _index: 'added', _id: '1' } },
    { doc: {} },
    { delete: { _index: 'added', _id: '1' } },
  ];
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { items } = (await app.call('POST', '/_bulk', { body })).json<{
    items: Record<string, Partial<Failed>>[];
  }>();
  expect(items.map((item) => Object.values(item)[0]!.error?.reason)).toEqual([
    undefined,
    custom('1'),
    undefined,
    refusal('[UPDATE] is not allowed'),
    refusal('[DELETE] is not allowed'),
  ]);
});

test('work by query fails at what would change documents, and copies those that it may create', async () => {
  await app.call('POST', '/added/_refresh');
  for (const [path, reason] of [
    ['/added/_update_by_query', /\[INDEX\] is not allowed with a custom document id/],
    ['/added/_delete_by_query', /\[DELETE\] is not allowed as setting/],
  ] as const) {
    const { failures } = (
      await app.call('POST', path, { body: { query: { ids: { values: ['1'] } } } })
    ).json<{
      failures: { id: string; status: number; cause: Failed['error'] }[];
    }>();
    expect(failures).toMatchObject([
      { id: '1', status: 400, cause: { reason: expect.stringMatching(reason) } },
    ]);
  }
  await app.call('PUT', '/source/_doc/9?refresh=true', { body: { k: 9 } });
  const copied = await app.call('POST', '/_reindex', {
    body: { source: { index: 'source' }, dest: { index: 'added', op_type: 'create' } },
  });
  expect(copied.json<unknown>()).toMatchObject({ created: 1, failures: [] });
});

test('whether an index is append-only is told when it is made; only then may shards be chosen adaptively', async () => {
  const reasonOf = async (path: string, body: object) =>
    (await app.call('PUT', path, { body })).json<Failed>().error.reason;
  const wrong = (name: string) =>
    `index [${name}] is not append-only index, bulk adaptive shard selection is enabled, which is not supported. ` +
    'Please disable bulk adaptive shard selection or set index to append-only index.';
  const adaptive = { 'index.bulk.adaptive_shard_selection.enabled': true };
  expect(await reasonOf('/other', { settings: adaptive })).toBe(wrong('other'));
  await app.call('PUT', '/usual');
  expect(await reasonOf('/usual/_settings', adaptive)).toBe(wrong('usual'));
  expect(await reasonOf('/added/_settings', { 'index.append_only.enabled': false })).toContain(
    "Can't update non dynamic settings [[index.append_only.enabled]]",
  );
  await app.call('POST', '/added/_close');
  expect(await reasonOf('/added/_settings', { 'index.append_only.enabled': false })).toBe(
    'final added setting [index.append_only.enabled], not updateable',
  );
});
