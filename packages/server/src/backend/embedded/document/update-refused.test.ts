import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

// As OpenSearch 3.6 answers.
test('no index is made for an update that cannot be read, or asks for what cannot be', async () => {
  app = await testApp();
  const refused: readonly (readonly [string, string])[] = [
    ['', '{'],
    ['', '{}'],
    ['', '[]'],
    ['', '{"x":1}'],
    ['', '{"doc":{"a":1},"script":"1"}'],
    ['if_seq_no=1&if_primary_term=1', '{"doc":{"a":1},"doc_as_upsert":true}'],
  ];
  const headers = { 'content-type': 'application/json' };
  for (const [params, body] of refused) {
    const { status } = await app.call('POST', `/i/_update/1?${params}`, { headers, body });
    expect([body, status, (await app.call('HEAD', '/i')).status]).toEqual([body, 400, 404]);
  }
  expect((await app.call('POST', '/i/_update/1', { body: { doc: {} } })).status).toBe(404);
  expect((await app.call('HEAD', '/i')).status).toBe(200);
});
