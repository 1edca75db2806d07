import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

let app: TestApp;
afterEach(() => app.close());

// As OpenSearch 3.6 answers.
test('a wildcard removes from a closed index what is fixed while one is open, and from an open one beside it what is not', async () => {
  app = await testApp();
  const settings = { 'index.codec': 'best_compression', 'index.refresh_interval': '5s' };
  for (const name of ['open', 'shut']) await app.call('PUT', `/${name}`, { body: { settings } });
  await app.call('POST', '/shut/_close');
  const body = { 'index.co*': null, 'index.refresh*': null };
  expect((await app.call('PUT', '/open,shut/_settings', { body })).status).toBe(200);
  const shown = async (name: string) =>
    (
      await app.call('GET', `/${name}/_settings/index.codec,index.refresh_interval?flat_settings=true`)
    ).json();
  expect(await shown('open')).toEqual({ open: { settings: { 'index.codec': 'best_compression' } } });
  expect(await shown('shut')).toEqual({});
});
