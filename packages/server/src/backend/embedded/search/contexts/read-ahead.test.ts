import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../../../testing/test-app.ts';
import { threadedApp } from '../../../../testing/threaded-app.ts';

let app: TestApp;
afterEach(() => app.close());

interface Page {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
}

test('who walks through a scroll finds his next page made, also behind one that was made where it was asked for', async () => {
  // The thread has nothing to do but pages that nobody has asked for yet.
  const threaded = await threadedApp(2, 1000);
  const { sent: ahead } = threaded;
  app = threaded.app;
  await app.call('PUT', '/s', { body: { settings: { number_of_replicas: 0 } } });
  const documents = Array.from({ length: 12 }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`).join('');
  await app.call('POST', '/s/_bulk?refresh=true', { body: documents });
  let page = (await app.call('POST', '/s/_search?scroll=1m&size=2&sort=n')).json<Page>();
  const found = [...page.hits.hits];
  expect(ahead).toEqual([]);
  while (page.hits.hits.length > 0) {
    const body = { scroll: '1m', scroll_id: page._scroll_id };
    page = (await app.call('POST', '/_search/scroll', { body })).json<Page>();
    found.push(...page.hits.hits);
  }
  expect(found.map(({ _id, _source }) => [_id, _source])).toEqual(
    Array.from({ length: 12 }, (_, n) => [String(n), { n }]),
  );
  expect(ahead).not.toEqual([]);
  for (const search of ahead) expect(search).toMatchObject({ options: { isAhead: true } });
});
