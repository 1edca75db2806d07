import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

interface Answer {
  readonly errors: boolean;
  readonly items: readonly { readonly index: { readonly status: number } }[];
}

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

/** More operations than go to the engine at once, the last of them alone in its part. */
const OPERATIONS = 4001;

function bulkOf(index: string): { headers: Record<string, string>; body: string } {
  let body = '';
  for (let i = 0; i < OPERATIONS; i++) {
    body += `${JSON.stringify({ index: { _index: index, _id: String(i) } })}\n{"a":1}\n`;
  }
  return { headers: { 'content-type': 'application/x-ndjson' }, body };
}

for (const refresh of ['true', 'wait_for']) {
  test(`a bulk of several parts refreshes every shard that it wrote to (refresh=${refresh})`, async () => {
    const index = `bulk-${refresh}`;
    // With no room for waiting, who waits refreshes at once.
    const settings = {
      number_of_shards: 3,
      refresh_interval: -1,
      max_refresh_listeners: refresh === 'true' ? 1000 : 0,
    };
    await app.call('PUT', `/${index}`, { body: { settings } });
    const answer = (await app.call('POST', `/_bulk?refresh=${refresh}`, bulkOf(index))).json<Answer>();
    expect(answer.errors).toBe(false);
    const forced = answer.items.filter((item) => 'forced_refresh' in item.index);
    expect(forced).toHaveLength(OPERATIONS);
    expect((await app.call('GET', `/${index}/_count`)).json().count).toBe(OPERATIONS);
  });
}

test('a bulk of several parts in which nothing is written refreshes nothing', async () => {
  await app.call('PUT', '/bulk-none', { body: { mappings: { dynamic: 'strict' } } });
  const answer = (await app.call('POST', '/_bulk?refresh=true', bulkOf('bulk-none'))).json<Answer>();
  expect(answer.items).toHaveLength(OPERATIONS);
  expect(answer.items.every((item) => item.index.status === 400)).toBe(true);
});
