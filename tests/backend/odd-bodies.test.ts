import { type Route, routeTable } from '@sextant/contract';
import { type TestApp, testApp } from '@sextant/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({});
  await app.call('PUT', '/odd/_doc/1?refresh=true', { body: { n: 1 } });
});
afterAll(() => app.close());

const values: Readonly<Record<string, string>> = { index: 'odd', id: '1', block: 'write', metric: '_all' };

function pathOf({ paths }: Route): string {
  return paths.at(-1)!.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? 'odd-name');
}

test('a body that is JSON and no object is told so, row by row: nothing breaks down', async () => {
  const broken: unknown[] = [];
  for (const row of routeTable.filter(({ body }) => body !== 'none')) {
    for (const body of ['null', '7', '"text"', '[]', '[null]', '{"docs":null}', '{"a":{"a":[[]]}}']) {
      const isLines = row.bodyFormat === 'ndjson';
      const headers = { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' };
      const sent = isLines ? `${body}\n${body}\n` : body;
      const answer = await app.call(row.methods.at(-1)!, pathOf(row), { headers, body: sent });
      if (answer.text.includes('unexpected fault')) broken.push([row.name, body]);
    }
  }
  expect(broken).toEqual([]);
}, 120_000);
