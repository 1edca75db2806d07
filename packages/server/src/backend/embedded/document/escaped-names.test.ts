import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

test('names with escapes are those that were written, whatever others have written before', async () => {
  for (const [id, name] of [
    ['1', 'gr\\\\'],
    ['2', 'gr\\u00f6'],
    ['3', 'gr\\"'],
  ]) {
    const body = `{"title":"x","${name}":1}`;
    expect((await app.call('PUT', `/e/_doc/${id}?refresh=true`, { body })).status).toBe(201);
  }
  const mapped = (await app.call('GET', '/e/_mapping')).json<{ e: { mappings: { properties: object } } }>();
  expect(Object.keys(mapped.e.mappings.properties).sort()).toEqual(['gr"', 'gr\\', 'grö', 'title']);
  await app.call('POST', '/_search', { body: '{"size":0,"quer\\\\":{}}' });
  const found = await app.call('POST', '/e/_count', { body: '{"quer\\u0079":{"exists":{"field":"grö"}}}' });
  expect(found.json()).toMatchObject({ count: 1 });
});
