import { channelPair, FakeClock, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { serveMerger, serveSearches, serveWriter } from '@sextant/engine';
import { afterEach, expect, test } from 'vitest';
import { MemoryAccount, type SharedAccount } from '../../../../observe/memory-account.ts';
import { type TestApp, testApp } from '../../../../testing/test-app.ts';
import { hitWritersOf, renderResult } from '../documents-view.ts';
import type { AnswerView } from '../search-answer.ts';

let app: TestApp;
afterEach(() => app.close());

interface Page {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
}

/** A service whose searches are done where they are asked for, beside a thread that has nothing to do but pages that nobody has asked for yet. */
async function withIdleThread(): Promise<readonly unknown[]> {
  const disk = new MemoryDisk();
  const [clock, random] = [new FakeClock(), new SeededRandom(2)];
  const ahead: unknown[] = [];
  app = await testApp({
    disk,
    threads: {
      writer: () => {
        const [here, there] = channelPair();
        serveWriter(there, { disk, directory: '/data', clock, random });
        return here;
      },
      merger: () => {
        const [here, there] = channelPair();
        serveMerger(there, { disk, clock });
        return here;
      },
      search: {
        size: 2,
        queueSize: () => -1,
        shortMs: 1000,
        divideMs: Number.POSITIVE_INFINITY,
        start: () => {
          const [here, there] = channelPair();
          there.onMessage((message) => {
            const { method, args } = message as { readonly method?: string; readonly args: unknown[] };
            if (method === 'search') ahead.push(...(args[0] as unknown[]));
          });
          serveSearches(there, {
            disk,
            clock,
            random,
            memory: (shared) => MemoryAccount.of(shared as SharedAccount),
            hitWriters: (view) => hitWritersOf(view as AnswerView),
            render: (result, view) => renderResult(result, result.tookMs, view as AnswerView),
          });
          return here;
        },
      },
    },
  });
  return ahead;
}

test('who walks through a scroll finds his next page made, also behind one that was made where it was asked for', async () => {
  const ahead = await withIdleThread();
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
