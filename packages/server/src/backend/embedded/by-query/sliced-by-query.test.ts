import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];

async function filled(docs: number): Promise<TestApp> {
  const app = await testApp();
  apps.push(app);
  await app.call('PUT', '/s', { body: { settings: { number_of_shards: 2, number_of_replicas: 0 } } });
  for (let n = 0; n < docs; n++) await app.call('PUT', `/s/_doc/${n}?refresh=true`, { body: { n } });
  return app;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test('more slices than the index allows are refused before any begins', async () => {
  const app = await filled(1);
  const answer = await app.call('POST', '/s/_update_by_query?slices=900000000');
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining('The number of slices [900000000]'),
  ]);
});

test('a slice that is none is refused before any document is touched, and so is one beside others', async () => {
  const app = await filled(3);
  const query = { match_all: {} };
  const asked = async (path: string, body: object): Promise<unknown> => {
    const answer = await app.call('POST', path, { body });
    return [answer.status, answer.json<{ error?: { reason: string } }>().error?.reason];
  };
  for (const slice of [{}, { max: 2 }]) {
    const refused = [400, 'sliceId must be greater than 0 but was [-1]'];
    expect(await asked('/s/_delete_by_query', { query, slice })).toEqual(refused);
    expect(await asked('/s/_update_by_query', { slice })).toEqual(refused);
    expect(await asked('/_reindex', { source: { index: 's', slice }, dest: { index: 'd' } })).toEqual(
      refused,
    );
  }
  const slice = { id: 0, max: 2 };
  const both = "Validation Failed: 1: can't specify both manual and automatic slicing at the same time;";
  expect(await asked('/s/_update_by_query?slices=auto', { slice })).toEqual([400, both]);
  expect(await asked('/nope/_delete_by_query?slices=2', { slice })).toEqual([
    400,
    `${both}2: query is missing;`,
  ]);
  const copied = { source: { index: 's', slice }, dest: { index: 'd' } };
  expect(await asked('/_reindex?slices=2', copied)).toEqual([400, both]);
  expect(await asked('/s/_delete_by_query', { query, slice: { id: 1 } })).toEqual([200, undefined]);
  expect((await app.call('GET', '/s/_count')).json()).toMatchObject({ count: 3 });
});
