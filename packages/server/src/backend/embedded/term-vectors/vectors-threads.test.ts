import { channelPair, FakeClock, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { serveMerger, serveSearches, serveWriter } from '@sextant/engine';
import { afterEach, expect, test } from 'vitest';
import { MemoryAccount, type SharedAccount } from '../../../observe/memory-account.ts';
import { type TestApp, testApp } from '../../../testing/index.ts';
import { renderResult, type VectorsView } from '../search/documents-view.ts';

let app: TestApp;
afterEach(() => app.close());

interface SentSearch {
  readonly options: { readonly termVectors?: object };
}

/** A service that searches nothing where it is asked. Answers with what was sent to another thread. */
async function withSearchingThread(): Promise<readonly SentSearch[]> {
  const disk = new MemoryDisk();
  const [clock, random] = [new FakeClock(), new SeededRandom(2)];
  const sent: SentSearch[] = [];
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
        size: 1,
        queueSize: () => -1,
        shortMs: 0,
        divideMs: Number.POSITIVE_INFINITY,
        start: () => {
          const [here, there] = channelPair();
          there.onMessage((message) => {
            const { method, args } = message as { readonly method?: string; readonly args: unknown[] };
            if (method === 'search') sent.push(...(args[0] as SentSearch[]));
          });
          serveSearches(there, {
            disk,
            clock,
            random,
            memory: (shared) => MemoryAccount.of(shared as SharedAccount),
            render: (result, view) => renderResult(result, result.tookMs, view as VectorsView),
          });
          return here;
        },
      },
    },
  });
  return sent;
}

test('words of documents are told by a thread that searches', async () => {
  const sent = await withSearchingThread();
  await app.call('PUT', '/i/_doc/1?refresh=true', { body: { t: 'one two two' } });
  const terms = { one: { term_freq: 1 }, two: { term_freq: 2 } };
  const told = { term_vectors: { t: { terms } } };
  const one = await app.call('GET', '/i/_termvectors/1?fields=t');
  const many = await app.call('POST', '/i/_mtermvectors', {
    body: { docs: [{ _id: '1', fields: ['t'] }, { doc: { t: 'one two two' } }] },
  });
  expect(one.json()).toMatchObject(told);
  expect(many.json()).toMatchObject({ docs: [told, told] });
  expect(sent.filter(({ options }) => options.termVectors !== undefined).length).toBe(3);
});
