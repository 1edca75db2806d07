import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { serveMerger, serveSearches, serveWriter } from '@sextant/engine';
import { answerWriting } from '../backend/embedded/search/documents-view.ts';
import { MemoryAccount, type SharedAccount } from '../observe/memory-account.ts';
import { type TestApp, testApp } from './test-app.ts';

interface SentSearch {
  readonly options: { readonly termVectors?: object; readonly isAhead?: boolean };
}

/**
 * A service whose writer, merger and searching threads are at the ends of pipes, and what the searching ones are sent. Searches of up to
 * `shortMs` are done where they are asked for; 0: none.
 */
export async function threadedApp(
  size: number,
  shortMs: number,
): Promise<{ readonly app: TestApp; readonly sent: readonly SentSearch[] }> {
  const disk = new MemoryDisk();
  const [clock, random] = [new FakeClock(), new SeededRandom(2)];
  const sent: SentSearch[] = [];
  const thread = (serve: (there: Channel) => void): Channel => {
    const [here, there] = channelPair();
    serve(there);
    return here;
  };
  const searches = (there: Channel): void => {
    there.onMessage((message) => {
      const { method, args } = message as { readonly method?: string; readonly args: unknown[] };
      if (method === 'search') sent.push(...(args[0] as SentSearch[]));
    });
    serveSearches(there, {
      disk,
      clock,
      random,
      memory: (shared) => MemoryAccount.of(shared as SharedAccount),
      ...answerWriting,
    });
  };
  const app = await testApp({
    disk,
    threads: {
      writer: () => thread((there) => serveWriter(there, { disk, directory: '/data', clock, random })),
      merger: () => thread((there) => serveMerger(there, { disk, clock })),
      search: {
        size,
        queueSize: () => -1,
        shortMs,
        divideMs: Number.POSITIVE_INFINITY,
        start: () => thread(searches),
      },
    },
  });
  return { app, sent };
}
