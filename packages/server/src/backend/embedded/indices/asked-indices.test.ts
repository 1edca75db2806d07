import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.json<Record<string, never>>() as Record<string, unknown> };
}

test('before anything is mapped there are no fields to show', async () => {
  await call('PUT', '/unmapped');
  expect((await call('GET', '/unmapped/_mapping/field/*')).body).toEqual({ unmapped: { mappings: {} } });
});

test('a mapping for the write index of what is not there is refused', async () => {
  const mapping = { properties: { a: { type: 'keyword' } } };
  expect((await call('PUT', '/not-there/_mapping?write_index_only=true', mapping)).status).toBe(404);
});

test('health, resolving and all aliases take the parameters that choose indices', async () => {
  await call('PUT', '/choosing', { aliases: { chosen: {} } });
  const lenient = 'ignore_unavailable=true&allow_no_indices=true&expand_wildcards=open';
  expect((await call('GET', `/_cluster/health/choos*?${lenient}`)).body.number_of_nodes).toBe(1);
  expect((await call('GET', `/_resolve/index/choosing?${lenient}`)).status).toBe(200);
  expect((await call('GET', `/_aliases?${lenient}`)).body.choosing).toEqual({ aliases: { chosen: {} } });
  expect((await call('GET', '/_aliases?expand_wildcards=none')).body).toEqual({});
  expect((await call('GET', '/_aliases?expand_wildcards=')).body).toEqual({});
});

test('an index keeps the number of its format, which cannot be changed', async () => {
  expect((await call('PUT', '/formatted', { settings: { format: 3 } })).status).toBe(200);
  expect((await call('PUT', '/formatted/_settings', { format: 4 })).status).toBe(400);
  const wrong = { settings: { shard: { check_on_startup: 'x' } } };
  expect((await call('PUT', '/unchecked', wrong)).status).toBe(400);
});
